"""caught by: test_resume_goes_on_from_where_the_cap_stopped_it

Resuming starts over: the prompt goes onto the record once more.
"""


class CappedAgent:
    async def resume(self, extra_turns):
        last = self.messages[-1:]
        if not any(m["role"] != "assistant" or failed(m) or tool_calls(m) for m in last):
            raise RuntimeError("nothing to resume; use run()")
        prompt = next(m for m in self.messages if m["role"] == "user")
        self.messages.append(prompt)
        return await self.go_on(extra_turns)
