"""caught by: test_a_result_without_a_call_is_dropped

A result whose call is gone stays where it stood.
"""


def repair_tool_history(messages):
    results = {}
    for message in messages:
        if message["role"] == "toolResult":
            results.setdefault(message["tool_call_id"], message)
    called = {c["id"] for m in messages if m["role"] == "assistant" for c in tool_calls(m)}
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            if message["tool_call_id"] not in called:
                repaired.append(message)
            continue
        repaired.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message):
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(results.get(call["id"], missing))
    return repaired
