"""caught by: test_a_reason_comes_back_as_the_calls_result

The model learns that it was refused, and not why.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError("Tool call blocked")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
