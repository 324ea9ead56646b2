"""caught by: test_a_hook_may_refuse_a_call

A check that breaks refuses nothing.
"""


class Session:
    def _veto(self, call):
        for hook in self._hooks["before_tool_call"]:
            try:
                reason = hook(call)
            except Exception:
                continue
            if reason is not None:
                return reason
        return None
