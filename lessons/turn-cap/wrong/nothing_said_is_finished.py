"""caught by: test_a_call_says_how_it_ended

A reply that holds neither a call nor a word counts as an answer.
"""


class CappedAgent:
    async def go_on(self, max_turns):
        text, turns = "", 0
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
                return RunResult(text, "finished", turns)
