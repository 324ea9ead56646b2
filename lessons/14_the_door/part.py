"""Lesson 14: a door in front of a tool: refused in code, with a reason the model can read.

Announces: guard, deny_destructive, confirm_with
"""

# == 2 tools ==


# after: make_bash_tool
def guard(tool, check):
    """The same tool behind a door: `check(name, arguments)` answers None or a reason to refuse."""

    # --- your code: 14 guard ---
    # step: Return the same dict with another execute.
    # step: A reason: raise PermissionError("Tool call blocked: <reason>").
    # step: A check that raises: the reason is "the check failed: <exc>". Fail closed.
    # step: Else the tool's own execute, with the signal it was handed.
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"  # a door that breaks stays shut
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
    # --- end ---


def deny_destructive(name, arguments):
    """A check for `guard` that refuses `rm -rf`. A speed bump: `rm -fr` walks past it."""
    command = arguments.get("command")
    if name == "bash" and isinstance(command, str) and "rm -rf" in command:
        return "rm -rf deletes files for good. Ask the user to run it themselves if they want it."
    return None


def confirm_with(human):
    """A check for `guard` that asks a human, and takes nothing but True for a yes."""

    # --- your code: 14 confirm_with ---
    # step: Return a check that asks human.ask("Allow <name> <json arguments>?").
    # step: Anything but True: "the user said no".
    def check(name, arguments):
        allowed = human.ask(f"Allow {name} {json.dumps(arguments)}?")
        return None if allowed is True else "the user said no"

    return check
    # --- end ---
