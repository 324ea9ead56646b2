"""caught by: test_what_waits_is_heard_one_a_turn

An ask empties the queue: all that waits goes into one turn.
"""


class Harness:
    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        def one(queue):
            waiting = list(queue)
            queue.clear()
            return waiting

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
            )
            async with contextlib.aclosing(events):
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run
