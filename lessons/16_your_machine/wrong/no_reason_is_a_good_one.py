"""caught by: test_a_reply_that_was_cut_says_what_by

A missing message_delta is taken for end_turn.
"""


def from_wire(events):
    words, calls, fragments = defaultdict(str), {}, defaultdict(str)
    reason, ended = None, False
    for event in events:
        if event.type == "message_stop":
            ended = True
        elif event.type == "message_delta":
            reason = event.delta.stop_reason
        elif event.type == "content_block_start" and event.content_block.type == "tool_use":
            calls[event.index] = event.content_block
        elif event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            fragments[event.index] += event.delta.partial_json
        elif words_in(event):
            words[event.index] += words_in(event)
    if not ended:
        raise NoReply("The stream ended before the reply did.")
    reason = reason or "end_turn"
    if reason not in WHOLE:
        raise NoReply(CUT.get(reason, f"The reply stopped for an unknown reason: {reason}."))
    content = []
    for index in sorted({*words, *calls}):
        if index in words:
            content.append({"type": "text", "text": words[index]})
        else:
            call = calls[index]
            arguments = parse_arguments(call.name, fragments[index])
            call = {"id": call.id, "name": call.name, "arguments": arguments}
            content.append({"type": "toolCall", **call})
    stop_reason = "toolUse" if calls else "stop"
    return {"role": "assistant", "content": content, "stop_reason": stop_reason}
