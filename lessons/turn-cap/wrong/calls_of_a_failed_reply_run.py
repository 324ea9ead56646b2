"""caught by: test_nothing_of_a_failed_reply_is_run

The calls of a reply that was cut off are run when it is resumed.
"""


def unanswered(messages):
    answered = {m["tool_call_id"] for m in messages if m["role"] == "toolResult"}
    replies = [m for m in messages if m["role"] == "assistant"]
    return [c for reply in replies for c in tool_calls(reply) if c["id"] not in answered]
