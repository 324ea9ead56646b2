"""caught by: test_anything_but_true_is_a_no

Whatever counts as true is taken for a yes.
"""


def confirm_with(human):
    def check(name, arguments):
        allowed = human.ask(f"Allow {name} {json.dumps(arguments)}?")
        return None if allowed else "the user said no"

    return check
