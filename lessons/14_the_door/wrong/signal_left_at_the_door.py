"""caught by: test_the_signal_goes_through_the_door

The guarded tool is called without the signal, and a Stop does not reach it.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments)

    return {**tool, "execute": execute}
