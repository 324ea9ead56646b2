"""caught by: test_every_message_is_on_the_disk_when_it_is_heard_of

A reply that failed is not worth keeping.
"""


def persist_to(log):
    def listener(event):
        if event["type"] == "message_end" and not failed(event["message"]):
            log.append_message(event["message"])

    return listener
