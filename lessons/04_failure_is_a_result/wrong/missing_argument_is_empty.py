"""caught by: test_what_is_no_string_is_refused

A missing argument is taken for an empty one.
"""


def str_arg(arguments, name):
    value = arguments.get(name, "")
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value
