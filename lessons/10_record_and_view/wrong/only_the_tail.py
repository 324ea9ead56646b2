"""caught by: test_every_call_is_answered_wherever_it_stands

Only the last assistant message is looked at: an old hole stays.
"""


def repair_tool_history(messages):
    repaired = list(messages)
    for at in reversed(range(len(repaired))):
        if repaired[at]["role"] == "assistant":
            there = {m["tool_call_id"] for m in repaired[at:] if m["role"] == "toolResult"}
            for call in tool_calls(repaired[at]):
                if call["id"] not in there:
                    repaired.append(tool_result(call, INTERRUPTED, is_error=True))
            break
    return repaired
