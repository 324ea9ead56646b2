"""caught by: test_a_reply_that_was_cut_says_what_by

A reply that was cut at max_tokens is asked for again, and cut again.
"""


def is_transient(exc):
    if isinstance(exc, NoReply):
        return True
    status = getattr(exc, "status_code", None) or 0
    return status in (408, 409, 429) or status >= 500 or getattr(exc, "type", None) in TRANSIENT
