"""caught by: test_a_refused_request_is_told_and_not_made_twice

The status is told, and not what the provider said about it.
"""


def why_it_failed(exc):
    return str(exc) if isinstance(exc, NoReply) else f"failed: {getattr(exc, 'status_code', '?')}"
