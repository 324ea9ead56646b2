"""caught by: test_replay_says_where_it_is_at_every_event

Listeners hear of an event before it is folded in: what they ask of the session is old.
"""


class Session:
    def _emit(self, kind, **details):
        event = {"type": kind, **details}
        for listener in self._listeners:
            listener(event)
        apply(self.at, event)
        self.events.append(event)
