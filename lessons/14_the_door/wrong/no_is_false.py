"""caught by: test_anything_but_true_is_a_no

The check answers whether the call is allowed, where a reason or None is wanted.
"""


def confirm_with(human):
    def check(name, arguments):
        allowed = human.ask(f"Allow {name} {json.dumps(arguments)}?")
        return allowed is True

    return check
