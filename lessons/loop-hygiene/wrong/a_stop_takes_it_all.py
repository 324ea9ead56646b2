"""caught by: test_a_timeout_before_a_stop_is_a_timeout

A Stop that comes after the deadline makes an ordinary cancel of the timeout.
"""


class DeadlineToken:
    def is_cancelled(self):
        if not self._stopped:
            self._stopped = bool(self._outer and self._outer.is_cancelled())
            self.expired = not self._stopped and self._clock() >= self._deadline
        return self._stopped or self.expired
