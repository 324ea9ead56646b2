"""caught by: test_a_retry_after_is_obeyed_up_to_a_minute

The provider says when to come back, and nobody reads it.
"""


def asked_to_wait(exc, now=time.time):
    return 0
