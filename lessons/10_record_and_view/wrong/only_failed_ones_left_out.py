"""caught by: test_assistant_messages_with_nothing_in_them_are_left_out

An empty reply is left out only when it failed, as before this lesson.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content or not failed(message):
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
