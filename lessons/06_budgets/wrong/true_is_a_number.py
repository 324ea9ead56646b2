"""caught by: test_numbers_are_checked

isinstance(True, int) is true, so the model can ask for line True.
"""


def int_arg(arguments, name, default):
    value = arguments.get(name)
    if value is None:
        return default
    if not isinstance(value, int):
        raise ValueError(f"{name} must be an integer")
    return value
