"""caught by: test_a_tool_that_does_not_look_is_awaited

What a deaf tool returns after its time is taken for a result in time.
"""


def with_timeout(tool, seconds, clock=time.monotonic):
    if seconds is None:
        return tool
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds < math.inf:
        raise ValueError("seconds must be a number above 0, and not endless")

    async def execute(arguments, signal=None):
        token = DeadlineToken(signal, clock() + seconds, clock)

        def check():
            if token.is_cancelled() and token.expired:
                problem = f"tool call timed out after {round(seconds * 1000)}ms"
                raise ToolTimeout(problem) from None

        try:
            content = await tool["execute"](arguments, token)
        except Exception:
            check()
            raise
        if token.expired:
            check()
        return content

    return {**tool, "execute": execute}
