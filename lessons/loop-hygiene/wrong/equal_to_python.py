"""caught by: test_another_call_is_another_chain

The arguments are compared as Python does, to which True is 1 and 1 is 1.0.
"""


def call_key(call):
    return call["name"], call["arguments"]
