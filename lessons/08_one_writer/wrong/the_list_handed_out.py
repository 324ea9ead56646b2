"""caught by: test_messages_is_a_tuple_of_what_is_there

The transcript itself is handed out: whoever reads it can write it, and it grows under their eyes.
"""


class Harness:
    @property
    def messages(self):
        return self._messages
