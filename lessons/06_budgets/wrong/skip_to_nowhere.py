"""caught by: test_a_line_over_the_budget_is_told_and_can_be_skipped

The last line can be skipped, too: to a line that does not exist.
"""


def over_budget_note(path, number, total, size, max_bytes):
    skip = f" Use offset={number + 1} to skip it."
    return (
        f"[Line {number} of {path} is {size} bytes, over the {max_bytes}-byte budget of one read,"
        f" so none of it is shown.{skip}]"
    )
