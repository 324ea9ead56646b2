"""caught by: test_a_check_that_raises_refuses

What the check raised goes up as it is: the call fails, and nobody can tell a broken door from a
broken tool.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        reason = check(tool["name"], arguments)
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
