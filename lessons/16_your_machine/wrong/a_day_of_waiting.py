"""caught by: test_a_retry_after_is_obeyed_up_to_a_minute

It waits as long as it is told to, a day if need be.
"""


class AnthropicModel:
    def _wait_after(self, problem, attempts):
        if attempts > self.retries or not is_transient(problem):
            return None
        return max(0.5 * 2**attempts * (0.5 + self.jitter() / 2), asked_to_wait(problem))
