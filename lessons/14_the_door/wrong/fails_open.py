"""caught by: test_a_check_that_raises_refuses

A check that raises is passed over, and the tool runs.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception:
            reason = None
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
