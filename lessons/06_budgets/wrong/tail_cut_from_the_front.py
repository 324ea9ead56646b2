"""caught by: test_the_tail_is_the_last_lines_in_their_own_order

The last lines are taken, and then the first of them that fit the bytes.
"""


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    last = split_lines(text)[::-1][:max_lines][::-1]
    return truncate_head("".join(last), max_lines, max_bytes)
