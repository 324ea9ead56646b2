"""caught by: test_replay_says_where_it_is_at_every_event

The larger budget is not on the log, so after a crash the old one holds.
"""


class Session:
    async def resume(self, **more):
        if not set(more) <= set(LIMITS):
            raise ValueError(f"a budget limits {', '.join(LIMITS)}")
        if not self.events or self.at["state"] == "done":
            raise RuntimeError("nothing to resume")
        if self.at["paused"]:
            limits = self.at["budget"].items()
            budget = {k: v if v is None else v + more.get(k, 0) for k, v in limits}
            self._emit("session.start", prompt=None, budget=self.at["budget"])
            self.at["budget"] = budget
        elif more:
            raise RuntimeError("not paused")
        return await self._go_on()
