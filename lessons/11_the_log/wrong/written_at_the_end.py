"""caught by: test_every_message_is_on_the_disk_when_it_is_heard_of

The messages of a run are written when it is over.
"""


def persist_to(log):
    def listener(event):
        if event["type"] == "agent_end":
            for message in event["messages"]:
                log.append_message(message)

    return listener
