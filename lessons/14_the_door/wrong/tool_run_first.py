"""caught by: test_a_reason_comes_back_as_the_calls_result

The check is asked when the tool has already run, and only its answer is held back.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        answer = await tool["execute"](arguments, signal)
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return answer

    return {**tool, "execute": execute}
