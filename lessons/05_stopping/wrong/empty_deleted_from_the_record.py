"""caught by: test_the_record_keeps_what_is_not_sent

The empty replies are deleted from the record before it is sent.
"""


def context_for_model(messages):
    for message in list(messages):
        said = message["role"] != "assistant" or tool_calls(message) or text_of(message).strip()
        if not said:
            messages.remove(message)
    return list(messages)
