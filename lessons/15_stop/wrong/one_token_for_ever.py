"""caught by: test_a_stop_when_nothing_runs_is_harmless

The harness has one token for all its runs, and after the first Stop each run is stopped.
"""


class Harness:
    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        def one(queue):  # one message an ask: each gets a turn of its own
            return [queue.pop(0)] if queue else []

        async def run():
            events = run_agent(
                self.model,
                self.system,
                self._messages,
                self.tools,
                text,
                max_turns=self.max_turns,
                get_steering=lambda: one(self._steering),
                get_follow_ups=lambda: one(self._follow_ups),
                signal=self._token,
            )
            async with contextlib.aclosing(events):  # however we end, the loop ends with us
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run
