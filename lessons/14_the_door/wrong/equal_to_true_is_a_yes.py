"""caught by: test_anything_but_true_is_a_no

The answer is compared with ==, and 1 == True.
"""


def confirm_with(human):
    def check(name, arguments):
        allowed = human.ask(f"Allow {name} {json.dumps(arguments)}?")
        return None if allowed == True else "the user said no"  # noqa: E712

    return check
