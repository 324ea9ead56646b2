"""caught by: test_a_listener_stays_until_it_is_undone

Unsubscribing a second time raises KeyError.
"""


class Harness:
    def subscribe(self, listener):
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key)
