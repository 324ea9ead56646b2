"""caught by: test_listeners_hear_each_event_before_the_consumer

There is room for one listener: the next one takes its place.
"""


class Harness:
    def subscribe(self, listener):
        key = "listener"
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None)
