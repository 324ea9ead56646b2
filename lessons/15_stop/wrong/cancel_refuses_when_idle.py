"""caught by: test_a_stop_when_nothing_runs_is_harmless

Stop raises when nothing is running.
"""


class Harness:
    def cancel(self):
        if not self.is_running:
            raise RuntimeError("nothing is running")
        self._token.cancel()
