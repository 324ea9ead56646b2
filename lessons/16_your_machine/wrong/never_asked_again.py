"""caught by: test_a_busy_provider_is_asked_again

A provider that is busy for a second ends the run.
"""


def is_transient(exc):
    return False
