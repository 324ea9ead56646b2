"""caught by: test_a_guarded_tool_is_the_same_tool_with_another_execute

The tool that was handed over is changed, so that it has no way around the door any more.
"""


def guard(tool, check):
    run = tool["execute"]

    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await run(arguments, signal)

    tool["execute"] = execute
    return tool
