"""caught by: test_an_open_door_changes_nothing

One `try` around both: a tool that fails reads as if the check had.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
            if reason is None:
                return await tool["execute"](arguments, signal)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        raise PermissionError(f"Tool call blocked: {reason}")

    return {**tool, "execute": execute}
