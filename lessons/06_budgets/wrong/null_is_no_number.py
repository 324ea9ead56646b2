"""caught by: test_read_returns_the_lines_that_were_asked_for

The default is there for a missing argument only: null is refused.
"""


def int_arg(arguments, name, default):
    if name not in arguments:
        return default
    value = arguments[name]
    if not isinstance(value, int) or isinstance(value, bool):  # True is an int to Python
        raise ValueError(f"{name} must be an integer")
    return value
