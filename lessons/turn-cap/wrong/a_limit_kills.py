"""caught by: test_a_limit_is_a_yield

A limit raises, and the caller has neither the state nor a way to go on.
"""


class Session:
    def _held(self, counter):
        limit = self.at["warned"] or self._reached(counter)
        if limit is not None:
            if self.at["warned"] is None:
                self._emit("budget.warn", limit=limit)
            self._fire("on_budget_exceeded", limit)
            raise RuntimeError(f"over budget: {limit}")
        return limit is not None
