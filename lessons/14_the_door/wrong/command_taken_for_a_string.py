"""caught by: test_rm_rf_is_refused

The command is thought to be there and to be a string.
"""


def deny_destructive(name, arguments):
    if name == "bash" and "rm -rf" in arguments["command"]:
        return "rm -rf deletes files for good. Ask the user to run it themselves if they want it."
    return None
