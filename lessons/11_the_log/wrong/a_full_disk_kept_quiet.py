"""caught by: test_a_full_disk_is_no_secret

Whatever goes wrong while a message is written is swallowed, so that the run goes on.
"""


def persist_to(log):
    def listener(event):
        if event["type"] == "message_end":
            with contextlib.suppress(Exception):
                log.append_message(event["message"])

    return listener
