"""Lesson 15: Stop is a flag, and nothing stops until somebody looks at it.

Announces: ABORTED, run_tool, run_agent, CancelToken, CancelToken.__init__, CancelToken.cancel,
    CancelToken.is_cancelled, Harness.__init__, Harness.prompt, Harness.cancel, stop_run
"""

# == 1 messages ==

# before: user_message
ABORTED = "Operation aborted"


# == 2 tools ==


async def run_tool(tools, call, signal=None):
    """Run one call and return the toolResult that answers it, whatever happens.

    The one place where a failure becomes a result. Only a cancelled task passes through.
    """
    # --- your code: 15 run_tool ---
    # step: Stop was pressed (signal.is_cancelled()): the answer is ABORTED, flagged; nothing runs.
    # step: Else hand the signal on: execute(arguments, signal).
    if signal and signal.is_cancelled():
        return tool_result(call, ABORTED, is_error=True)
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"], signal)
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)
    # --- end ---


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
    signal=None,
):
    """One run over the caller's list `messages`, as an async generator of events.

    It ends when a reply asks for nothing and nobody is waiting, when a reply failed, after
    `max_turns` model calls, or at a Stop. `get_steering()` and `get_follow_ups()` return lists of
    user messages; `signal` is a CancelToken.
    """

    # --- your code: 15 run_agent ---
    # step: Where max_turns is looked at, look at the signal too: no paid request follows a Stop.
    # step: The reply of that turn is error_message(ABORTED, "aborted").
    # step: Hand the signal to run_tool and to the model.
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
        elif signal and signal.is_cancelled():
            reply = error_message(ABORTED, "aborted")  # no paid request follows a Stop
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools), signal)
        yield record(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call, signal)
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


# before: Harness
class CancelToken:
    """The Stop flag of one run. Nothing stops until somebody looks at it."""

    def __init__(self):
        self._cancelled = False

    def cancel(self):
        self._cancelled = True

    def is_cancelled(self):
        return self._cancelled


class Harness:
    def __init__(self, model, system, tools, messages=(), max_turns=None):
        # --- your code: 15 Harness.__init__ ---
        # step: A CancelToken, so that cancel() is harmless before the first run.
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}  # a key each: the same listener may subscribe twice
        self._run = None
        self._steering, self._follow_ups = [], []
        self._token = CancelToken()
        # --- end ---

    def prompt(self, text):
        """Begin a run and return its events, an async iterator with `aclose`.

        Nothing happens before its first event is asked for. RuntimeError, on the caller's own line,
        while another run is going.
        """
        # --- your code: 15 Harness.prompt ---
        # step: Each run gets a fresh token, and run_agent gets it as signal.
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")
        self._token = CancelToken()

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
        # --- end ---

    # after: Harness.follow_up
    def cancel(self):
        """Press Stop. Harmless when nothing is running: each run has a token of its own."""
        # --- your code: 15 Harness.cancel ---
        self._token.cancel()
        # --- end ---


# == 5 frontends ==


async def stop_run(harness, task, grace=5):
    """Stop a run: ask, give it `grace` laps of the event loop (not seconds), then cancel its task.

    Returns "clean" when the task was over in time, however it ended, else "hard".
    """
    # --- your code: 15 stop_run ---
    # step: harness.cancel(), then up to `grace` times asyncio.sleep(0). Done by then: "clean".
    # step: Else cancel the task and wait until it is over: "hard".
    # step: Only that task's CancelledError is swallowed. When stop_run itself is being cancelled,
    # step: its own goes up, and so does another exception of the task.
    harness.cancel()
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    await asyncio.wait([task])  # `await task` could not tell its cancellation from our own
    if not task.cancelled():
        task.result()  # an exception of the task is not ours to swallow
    return "hard"
    # --- end ---
