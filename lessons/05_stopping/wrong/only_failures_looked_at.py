"""caught by: test_the_view_leaves_out_empty_replies_and_nothing_else

Only a failed reply is thought to be empty: one that ended well and says nothing is sent.
"""


def context_for_model(messages):
    return [m for m in messages if not (failed(m) and not tool_calls(m) and not text_of(m).strip())]
