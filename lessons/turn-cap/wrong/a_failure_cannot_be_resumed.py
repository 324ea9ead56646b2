"""caught by: test_resume_goes_on_after_a_failure

Only the cap can be resumed from: after a failure of the provider the work is lost.
"""


class CappedAgent:
    async def resume(self, extra_turns):
        last = self.messages[-1:]
        if not any(m["role"] != "assistant" or tool_calls(m) for m in last):
            raise RuntimeError("nothing to resume; use run()")
        return await self.go_on(extra_turns)
