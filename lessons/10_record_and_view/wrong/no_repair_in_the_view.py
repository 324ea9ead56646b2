"""caught by: test_a_run_that_was_closed_can_be_gone_on_from

repair_tool_history is written, and nobody calls it.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content:
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return view
