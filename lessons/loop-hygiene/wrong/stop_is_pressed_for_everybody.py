"""caught by: test_every_call_has_its_own_time

At the deadline the token that was handed down is cancelled, and so the whole run stops.
"""


class DeadlineToken:
    def is_cancelled(self):
        if not self._stopped and not self.expired:
            self._stopped = bool(self._outer and self._outer.is_cancelled())
            self.expired = not self._stopped and self._clock() >= self._deadline
            if self.expired and hasattr(self._outer, "cancel"):
                self._outer.cancel()
        return self._stopped or self.expired
