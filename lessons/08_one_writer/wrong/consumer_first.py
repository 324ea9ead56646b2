"""caught by: test_listeners_hear_each_event_before_the_consumer

The consumer gets the event before the listeners: when it leaves, they never hear of it.
"""


class Harness:
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
                    yield event
                    for listener in list(self._listeners.values()):
                        listener(event)

        self._run = run()
        return self._run
