"""caught by: test_however_a_run_ends_the_next_can_begin

Once prompted, a harness is taken to be running.
"""


class Harness:
    @property
    def is_running(self):
        # A generator that is over has no frame. A flag cleared in a `finally` would stay set when
        # the run is closed before its first event: a body that never began has no `finally`.
        return self._run is not None
