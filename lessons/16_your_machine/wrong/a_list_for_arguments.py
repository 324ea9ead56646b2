"""caught by: test_no_call_of_a_cut_reply_is_run

Whatever the JSON says is taken for arguments, a list and a number too.
"""


def parse_arguments(name, text):
    try:
        return json.loads(text or "{}")
    except ValueError:
        raise NoReply(f"The arguments of {name} are no whole JSON: {text[:80]}") from None
