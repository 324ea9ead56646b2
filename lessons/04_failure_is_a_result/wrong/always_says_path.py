"""caught by: test_what_is_no_string_is_refused

The message names path, whatever argument was asked for.
"""


def str_arg(arguments, name):
    value = arguments.get(name)
    if not isinstance(value, str):
        raise ValueError("path must be a string")
    return value
