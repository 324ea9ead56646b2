"""caught by: test_given_messages_are_copied

The list that was handed in is the transcript: there are two who write to it.
"""


class Harness:
    def __init__(self, model, system, tools, messages=(), max_turns=None):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = messages if isinstance(messages, list) else list(messages)
        self._listeners = {}
        self._run = None
