"""caught by: test_a_tool_that_is_not_watched_neither_counts_nor_resets

What is excluded is counted all the same.
"""


class RepeatReminder:
    def count(self, chain, call):
        if call["name"] is None:
            return None
        key = call_key(call)
        chain["length"] = chain["length"] + 1 if key == chain["key"] else 1
        chain["key"] = key
        return self.notice(call, chain["length"]) if chain["length"] in self.thresholds else None
