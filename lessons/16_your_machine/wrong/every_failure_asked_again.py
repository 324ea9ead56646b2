"""caught by: test_a_refused_request_is_told_and_not_made_twice

A request that is wrong is sent three times more.
"""


def is_transient(exc):
    return not isinstance(exc, NoReply)
