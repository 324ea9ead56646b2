"""caught by: test_what_is_no_string_is_refused

A missing argument is looked up as if it were there.
"""


def str_arg(arguments, name):
    value = arguments[name]
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value
