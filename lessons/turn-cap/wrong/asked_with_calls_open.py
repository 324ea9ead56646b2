"""caught by: test_an_interrupted_batch_is_finished_first

Calls are run right after their reply only; what an interruption left open stays open.
"""


class CappedAgent:
    async def go_on(self, max_turns):
        text, turns = "", 0
        while True:
            if turns >= max_turns:
                return RunResult(text, "budget", turns)
            turns += 1
            view = context_for_model(self.messages)
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self.messages.append(reply)
            text = text_of(reply)
            for call in unanswered([reply]):
                self.messages.append(await run_tool(self.tools, call))
            if failed(reply):
                return RunResult(text, reply["stop_reason"], turns)
            if not tool_calls(reply):
                return RunResult(text, "finished" if text.strip() else "no_tool_call", turns)
