"""caught by: test_it_never_refuses_a_call

At its last threshold it presses Stop.
"""


class RepeatReminder:
    def attach(self, harness):
        chain = {"key": None, "due": None, "waiting": []}

        def listener(event):
            self.heard(event, chain, harness.steer)
            if chain["length"] == self.thresholds[-1]:
                harness.cancel()

        return harness.subscribe(listener)
