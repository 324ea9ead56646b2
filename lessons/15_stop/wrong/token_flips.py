"""caught by: test_a_token_is_a_flag_of_its_own

A second press of Stop takes the first one back.
"""


class CancelToken:
    def cancel(self):
        self._cancelled = not self._cancelled
