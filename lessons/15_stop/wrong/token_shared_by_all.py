"""caught by: test_a_token_is_a_flag_of_its_own

The flag is on the class, and cancelling one token cancels all of them.
"""


class CancelToken:
    def __init__(self):
        pass

    def cancel(self):
        type(self)._cancelled = True

    def is_cancelled(self):
        return getattr(type(self), "_cancelled", False)
