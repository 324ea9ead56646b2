"""caught by: test_rm_rf_is_refused

Only a command that starts with `rm -rf` is refused.
"""


def deny_destructive(name, arguments):
    command = arguments.get("command")
    if name == "bash" and isinstance(command, str) and command.startswith("rm -rf"):
        return "rm -rf deletes files for good. Ask the user to run it themselves if they want it."
    return None
