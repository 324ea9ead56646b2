"""caught by: test_only_message_end_is_persisted

A result is appended when its message ends, and when its tool does.
"""


def persist_to(log):
    def listener(event):
        if event["type"] == "message_end":
            log.append_message(event["message"])
        elif event["type"] == "tool_execution_end":
            log.append_message(event["result"])

    return listener
