"""caught by: test_no_call_of_a_cut_reply_is_run

Arguments that cannot be parsed become {}, and the tool is run without them.
"""


def parse_arguments(name, text):
    try:
        arguments = json.loads(text or "{}")
    except ValueError:
        arguments = {}
    return arguments if isinstance(arguments, dict) else {}
