"""caught by: test_any_prefix_is_enough_to_go_on_from

Gone on with directly after a warning, it warns again: the log is another one.
"""


class Session:
    def _held(self, counter):
        limit = self.at["warned"] or self._reached(counter)
        if limit is not None:
            self._emit("budget.warn", limit=limit)
            self._fire("on_budget_exceeded", limit)
            self._pause(limit)
        return limit is not None
