"""caught by: test_a_second_prompt_is_refused_where_it_is_made

Nobody is refused: two runs write to one transcript.
"""


class Harness:
    def prompt(self, text):

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
                        listener(event)
                    yield event

        self._run = run()
        return self._run
