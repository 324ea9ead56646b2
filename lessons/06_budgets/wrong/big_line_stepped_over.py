"""caught by: test_lines_are_whole_or_not_there

A line that does not fit is left out and the next one tried: the text has a hole nobody sees.
"""


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        if size + len(line.encode()) <= max_bytes:
            size += len(line.encode())
            kept.append(line)
    return "".join(kept), len(kept)
