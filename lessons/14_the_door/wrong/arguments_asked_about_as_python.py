"""caught by: test_a_user_is_asked_about_each_call

The question shows the arguments as Python writes them, not as JSON.
"""


def confirm_with(human):
    def check(name, arguments):
        allowed = human.ask(f"Allow {name} {arguments}?")
        return None if allowed is True else "the user said no"

    return check
