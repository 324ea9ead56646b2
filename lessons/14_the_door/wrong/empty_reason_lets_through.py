"""caught by: test_only_none_lets_through

The verdict is looked at for its truth, and a reason without words lets the call through.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
