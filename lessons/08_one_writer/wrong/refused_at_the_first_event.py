"""caught by: test_a_second_prompt_is_refused_where_it_is_made

prompt is an async generator itself, so the refusal comes only when somebody asks for an event.
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

    async def prompt(self, text):
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")
        self._running = True
        try:
            events = run_agent(
                self.model,
                self.system,
                self._messages,
                self.tools,
                text,
                max_turns=self.max_turns,
            )
            async with contextlib.aclosing(events):
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event
        finally:
            self._running = False
