"""Lesson 08: an object that owns one transcript and lets one run at a time write to it.

Announces: Harness, Harness.__init__, Harness.messages, Harness.is_running, Harness.prompt,
    Harness.subscribe
"""

import contextlib

# == 4 harness ==


class Harness:
    """Owns one transcript and lets one run at a time write to it."""

    def __init__(self, model, system, tools, messages=(), max_turns=None):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}  # a key each: the same listener may subscribe twice
        self._run = None

    @property
    def messages(self):
        """The transcript so far, as a tuple: to read, not to write."""
        # --- your code: 08 Harness.messages ---
        # step: Hand out a copy that nobody can append to.
        return tuple(self._messages)
        # --- end ---

    @property
    def is_running(self):
        """True from the call of `prompt` until that run is exhausted, dies or is closed."""
        # --- your code: 08 Harness.is_running ---
        # step: Think of a run that is closed before its first event: no `finally` of it ever runs.
        # A generator that is over has no frame. A flag cleared in a `finally` would stay set when
        # the run is closed before its first event: a body that never began reaches no `finally`.
        return self._run is not None and self._run.ag_frame is not None
        # --- end ---

    def prompt(self, text):
        """Begin a run and return its events, an async iterator with `aclose`.

        Nothing happens before its first event is asked for. RuntimeError, on the caller's own line,
        while another run is going.
        """
        # --- your code: 08 Harness.prompt ---
        # step: Refuse: RuntimeError("already running; use steer() or follow_up()").
        # step: Make the run, an async generator over run_agent(...) on your own list, and keep it.
        # step: Each event goes to every listener (self._listeners.values()), then to the consumer.
        # step: However the outer generator ends, close the inner one (contextlib.aclosing).
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        async def run():
            events = run_agent(
                self.model,
                self.system,
                self._messages,
                self.tools,
                text,
                max_turns=self.max_turns,
            )
            async with contextlib.aclosing(events):  # however we end, the loop ends with us
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run
        # --- end ---

    def subscribe(self, listener):
        """Have `listener(event)` called with every event, before the consumer has it.

        A listener that raises ends the run. Returns the function that undoes it.
        """
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None)
