"""caught by: test_a_recorded_result_moves_to_its_call

A result is looked for after its call only; one that stood before it is lost.
"""


def repair_tool_history(messages):
    repaired = []
    for at, message in enumerate(messages):
        if message["role"] == "toolResult":
            continue
        repaired.append(message)
        if message["role"] == "assistant":
            later = [m for m in messages[at:] if m["role"] == "toolResult"]
            for call in tool_calls(message):
                found = [m for m in later if m["tool_call_id"] == call["id"]]
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(found[0] if found else missing)
    return repaired
