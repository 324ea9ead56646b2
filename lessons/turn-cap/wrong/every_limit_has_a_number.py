"""caught by: test_resume_re_enters_the_state_it_paused_in

A limit that there was none of becomes one as soon as more of it is given.
"""


class Session:
    async def resume(self, **more):
        if not set(more) <= set(LIMITS):
            raise ValueError(f"a budget limits {', '.join(LIMITS)}")
        if not self.events or self.at["state"] == "done":
            raise RuntimeError("nothing to resume")
        if self.at["paused"]:
            limits = self.at["budget"].items()
            budget = {k: (v or 0) + more[k] if k in more else v for k, v in limits}
            self._emit("session.start", prompt=None, budget=budget)
        elif more:
            raise RuntimeError("not paused")
        return await self._go_on()
