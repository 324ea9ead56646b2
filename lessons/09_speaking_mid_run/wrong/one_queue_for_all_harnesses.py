"""caught by: test_queues_belong_to_one_harness_and_outlive_its_runs

The queues are made once, as defaults, and shared by every harness.
"""


class Harness:
    def __init__(self, model, system, tools, messages=(), max_turns=None, _queues=([], [])):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}
        self._run = None
        self._steering, self._follow_ups = _queues
