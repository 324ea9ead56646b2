"""caught by: test_the_first_of_two_results_is_kept

All results of a call are kept, so a call may be answered twice.
"""


def repair_tool_history(messages):
    results = {}
    for message in messages:
        if message["role"] == "toolResult":
            results.setdefault(message["tool_call_id"], []).append(message)
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            continue
        repaired.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message):
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.extend(results.get(call["id"], [missing]))
    return repaired
