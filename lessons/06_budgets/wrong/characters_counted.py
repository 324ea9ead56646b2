"""caught by: test_sizes_are_bytes_of_utf_8

A budget in bytes is held against characters.
"""


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        size += len(line)
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(kept), len(kept)


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[::-1][:max_lines]:
        size += len(line)
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(reversed(kept)), len(kept)
