"""caught by: test_it_is_running_from_the_prompt_to_the_end

The last event is taken for the end of the run, though its consumer is still at it.
"""


class Harness:
    def __init__(self, model, system, tools, messages=(), max_turns=None):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}
        self._running = False

    @property
    def is_running(self):
        return self._running

    def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")
        self._running = True

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
                async with contextlib.aclosing(events):
                    async for event in events:
                        if event["type"] == "agent_end":
                            self._running = False
                        for listener in list(self._listeners.values()):
                            listener(event)
                        yield event
            finally:
                self._running = False

        return run()
