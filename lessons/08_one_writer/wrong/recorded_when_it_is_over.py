"""caught by: test_a_listener_finds_the_message_on_the_transcript

The run is played on a copy that becomes the transcript at the end, when it gets there.
"""


class Harness:
    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")

        async def run():
            messages = list(self._messages)
            events = run_agent(
                self.model,
                self.system,
                messages,
                self.tools,
                text,
                max_turns=self.max_turns,
            )
            async with contextlib.aclosing(events):  # however we end, the loop ends with us
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event
            self._messages = messages

        self._run = run()
        return self._run
