"""caught by: test_the_head_is_the_first_lines_that_fit

The text is split at its newlines, so one that ends in a newline has an empty line after it.
"""


def split_lines(text):
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + lines[-1:]
