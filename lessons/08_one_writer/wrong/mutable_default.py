"""caught by: test_every_harness_has_a_transcript_of_its_own

A mutable default: all harnesses that are built without messages share one list.
"""


class Harness:
    def __init__(self, model, system, tools, messages=[], max_turns=None):  # noqa: B006
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = messages
        self._listeners = {}
        self._run = None
