"""caught by: test_assistant_messages_with_nothing_in_them_are_left_out

A reply that failed is left out with all it got out.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content and not failed(message):
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
