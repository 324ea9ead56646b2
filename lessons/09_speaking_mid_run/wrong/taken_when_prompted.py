"""caught by: test_what_waits_outlives_a_closed_run

prompt takes what waits out of the queue before the run has begun.
"""


class Harness:
    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        def one(queue):
            return [queue.pop(0)] if queue else []

        waiting = one(self._steering)

        async def run():
            events = run_agent(
                self.model,
                self.system,
                self._messages,
                self.tools,
                text,
                max_turns=self.max_turns,
                get_steering=lambda: one(waiting) or one(self._steering),
                get_follow_ups=lambda: one(self._follow_ups),
            )
            async with contextlib.aclosing(events):
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run
