"""caught by: test_any_prefix_is_enough_to_go_on_from

The model is asked again although its reply is on the log.
"""


class Session:
    async def _plan(self):
        if not self._held("turns"):
            self._fire("before_plan", self.at["messages"])
            view = context_for_model(self.at["messages"])
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self._emit("plan.draft", message=reply)
            self._commit(reply)
