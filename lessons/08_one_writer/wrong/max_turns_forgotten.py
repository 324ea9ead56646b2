"""caught by: test_every_run_has_the_harnesss_max_turns

The cap is kept in the harness and never handed to the loop.
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
            )
            async with contextlib.aclosing(events):  # however we end, the loop ends with us
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run
