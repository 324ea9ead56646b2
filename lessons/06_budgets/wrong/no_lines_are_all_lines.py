"""caught by: test_the_tail_is_the_last_lines_in_their_own_order

lines[-max_lines:] is the whole text when max_lines is 0.
"""


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    kept, size = [], 0
    for line in reversed(split_lines(text)[-max_lines:]):
        size += len(line.encode())
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(reversed(kept)), len(kept)
