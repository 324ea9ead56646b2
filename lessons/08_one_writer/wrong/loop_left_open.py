"""caught by: test_however_a_run_ends_nothing_is_left_open

The outer generator is closed and the loop inside it is not: it waits for the garbage collector.
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
            async for event in events:
                for listener in list(self._listeners.values()):
                    listener(event)
                yield event

        self._run = run()
        return self._run
