"""caught by: test_messages_is_a_tuple_of_what_is_there

A copy, but a list: it looks as if one could append to it.
"""


class Harness:
    @property
    def messages(self):
        return list(self._messages)
