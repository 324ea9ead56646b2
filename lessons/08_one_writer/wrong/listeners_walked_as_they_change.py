"""caught by: test_unsubscribing_during_a_run_takes_effect

The dict of listeners is walked while a listener takes itself out of it.
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
                    for listener in self._listeners.values():
                        listener(event)
                    yield event

        self._run = run()
        return self._run
