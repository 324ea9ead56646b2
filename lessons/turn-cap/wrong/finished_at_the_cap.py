"""caught by: test_the_cap_is_told_by_its_reason_not_by_the_text

A run that was stopped says that it finished.
"""


class CappedAgent:
    async def go_on(self, max_turns):
        text, turns = "", 0
        while True:
            for call in unanswered(self.messages):
                self.messages.append(await run_tool(self.tools, call))
            if turns >= max_turns:
                return RunResult(text, "finished", turns)
            turns += 1
            view = context_for_model(self.messages)
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self.messages.append(reply)
            text = text_of(reply)
            if failed(reply):
                return RunResult(text, reply["stop_reason"], turns)
            if not tool_calls(reply):
                return RunResult(text, "finished" if text.strip() else "no_tool_call", turns)
