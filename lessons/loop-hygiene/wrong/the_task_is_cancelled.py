"""caught by: test_a_tool_that_does_not_look_is_awaited

When the time is up the tool's task is cancelled, in the middle of whatever it tidies up.
"""


def with_timeout(tool, seconds, clock=time.monotonic):
    if seconds is None:
        return tool
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds < math.inf:
        raise ValueError("seconds must be a number above 0, and not endless")

    async def execute(arguments, signal=None):
        token = DeadlineToken(signal, clock() + seconds, clock)
        task = asyncio.ensure_future(tool["execute"](arguments, token))
        while not task.done():
            if token.is_cancelled() and token.expired:
                task.cancel()
                await asyncio.wait([task])
                raise ToolTimeout(f"tool call timed out after {round(seconds * 1000)}ms")
            await asyncio.sleep(0)
        return task.result()

    return {**tool, "execute": execute}
