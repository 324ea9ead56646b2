"""caught by: test_however_a_run_ends_nothing_is_left_open

The loop is closed in an `except Exception`, which a closed or cancelled run goes past.
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
            try:
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event
            except Exception:
                await events.aclose()
                raise

        self._run = run()
        return self._run
