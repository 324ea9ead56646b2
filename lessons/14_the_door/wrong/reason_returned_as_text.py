"""caught by: test_a_reason_comes_back_as_the_calls_result

The reason is returned like an answer of the tool, so the result isn't flagged as an error.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            return f"Tool call blocked: {reason}"
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
