"""caught by: test_it_can_be_put_on_and_taken_off

attach returns nothing to take it off with.
"""


class RepeatReminder:
    def attach(self, harness):
        chain = {"key": None, "due": None, "waiting": []}
        harness.subscribe(lambda event: self.heard(event, chain, harness.steer))
        return lambda: None
