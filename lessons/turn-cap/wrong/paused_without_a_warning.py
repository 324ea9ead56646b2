"""caught by: test_a_limit_is_a_yield

It pauses without a word on the log of which limit was reached.
"""


class Session:
    def _held(self, counter):
        limit = self.at["warned"] or self._reached(counter)
        if limit is not None:
            self._fire("on_budget_exceeded", limit)
            self._pause(limit)
        return limit is not None
