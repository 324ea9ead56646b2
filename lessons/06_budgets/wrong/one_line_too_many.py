"""caught by: test_the_head_is_the_first_lines_that_fit

The line that goes over the budget is kept, and the cut comes after it.
"""


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        if size > max_bytes:
            break
        size += len(line.encode())
        kept.append(line)
    return "".join(kept), len(kept)
