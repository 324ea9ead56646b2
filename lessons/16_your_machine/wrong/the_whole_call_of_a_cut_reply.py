"""caught by: test_no_call_of_a_cut_reply_is_run

Of a reply that was cut, the calls that are whole are handed on to be run.
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
    if reason == "max_tokens":
        calls = {index: call for index, call in calls.items() if fragments[index].endswith("}")}
    elif reason not in WHOLE:
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
