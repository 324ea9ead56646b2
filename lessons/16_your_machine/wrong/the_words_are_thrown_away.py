"""caught by: test_message_stop_decides

A failed reply is empty: what the user has read on the screen is not on the record.
"""


def failed_reply(shown, why, stop_reason="error"):
    reply = {"role": "assistant", "content": [], "stop_reason": stop_reason}
    return {**reply, "error_message": why}
