"""caught by: test_a_string_argument_is_handed_on

Blanks around an argument are taken away.
"""


def str_arg(arguments, name):
    value = arguments.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value.strip()
