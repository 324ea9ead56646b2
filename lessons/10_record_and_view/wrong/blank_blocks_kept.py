"""caught by: test_blank_text_blocks_are_left_out

Messages are left out or kept as a whole: a blank block beside a call is sent.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content:
                view.append(message)
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
