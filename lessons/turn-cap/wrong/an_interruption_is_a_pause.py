"""caught by: test_the_same_object_goes_on

Whatever is resumed tells of a new start, also where nothing had paused.
"""


class Session:
    async def resume(self, **more):
        if not set(more) <= set(LIMITS):
            raise ValueError(f"a budget limits {', '.join(LIMITS)}")
        if not self.events or self.at["state"] == "done":
            raise RuntimeError("nothing to resume")
        if self.at["paused"] or not more:
            limits = self.at["budget"].items()
            budget = {k: v if v is None else v + more.get(k, 0) for k, v in limits}
            self._emit("session.start", prompt=None, budget=budget)
        elif more:
            raise RuntimeError("not paused")
        return await self._go_on()
