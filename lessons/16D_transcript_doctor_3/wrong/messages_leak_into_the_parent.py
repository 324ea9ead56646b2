"""caught by: test_the_parents_record_holds_one_call_and_one_result

A mutable default: every harness that is built without messages writes to the same list.
"""


class Harness:
    def __init__(self, model, system, tools, messages=[], max_turns=None):  # noqa: B006
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = messages
        self._listeners = {}
        self._run = None
        self._steering, self._follow_ups = [], []
        self._token = CancelToken()
