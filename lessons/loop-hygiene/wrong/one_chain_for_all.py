"""caught by: test_each_harness_has_a_chain_of_its_own

The chain belongs to the reminder, so two harnesses that it is attached to count together.
"""


class RepeatReminder:
    def attach(self, harness):
        if not hasattr(self, "steers"):
            self.steers, self.chain = [], {"key": None, "due": None, "waiting": []}
        chain = self.chain
        return harness.subscribe(lambda event: self.heard(event, chain, harness.steer))
