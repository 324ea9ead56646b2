"""caught by: test_a_stop_before_a_timeout_is_a_stop

It is not kept what fired first: a tool that takes long to stop is told it had no time.
"""


class DeadlineToken:
    def is_cancelled(self):
        self._stopped = bool(self._outer and self._outer.is_cancelled())
        self.expired = self._clock() >= self._deadline
        return self._stopped or self.expired
