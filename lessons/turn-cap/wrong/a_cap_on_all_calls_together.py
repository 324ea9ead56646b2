"""caught by: test_resume_goes_on_from_where_the_cap_stopped_it

The turns of earlier calls count too, so what is resumed has none left.
"""


class CappedAgent:
    async def go_on(self, max_turns):
        text, turns = "", sum(m["role"] == "assistant" for m in self.messages)
        while True:
            for call in unanswered(self.messages):
                self.messages.append(await run_tool(self.tools, call))
            if turns >= max_turns:
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
