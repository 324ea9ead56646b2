"""caught by: test_a_run_that_is_left_goes_on_waiting

When a run is closed the harness is free, whichever run that was.
"""


class Harness:
    def __init__(self, model, system, tools, messages=(), max_turns=None):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}
        self.free = True

    @property
    def is_running(self):
        return not self.free

    def prompt(self, text):
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
            self.free = True

        class Closing:
            def __aiter__(_):
                return events

            def __anext__(_):
                return events.__anext__()

            async def aclose(_):
                self.free = True
                await events.aclose()

        self.free, events = False, run()
        return Closing()
