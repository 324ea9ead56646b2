"""caught by: test_the_check_is_told_the_tool_and_its_arguments

The check is told the tool's name and the arguments as a string of JSON.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], {"arguments": json.dumps(arguments)})
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
