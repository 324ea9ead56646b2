"""caught by: test_nothing_of_a_failed_reply_is_acted_on

Only "error" counts as a failure: the calls of a reply that was stopped are run.
"""


def failed(message):
    return message.get("stop_reason") == "error"
