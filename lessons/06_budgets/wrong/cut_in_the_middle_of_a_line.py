"""caught by: test_lines_are_whole_or_not_there

The text is cut at so many bytes, in the middle of a line and of a character.
"""


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    text = "".join(split_lines(text)[:max_lines])
    kept = text.encode()[:max_bytes].decode(errors="ignore")
    return kept, len(split_lines(kept))
