"""caught by: test_the_record_stays_as_it_is

The list is a copy, its dicts are the record's own: blank blocks are taken out of them.
"""


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content:
                message["content"] = content
                view.append(message)
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)
