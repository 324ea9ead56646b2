"""caught by: test_out_of_time_is_the_result

The timeout is returned as text: words of the tool, with no flag on them.
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
                return f"tool call timed out after {round(seconds * 1000)}ms"
            return None

        try:
            content = await tool["execute"](arguments, token)
        except Exception:
            if problem := check():
                return problem
            raise
        return check() or content

    return {**tool, "execute": execute}
