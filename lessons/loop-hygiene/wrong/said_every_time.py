"""caught by: test_the_same_call_again_is_told_at_each_threshold

From the first threshold on every call gets a notice, until the model has learnt to skip them.
"""


class RepeatReminder:
    def count(self, chain, call):
        if not self.watches(call["name"]):
            return None
        key = call_key(call)
        chain["length"] = chain["length"] + 1 if key == chain["key"] else 1
        chain["key"] = key
        return self.notice(call, chain["length"]) if chain["length"] >= self.thresholds[0] else None
