"""caught by: test_each_call_is_checked

What the check said of a tool once holds for every later call of it, whatever its arguments.
"""


def guard(tool, check):
    verdicts = {}

    async def execute(arguments, signal=None):
        try:
            if tool["name"] not in verdicts:
                verdicts[tool["name"]] = check(tool["name"], arguments)
            reason = verdicts[tool["name"]]
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
