"""caught by: test_message_stop_decides

Of what got out, a failed reply keeps the last piece.
"""


def failed_reply(shown, why, stop_reason="error"):
    content = [{"type": "text", "text": shown[-1]}] if shown else []
    reply = {"role": "assistant", "content": content, "stop_reason": stop_reason}
    return {**reply, "error_message": why}
