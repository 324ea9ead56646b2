"""caught by: test_stop_reaches_the_tool

The tool gets a token of its own that knows nothing of Stop.
"""


class DeadlineToken:
    def is_cancelled(self):
        if not self._stopped and not self.expired:
            self._stopped = False
            self.expired = not self._stopped and self._clock() >= self._deadline
        return self._stopped or self.expired
