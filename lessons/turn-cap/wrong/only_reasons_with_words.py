"""caught by: test_a_hook_may_refuse_a_call

A reason without words is taken for no reason.
"""


class Session:
    def _veto(self, call):
        for hook in self._hooks["before_tool_call"]:
            try:
                reason = hook(call)
            except Exception as exc:
                reason = f"the hook failed: {exc}"
            if reason:
                return reason
        return None
