"""caught by: test_lines_are_whole_or_not_there

At least one line is kept, however long it is.
"""


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        size += len(line.encode())
        if kept and size > max_bytes:
            break
        kept.append(line)
    return "".join(kept), len(kept)


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[::-1][:max_lines]:
        size += len(line.encode())
        if kept and size > max_bytes:
            break
        kept.append(line)
    return "".join(reversed(kept)), len(kept)
