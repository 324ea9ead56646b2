"""caught by: test_the_cap_is_a_cap

The cap is raised a hundredfold, so that it is never seen again.
"""


class CappedAgent:
    async def go_on(self, max_turns):
        text, turns = "", 0
        while True:
            for call in unanswered(self.messages):
                self.messages.append(await run_tool(self.tools, call))
            if turns >= 100 * max_turns + 100:
                return RunResult(text, "budget", turns)
            turns += 1
            view = context_for_model(self.messages)
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self.messages.append(reply)
            text = text_of(reply)
            if failed(reply):
                return RunResult(text, reply["stop_reason"], turns)
            if not tool_calls(reply):
                return RunResult(text, "finished" if text.strip() else "no_tool_call", turns)
