"""caught by: test_a_transcript_is_not_replaced_during_a_run

Nobody asks whether a run is going: it goes on writing to the old list, and all read the new one.
"""


class Harness:
    def replace_messages(self, messages):
        self._messages = list(messages)
