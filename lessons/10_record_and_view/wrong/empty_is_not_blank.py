"""caught by: test_assistant_messages_with_nothing_in_them_are_left_out

Only empty text is looked for: a newline counts as words.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"]]
            if content:
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
