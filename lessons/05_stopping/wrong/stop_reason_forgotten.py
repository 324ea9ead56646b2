"""caught by: test_a_stop_is_a_message

The stop_reason that was asked for is ignored: a Stop is recorded as an error.
"""


def error_message(text, stop_reason="error"):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}
