"""caught by: test_every_message_is_on_the_disk_when_it_is_heard_of

A message is written when the next event shows that the run goes on.
"""


def persist_to(log):
    waiting = []

    def listener(event):
        while waiting:
            log.append_message(waiting.pop())
        if event["type"] == "message_end":
            waiting.append(event["message"])

    return listener
