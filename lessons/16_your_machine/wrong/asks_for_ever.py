"""caught by: test_between_two_requests_it_waits

It asks until somebody answers.
"""


class AnthropicModel:
    def _wait_after(self, problem, attempts):
        asked = asked_to_wait(problem)
        if not is_transient(problem) or asked > LONGEST_WAIT:
            return None
        return max(0.5 * (0.5 + self.jitter() / 2), asked)
