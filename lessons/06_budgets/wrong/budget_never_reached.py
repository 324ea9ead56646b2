"""caught by: test_the_head_is_the_first_lines_that_fit

What fills the budget exactly is taken to be over it.
"""


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        size += len(line.encode())
        if size >= max_bytes:
            break
        kept.append(line)
    return "".join(kept), len(kept)


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[::-1][:max_lines]:
        size += len(line.encode())
        if size >= max_bytes:
            break
        kept.append(line)
    return "".join(reversed(kept)), len(kept)
