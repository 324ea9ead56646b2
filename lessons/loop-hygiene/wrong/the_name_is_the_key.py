"""caught by: test_another_call_is_another_chain

Three calls of one tool in a row are taken for three equal calls.
"""


def call_key(call):
    return call["name"], ""
