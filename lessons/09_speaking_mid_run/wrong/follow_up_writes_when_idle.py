"""caught by: test_steer_writes_nothing_itself

With no run going, follow_up sees nothing to wait for and appends at once.
"""


class Harness:
    def follow_up(self, text):
        queue = self._follow_ups if self.is_running else self._messages
        queue.append(user_message(text))
