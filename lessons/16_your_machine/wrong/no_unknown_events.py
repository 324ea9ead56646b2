"""caught by: test_what_nobody_has_heard_of_changes_nothing

An event that it does not know is an error.
"""


def words_in(event):
    known = ("message_start", "content_block_start", "content_block_delta", "content_block_stop")
    if event.type not in (*known, "message_delta", "message_stop", "ping"):
        raise NoReply(f"unknown event: {event.type}")
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        return event.delta.text
    return ""
