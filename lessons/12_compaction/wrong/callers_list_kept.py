"""caught by: test_a_transcript_is_not_replaced_during_a_run

The list that was handed over becomes the transcript, so that the next run writes into the caller's.
"""


class Harness:
    def replace_messages(self, messages):
        if self.is_running:
            raise RuntimeError("cannot replace messages during a run")
        self._messages = messages
