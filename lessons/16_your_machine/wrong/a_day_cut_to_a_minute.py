"""caught by: test_a_retry_after_is_obeyed_up_to_a_minute

Told to wait a day, it comes back after a minute, three times.
"""


class AnthropicModel:
    def _wait_after(self, problem, attempts):
        if attempts > self.retries or not is_transient(problem):
            return None
        backoff = 0.5 * 2**attempts * (0.5 + self.jitter() / 2)
        return min(max(backoff, asked_to_wait(problem)), LONGEST_WAIT)
