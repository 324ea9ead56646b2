"""caught by: test_the_notice_is_cut_the_comparison_is_not

Calls are compared by their preview: long arguments that differ at the end are taken for equal.
"""


class RepeatReminder:
    def count(self, chain, call):
        if not self.watches(call["name"]):
            return None
        name, arguments = call_key(call)
        key = (name, arguments[: self.preview_chars])
        chain["length"] = chain["length"] + 1 if key == chain["key"] else 1
        chain["key"] = key
        return self.notice(call, chain["length"]) if chain["length"] in self.thresholds else None
