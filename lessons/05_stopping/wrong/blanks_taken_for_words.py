"""caught by: test_the_next_run_is_not_sent_what_is_empty

A reply is empty only when its list of blocks is: one of blanks is sent.
"""


def context_for_model(messages):
    return [m for m in messages if m["role"] != "assistant" or m["content"]]
