"""caught by: test_blank_user_messages_are_left_out_and_results_never

What the user says is sent, blank or not.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content:
                view.append({**message, "content": content})
        else:
            view.append(message)
    return repair_tool_history(view)
