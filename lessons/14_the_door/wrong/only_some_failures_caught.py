"""caught by: test_a_check_that_raises_refuses

Only the failures that somebody thought of refuse; after any other the tool runs.
"""


def guard(tool, check):
    async def execute(arguments, signal=None):
        reason = None
        try:
            reason = check(tool["name"], arguments)
        except (ValueError, RuntimeError) as exc:
            reason = f"the check failed: {exc}"
        except Exception:
            pass
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}
