"""caught by: test_a_recorded_result_moves_to_its_call

A result that does not stand directly after its call is thrown away for a fake.
"""


def repair_tool_history(messages):
    repaired, at = [], 0
    while at < len(messages):
        message = messages[at]
        at += 1
        if message["role"] == "toolResult":
            continue
        repaired.append(message)
        if message["role"] != "assistant":
            continue
        results = {}
        while at < len(messages) and messages[at]["role"] == "toolResult":
            results.setdefault(messages[at]["tool_call_id"], messages[at])
            at += 1
        for call in tool_calls(message):
            missing = tool_result(call, INTERRUPTED, is_error=True)
            repaired.append(results.get(call["id"], missing))
    return repaired
