"""caught by: test_the_cap_is_a_cap

The cap is looked at before the calls of the last reply are run, so they wait for their results.
"""


class CappedAgent:
    async def go_on(self, max_turns):
        text, turns = "", 0
        while True:
            if turns >= max_turns:
                return RunResult(text, "budget", turns)
            for call in unanswered(self.messages):
                self.messages.append(await run_tool(self.tools, call))
            turns += 1
            view = context_for_model(self.messages)
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self.messages.append(reply)
            text = text_of(reply)
            if failed(reply):
                return RunResult(text, reply["stop_reason"], turns)
            if not tool_calls(reply):
                return RunResult(text, "finished" if text.strip() else "no_tool_call", turns)
