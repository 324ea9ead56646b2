"""caught by: test_only_message_end_is_persisted

Every event that carries a message is appended: replies are there twice.
"""


def persist_to(log):
    def listener(event):
        if "message" in event:
            log.append_message(event["message"])

    return listener
