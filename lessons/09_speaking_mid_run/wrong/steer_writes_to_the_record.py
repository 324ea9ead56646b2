"""caught by: test_steer_writes_nothing_itself

steer appends to the transcript there and then.
"""


class Harness:
    def steer(self, text):
        self._messages.append(user_message(text))
