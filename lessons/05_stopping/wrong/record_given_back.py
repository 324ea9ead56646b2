"""caught by: test_the_view_is_a_list_of_its_own

With nothing to leave out, the record itself is handed to the model.
"""


def context_for_model(messages):
    view = [m for m in messages if m["role"] != "assistant" or tool_calls(m) or text_of(m).strip()]
    return view if len(view) < len(messages) else messages
