"""caught by: test_another_call_is_another_chain

The letters of the arguments are sorted, so that order never matters; in a list it does.
"""


def call_key(call):
    return call["name"], "".join(sorted(json.dumps(call["arguments"])))
