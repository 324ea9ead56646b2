"""caught by: test_every_call_is_answered_wherever_it_stands

Of a reply with several calls only the first is seen to.
"""


def repair_tool_history(messages):
    results = {}
    for message in messages:
        if message["role"] == "toolResult":
            results.setdefault(message["tool_call_id"], message)
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            continue
        repaired.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message)[:1]:
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(results.get(call["id"], missing))
    return repaired
