"""caught by: test_a_follow_up_waits_for_the_end

One queue for both: follow_up is another name for steer.
"""


class Harness:
    def follow_up(self, text):
        self.steer(text)
