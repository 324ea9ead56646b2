"""caught by: test_anything_but_true_is_a_no

A user who cannot be asked is thought to agree.
"""


def confirm_with(human):
    def check(name, arguments):
        try:
            allowed = human.ask(f"Allow {name} {json.dumps(arguments)}?")
        except EOFError:
            return None
        return None if allowed is True else "the user said no"

    return check
