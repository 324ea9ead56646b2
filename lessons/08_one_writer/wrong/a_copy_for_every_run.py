"""caught by: test_a_prompt_is_a_run_over_its_own_transcript

The run is played on a copy, so nothing of it is on the transcript afterwards.
"""


class Harness:
    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        async def run():
            events = run_agent(
                self.model,
                self.system,
                list(self._messages),
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
