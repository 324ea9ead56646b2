"""caught by: test_a_line_ends_at_a_newline_and_nowhere_else

str.splitlines cuts at form feeds, lone carriage returns and U+2028 as well.
"""


def split_lines(text):
    return text.splitlines(keepends=True)
