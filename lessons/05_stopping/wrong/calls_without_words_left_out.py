"""caught by: test_the_view_leaves_out_empty_replies_and_nothing_else

A reply without words counts as empty, even when it holds a call.
"""


def context_for_model(messages):
    return [m for m in messages if m["role"] != "assistant" or text_of(m).strip()]
