"""caught by: test_however_a_run_ends_the_next_can_begin

What a listener raises is swallowed: a log that cannot be written goes unnoticed.
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
                    for listener in list(self._listeners.values()):
                        with contextlib.suppress(Exception):
                            listener(event)
                    yield event

        self._run = run()
        return self._run
