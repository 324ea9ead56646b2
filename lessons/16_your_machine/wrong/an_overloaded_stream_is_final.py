"""caught by: test_a_busy_provider_is_asked_again

The status was 200, so an overloaded provider is not seen in the stream's error.
"""


def is_transient(exc):
    status = getattr(exc, "status_code", None) or 0
    return status in (408, 409, 429) or status >= 500
