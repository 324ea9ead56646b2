"""caught by: test_results_stand_in_the_order_of_their_calls

Results keep the order in which they were recorded.
"""


def repair_tool_history(messages):
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            continue
        repaired.append(message)
        if message["role"] == "assistant":
            calls = {call["id"]: call for call in tool_calls(message)}
            for result in messages:
                if result["role"] == "toolResult" and result["tool_call_id"] in calls:
                    calls.pop(result["tool_call_id"])
                    repaired.append(result)
            for call in calls.values():
                repaired.append(tool_result(call, INTERRUPTED, is_error=True))
    return repaired
