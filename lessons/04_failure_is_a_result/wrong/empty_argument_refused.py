"""caught by: test_a_string_argument_is_handed_on

An empty string is refused like a missing one: no file can be emptied any more.
"""


def str_arg(arguments, name):
    value = arguments.get(name)
    if not value or not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value
