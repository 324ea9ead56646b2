"""caught by: test_no_call_of_a_cut_reply_is_run

Half a JSON text is closed with what is missing, and half a file is written.
"""


def parse_arguments(name, text):
    for end in ("", "}", '"}', ' ""}'):
        try:
            arguments = json.loads((text or "{}") + end)
        except ValueError:
            continue
        if isinstance(arguments, dict):
            return arguments
    raise NoReply(f"The arguments of {name} are no whole JSON: {text[:80]}")
