"""caught by: test_what_was_waiting_at_a_stop_is_not_lost

A Stop empties the queues: what was said to the run is gone.
"""


class Harness:
    def cancel(self):
        self._token.cancel()
        self._steering.clear()
        self._follow_ups.clear()

    def steer(self, text):
        if not self._token.is_cancelled():
            self._steering.append(user_message(text))

    def follow_up(self, text):
        if not self._token.is_cancelled():
            self._follow_ups.append(user_message(text))
