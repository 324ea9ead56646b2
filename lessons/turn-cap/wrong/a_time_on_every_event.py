"""caught by: test_any_prefix_is_enough_to_go_on_from

Every event carries a clock, so no run has the log of another.
"""

import time


class Session:
    def _emit(self, kind, **details):
        event = {"type": kind, **details, "time": time.perf_counter()}
        apply(self.at, event)
        self.events.append(event)
        for listener in self._listeners:
            listener(event)
