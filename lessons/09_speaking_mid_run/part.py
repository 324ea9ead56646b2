"""Lesson 09: the user speaks while a run is going, and is heard where the record allows it.

Announces: run_agent, Harness.__init__, Harness.prompt, Harness.steer, Harness.follow_up
"""

# == 3 loop ==


async def run_agent(
    model,
    system,
    messages,
    tools,
    prompt,
    *,
    max_turns=None,
    get_steering=None,
    get_follow_ups=None,
):
    """One run over the caller's list `messages`, as an async generator of events.

    It ends when a reply asks for nothing and nobody is waiting, when a reply failed, or after
    `max_turns` model calls. `get_steering()` and `get_follow_ups()` return lists of user messages.
    """

    # --- your code: 09 run_agent ---
    # step: Ask get_steering() after agent_start (what it returns follows the prompt), and after the
    # step: turn_end of every turn that did not fail: its messages open the next turn.
    # step: Ask get_follow_ups() only when the run would otherwise end.
    # step: Never between a call and its result: there the record has no room for a user.
    def record(message):
        """Mutate, then announce: on the record first, then the event."""
        messages.append(message)
        return {"type": "message_end", "message": message}

    get_steering = get_steering or list  # list() is []: nobody is waiting
    get_follow_ups = get_follow_ups or list
    first, turns = len(messages), 0
    yield {"type": "agent_start"}
    pending = [user_message(prompt), *get_steering()]
    while True:
        yield {"type": "turn_start"}
        for message in pending:
            yield record(message)
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools))
        yield record(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call)
            yield record(result)
            yield {"type": "tool_execution_end", "call": call, "result": result}
        yield {"type": "turn_end", "message": reply}
        if failed(reply):
            break
        pending = get_steering()
        if calls or pending:
            continue
        pending = get_follow_ups()
        if not pending:
            break
    yield {"type": "agent_end", "messages": messages[first:]}
    # --- end ---


# == 4 harness ==


class Harness:
    def __init__(self, model, system, tools, messages=(), max_turns=None):
        # --- your code: 09 Harness.__init__ ---
        # step: Two queues are new here: what was steered, and what is to follow up.
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}  # a key each: the same listener may subscribe twice
        self._run = None
        self._steering, self._follow_ups = [], []
        # --- end ---

    def prompt(self, text):
        """Begin a run and return its events, an async iterator with `aclose`.

        Nothing happens before its first event is asked for. RuntimeError, on the caller's own line,
        while another run is going.
        """
        # --- your code: 09 Harness.prompt ---
        # step: Hand the loop its two asks. Each takes one message at most from its queue:
        # step: what waits goes out one a turn, and stays queued when the run ends first.
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
            )
            async with contextlib.aclosing(events):  # however we end, the loop ends with us
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run
        # --- end ---

    def steer(self, text):
        """Queue words for the next safe point, of this run or, when none is going, of the next."""
        # --- your code: 09 Harness.steer ---
        # step: Queue it as a user message. The record is the loop's to write.
        self._steering.append(user_message(text))
        # --- end ---

    def follow_up(self, text):
        """Queue words for the point where a run would otherwise end."""
        # --- your code: 09 Harness.follow_up ---
        self._follow_ups.append(user_message(text))
        # --- end ---
