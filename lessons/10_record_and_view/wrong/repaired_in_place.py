"""caught by: test_repair_only_moves_messages

The list that was handed over is itself put right.
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
            for call in tool_calls(message):
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(results.get(call["id"], missing))
    messages[:] = repaired
    return messages
