"""caught by: test_a_guarded_tool_is_the_same_tool_with_another_execute

The dict is built anew from the keys that a provider is told, and loses the others.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {
        "name": tool["name"],
        "description": tool["description"],
        "parameters": tool["parameters"],
        "execute": execute,
    }
