"""caught by: test_what_nobody_has_heard_of_changes_nothing

Whatever has a text is shown, a thought and a block that nobody knows included.
"""


def words_in(event):
    part = getattr(event, "content_block", None) or getattr(event, "delta", None)
    return getattr(part, "text", None) or getattr(part, "thinking", None) or ""
