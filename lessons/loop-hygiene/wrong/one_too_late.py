"""caught by: test_the_same_call_again_is_told_at_each_threshold

It counts the repetitions, not the calls: the notice at three comes after the fourth.
"""


class RepeatReminder:
    def count(self, chain, call):
        if not self.watches(call["name"]):
            return None
        key = call_key(call)
        chain["length"] = chain["length"] + 1 if key == chain["key"] else 1
        chain["key"] = key
        again = chain["length"] - 1
        return self.notice(call, again) if again in self.thresholds else None
