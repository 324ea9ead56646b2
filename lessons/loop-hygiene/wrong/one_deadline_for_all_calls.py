"""caught by: test_every_call_has_its_own_time

The clock starts when the tool is wrapped, so the tenth call has no time at all.
"""


def with_timeout(tool, seconds, clock=time.monotonic):
    if seconds is None:
        return tool
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds < math.inf:
        raise ValueError("seconds must be a number above 0, and not endless")

    deadline = clock() + seconds

    async def execute(arguments, signal=None):
        token = DeadlineToken(signal, deadline, clock)

        def check():
            if token.is_cancelled() and token.expired:
                problem = f"tool call timed out after {round(seconds * 1000)}ms"
                raise ToolTimeout(problem) from None

        try:
            content = await tool["execute"](arguments, token)
        except Exception:
            check()
            raise
        check()
        return content

    return {**tool, "execute": execute}
