"""caught by: test_blank_text_blocks_are_left_out

Words lose the blanks around them.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            content = [
                {**b, "text": b["text"].strip()} if b["type"] == "text" else b for b in content
            ]
            if content:
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
