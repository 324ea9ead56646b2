"""caught by: test_a_busy_provider_is_asked_again

Of all that passes by itself, only 429 is known to it.
"""


def is_transient(exc):
    return getattr(exc, "status_code", None) == 429
