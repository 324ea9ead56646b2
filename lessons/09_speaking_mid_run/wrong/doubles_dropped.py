"""caught by: test_what_waits_is_heard_one_a_turn

What waits already is not queued a second time.
"""


class Harness:
    def steer(self, text):
        if user_message(text) not in self._steering:
            self._steering.append(user_message(text))
