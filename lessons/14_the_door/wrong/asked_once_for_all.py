"""caught by: test_a_user_is_asked_about_each_call

The answer to one question is kept for the same question.
"""


def confirm_with(human):
    answers = {}

    def check(name, arguments):
        question = f"Allow {name} {json.dumps(arguments)}?"
        if question not in answers:
            answers[question] = human.ask(question)
        return None if answers[question] is True else "the user said no"

    return check
