"""caught by: test_the_tail_is_the_last_lines_in_their_own_order

The lines are taken from the back and left in that order.
"""


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in split_lines(text)[::-1][:max_lines]:
        size += len(line.encode())
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(kept), len(kept)
