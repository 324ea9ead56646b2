"""caught by: test_queues_belong_to_one_harness_and_outlive_its_runs

With no run going, what is said goes nowhere.
"""


class Harness:
    def follow_up(self, text):
        if self.is_running:
            self._follow_ups.append(user_message(text))
