"""caught by: test_the_first_of_two_results_is_kept

A result that is no error is preferred to the one that came first.
"""


def repair_tool_history(messages):
    results = {}
    for message in messages:
        if message["role"] == "toolResult":
            known = results.get(message["tool_call_id"])
            if known is None or known["is_error"]:
                results[message["tool_call_id"]] = message
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            continue
        repaired.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message):
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(results.get(call["id"], missing))
    return repaired
