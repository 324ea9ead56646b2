"""caught by: test_a_recorded_result_moves_to_its_call

Only the results directly after a reply count: a late one gets a fake beside it.
"""


def repair_tool_history(messages):
    repaired, waiting = [], []

    def close():
        while waiting:
            repaired.append(tool_result(waiting.pop(0), INTERRUPTED, is_error=True))

    for message in messages:
        if message["role"] == "toolResult":
            waiting[:] = [c for c in waiting if c["id"] != message["tool_call_id"]]
        else:
            close()
        repaired.append(message)
        if message["role"] == "assistant":
            waiting.extend(tool_calls(message))
    close()
    return repaired
