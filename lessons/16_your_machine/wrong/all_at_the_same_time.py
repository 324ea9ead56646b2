"""caught by: test_between_two_requests_it_waits

Everybody who was sent away comes back after the same half second.
"""


class AnthropicModel:
    def _wait_after(self, problem, attempts):
        asked = asked_to_wait(problem)
        if attempts > self.retries or not is_transient(problem) or asked > LONGEST_WAIT:
            return None
        return max(0.5 * 2**attempts, asked)
