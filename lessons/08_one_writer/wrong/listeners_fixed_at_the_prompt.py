"""caught by: test_unsubscribing_during_a_run_takes_effect

The listeners of a run are those of its beginning: who unsubscribes goes on hearing.
"""


class Harness:
    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        listeners = list(self._listeners.values())

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
                    for listener in listeners:
                        listener(event)
                    yield event

        self._run = run()
        return self._run
