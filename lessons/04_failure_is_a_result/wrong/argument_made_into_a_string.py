"""caught by: test_what_is_no_string_is_refused

An argument of another type is made into a string.
"""


def str_arg(arguments, name):
    if name not in arguments:
        raise ValueError(f"{name} must be a string")
    return str(arguments[name])
