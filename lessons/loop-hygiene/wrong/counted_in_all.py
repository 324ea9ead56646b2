"""caught by: test_another_call_is_another_chain

It counts how often a call was made at all, not how often in a row.
"""


class RepeatReminder:
    def count(self, chain, call):
        if not self.watches(call["name"]):
            return None
        key = call_key(call)
        made = chain.setdefault("made", {})
        chain["length"] = made[key] = made.get(key, 0) + 1
        return self.notice(call, chain["length"]) if chain["length"] in self.thresholds else None
