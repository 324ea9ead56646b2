"""The turn cap: a limit that hands the work back, and a log that a run can be gone on from.

Announces: RunResult, unanswered, CappedAgent, CappedAgent.__init__, CappedAgent.run,
    CappedAgent.resume, CappedAgent.go_on, PullRequest, LIMITS, HOOKS, NEXT_STATES, FITS,
    change_state, apply, replay, Session, Session.__init__, Session.on, Session.subscribe,
    Session.start, Session.resume, Session.pull_request, Session.result, Session._go_on,
    Session._plan, Session._commit, Session._execute, Session._await_tool, Session._reflect,
    Session._held, Session._reached, Session._pause, Session._veto, Session._fire, Session._emit
"""

import collections

# == 4 harness ==


class RunResult(collections.namedtuple("RunResult", "text reason turns")):
    """How a call ended: the model's last words, why it ended, how often the model was asked.

    `reason` is finished, budget, no_tool_call, error or aborted. `text` is never the harness's own.
    """


def unanswered(messages):
    """The calls that have no result yet, in order; those of a failed reply never get one."""
    answered = {m["tool_call_id"] for m in messages if m["role"] == "toolResult"}
    replies = [m for m in messages if m["role"] == "assistant" and not failed(m)]
    return [c for reply in replies for c in tool_calls(reply) if c["id"] not in answered]


class CappedAgent:
    """A conversation in which every call has a cap, and returns a RunResult when it gets there.

    `messages` is the record; it stays, so whoever called may go on from where the cap stopped it.
    """

    def __init__(self, model, system, tools, max_turns):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self.messages = []

    async def run(self, prompt):
        """A prompt worked on for at most `max_turns` model calls."""
        self.messages.append(user_message(prompt))
        return await self.go_on(self.max_turns)

    async def resume(self, extra_turns):
        """Go on for at most `extra_turns` more. RuntimeError when the model had its say."""
        last = self.messages[-1:]
        if not any(m["role"] != "assistant" or failed(m) or tool_calls(m) for m in last):
            raise RuntimeError("nothing to resume; use run()")
        return await self.go_on(extra_turns)

    async def go_on(self, max_turns):
        """The loop, from wherever the record is, as a RunResult."""
        # --- your code: turn-cap CappedAgent.go_on ---
        # step: Calls without a result come first (unanswered), and their results onto the record.
        # step: Then the cap: reason "budget". The text is what the model said last in this call.
        # step: Then ask. A failed reply ends the call; its stop_reason is the reason.
        # step: No calls: "finished" with words, "no_tool_call" when it says nothing either.
        text, turns = "", 0
        while True:
            for call in unanswered(self.messages):
                self.messages.append(await run_tool(self.tools, call))
            if turns >= max_turns:
                return RunResult(text, "budget", turns)
            turns += 1
            view = context_for_model(self.messages)
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self.messages.append(reply)
            text = text_of(reply)
            if failed(reply):
                return RunResult(text, reply["stop_reason"], turns)
            if not tool_calls(reply):
                return RunResult(text, "finished" if text.strip() else "no_tool_call", turns)
        # --- end ---


class PullRequest(collections.namedtuple("PullRequest", "reason state payload")):
    """What a session asks of its caller when it pauses; `resume` answers it.

    `reason` is the limit that was reached (turns, tool_calls, seconds), or error or aborted for a
    reply that failed. `state` is where it goes on. `payload` has the counters and the budget.
    """


LIMITS = ("turns", "tool_calls", "seconds")

HOOKS = (
    "before_plan",  # called with the messages
    "after_plan",  # the plan
    "before_step",  # the call
    "after_step",  # the call
    "before_tool_call",  # the call; a reason that it returns refuses the call
    "after_tool_call",  # the result
    "on_error",  # the failed reply or result
    "on_pause",  # the PullRequest
    "on_budget_exceeded",  # the limit's name
    "on_complete",  # the RunResult
)

NEXT_STATES = {
    "idle": ("planning", "executing"),
    "planning": ("executing", "reflecting", "idle"),
    "executing": ("awaiting_tool", "reflecting", "idle"),
    "awaiting_tool": ("executing",),
    "reflecting": ("planning", "done"),
    "done": (),
}

# Every event there is, and the states it may come in.
FITS = {
    "session.start": ("idle",),
    "plan.draft": ("planning",),
    "plan.commit": ("planning",),
    "step.start": ("executing",),
    "tool.call": ("executing",),
    "tool.result": ("awaiting_tool",),
    "tool.error": ("awaiting_tool",),
    "step.end": ("executing",),
    "budget.warn": ("planning", "executing"),
    "session.pause": ("planning", "executing"),
    "session.complete": ("reflecting",),
}


def change_state(at, state):
    """Move `at` on to another state, in place; nothing else does. ValueError names a change."""
    # --- your code: turn-cap change_state ---
    # step: What may follow at["state"] is in NEXT_STATES.
    # step: Anything else: ValueError("illegal change of state: <old> -> <new>"), nothing changed.
    if state not in NEXT_STATES[at["state"]]:
        raise ValueError(f"illegal change of state: {at['state']} -> {state}")
    at["state"] = state
    # --- end ---


def apply(at, event):
    """Fold one event into `at`, in place: what `at` says of a session comes from here alone.

    ValueError when there is no such event, or it does not fit the state that `at` is in.
    """
    kind = event["type"]
    if kind in ("plan.draft", "budget.warn") and at["state"] == "reflecting":
        change_state(at, "planning")  # one more turn: what comes of it is the first to say so
    if at["state"] not in FITS.get(kind, ()):
        raise ValueError(f"{kind} does not come in state {at['state']}")
    # --- your code: turn-cap apply ---
    # step: session.start: the budget; to planning with the prompt on the messages, the first time,
    # step: and after a pause to the state it paused in. Nothing is paused or warned of any more.
    # step: plan.draft: a turn, a message, the draft. plan.commit: the plan, its cursor at 0, no
    # step: draft; to executing when it has steps, else to reflecting.
    # step: step.start: the step is "open". tool.call: counted; to awaiting_tool. tool.result and
    # step: tool.error: a message, the step is "answered"; to executing.
    # step: step.end: no step, the cursor one on; to reflecting when it was the last.
    # step: budget.warn: warned of that limit. session.pause: paused with reason and state, no
    # step: draft; to idle. session.complete: to done.
    # stub: pass
    if kind == "session.start":
        if at["paused"] is None:
            at["messages"].append(user_message(event["prompt"]))
        change_state(at, at["paused"]["state"] if at["paused"] else "planning")
        at.update(budget=event["budget"], paused=None, warned=None)
    elif kind == "plan.draft":
        at["messages"].append(event["message"])
        at.update(draft=event["message"], turns=at["turns"] + 1)
    elif kind == "plan.commit":
        change_state(at, "executing" if event["steps"] else "reflecting")
        at.update(plan=event["steps"], cursor=0, draft=None)
    elif kind == "step.start":
        at["step"] = "open"
    elif kind == "tool.call":
        change_state(at, "awaiting_tool")
        at["tool_calls"] += 1
    elif kind in ("tool.result", "tool.error"):
        change_state(at, "executing")
        at["messages"].append(event["message"])
        at["step"] = "answered"
    elif kind == "step.end":
        at.update(step=None, cursor=at["cursor"] + 1)
        if at["cursor"] == len(at["plan"]):
            change_state(at, "reflecting")
    elif kind == "budget.warn":
        at["warned"] = event["limit"]
    elif kind == "session.pause":
        at.update(paused={"reason": event["reason"], "state": at["state"]}, draft=None)
        change_state(at, "idle")
    else:
        change_state(at, "done")
    # --- end ---


def replay(events):
    """Where a session is after these events: state, plan, cursor, counters, messages and budget.

    No model and no tool is run. ValueError names the first event that does not fit, from 1.
    """
    at = {"state": "idle", "plan": [], "cursor": 0, "turns": 0, "tool_calls": 0, "messages": []}
    at.update(budget=dict.fromkeys(LIMITS), draft=None, step=None, warned=None, paused=None)
    # --- your code: turn-cap replay ---
    # step: Fold the events, one after the other.
    # step: One that does not fit: ValueError("event <n>: <what apply said>").
    # stub: pass
    for number, event in enumerate(events, start=1):
        try:
            apply(at, event)
        except ValueError as exc:
            raise ValueError(f"event {number}: {exc}") from None
    # --- end ---
    return at


class Session:
    """One prompt worked on within a budget: a machine that pauses at a limit and can be replayed.

    `at` says where it is (see `replay`), `events` how it got there. `budget` limits turns,
    tool_calls and seconds; `clock` is a stopwatch of the session, read and never written down, so
    whoever goes on in another process hands in one that goes on too. `events` is a saved log.
    """

    def __init__(self, model, system, tools, budget=None, clock=None, events=()):
        self.model, self.system, self.tools = model, system, tools
        self.events = list(events)
        self.at = replay(self.events)
        if not self.events:
            self.at["budget"].update(budget or {})
        elif budget:
            raise ValueError("the budget of a saved session is in its log; resume() extends it")
        if set(self.at["budget"]) != set(LIMITS):
            raise ValueError(f"a budget limits {', '.join(LIMITS)}")
        if self.at["budget"]["seconds"] is not None and clock is None:
            raise ValueError("a limit in seconds needs a clock")
        self._clock = clock
        self._hooks = {topic: [] for topic in HOOKS}
        self._listeners = []

    def on(self, topic, hook):
        """Have `hook` called at every `topic` of HOOKS. ValueError for another topic."""
        if topic not in HOOKS:
            raise ValueError(f"unknown hook: {topic}")
        self._hooks[topic].append(hook)

    def subscribe(self, listener):
        """Have `listener` called with every event, when it is in `events` already."""
        self._listeners.append(listener)

    async def start(self, prompt):
        """Work on the prompt: a RunResult when it is done, a PullRequest when it is not."""
        if self.events:
            raise RuntimeError("already started; use resume()")
        self._emit("session.start", prompt=prompt, budget=self.at["budget"])
        return await self._go_on()

    async def resume(self, **more):
        """Go on from a pause, each limit as much higher as `more` says, or from an interruption.

        ValueError for a limit that there is not, RuntimeError when there is nothing to go on from.
        """
        if not set(more) <= set(LIMITS):
            raise ValueError(f"a budget limits {', '.join(LIMITS)}")
        if not self.events or self.at["state"] == "done":
            raise RuntimeError("nothing to resume")
        # --- your code: turn-cap Session.resume ---
        # step: Paused: emit session.start with prompt None and the budget that holds from now on.
        # step: A limit of None stays None.
        # step: Interrupted: nothing is emitted. More budget is then RuntimeError("not paused").
        # step: Either way, go on and return what comes of it.
        # stub: pass
        if self.at["paused"]:
            limits = self.at["budget"].items()
            budget = {k: v if v is None else v + more.get(k, 0) for k, v in limits}
            self._emit("session.start", prompt=None, budget=budget)
        elif more:
            raise RuntimeError("not paused")
        return await self._go_on()
        # --- end ---

    def pull_request(self):
        """What a paused session asks for, from its log; None when it is not paused."""
        if self.at["paused"] is None:
            return None
        payload = {key: self.at[key] for key in ("turns", "tool_calls", "budget")}
        return PullRequest(self.at["paused"]["reason"], self.at["paused"]["state"], payload)

    def result(self):
        """The RunResult of a session that is done; None when it is not."""
        if self.at["state"] != "done":
            return None
        text = text_of(self.at["messages"][-1])
        return RunResult(text, "finished" if text.strip() else "no_tool_call", self.at["turns"])

    async def _go_on(self):
        """From state to state; each step looks at `at` alone, so it starts anywhere."""
        steps = {
            "planning": self._plan,
            "executing": self._execute,
            "awaiting_tool": self._await_tool,
            "reflecting": self._reflect,
        }
        while self.at["state"] in steps:
            await steps[self.at["state"]]()
        return self.result() or self.pull_request()

    async def _plan(self):
        if self.at["draft"] is not None:
            self._commit(self.at["draft"])
        elif not self._held("turns"):
            self._fire("before_plan", self.at["messages"])
            view = context_for_model(self.at["messages"])
            reply = await self.model.acomplete(self.system, view, tool_specs(self.tools))
            self._emit("plan.draft", message=reply)

    def _commit(self, draft):
        if failed(draft):
            self._fire("on_error", draft)
            self._pause(draft["stop_reason"])
        else:
            self._emit("plan.commit", steps=tool_calls(draft))
            self._fire("after_plan", self.at["plan"])

    async def _execute(self):
        call = self.at["plan"][self.at["cursor"]]
        if self.at["step"] == "open":
            self._emit("tool.call", call=call)
        elif self.at["step"] == "answered":
            self._emit("step.end", step=self.at["cursor"])
            self._fire("after_step", call)
        elif not self._held("tool_calls"):
            self._fire("before_step", call)
            self._emit("step.start", step=self.at["cursor"])

    async def _await_tool(self):
        call = self.at["plan"][self.at["cursor"]]
        reason = self._veto(call)
        if reason is None:
            result = await run_tool(self.tools, call)
        else:
            result = tool_result(call, f"Tool call blocked: {reason}", is_error=True)
        self._emit("tool.error" if result["is_error"] else "tool.result", message=result)
        self._fire("after_tool_call", result)
        if result["is_error"]:
            self._fire("on_error", result)

    async def _reflect(self):
        if self.at["plan"]:
            change_state(self.at, "planning")
        else:
            self._emit("session.complete")
            self._fire("on_complete", self.result())

    def _held(self, counter):
        """Whether a limit leaves no room for one more; then the session is paused."""
        # --- your code: turn-cap Session._held ---
        # step: No limit reached (_reached) and none warned of: False.
        # step: Else, unless it was warned of already: emit budget.warn with the limit.
        # step: Then the hook on_budget_exceeded with the limit, and a pause for that reason: True.
        limit = self.at["warned"] or self._reached(counter)
        if limit is not None:
            if self.at["warned"] is None:
                self._emit("budget.warn", limit=limit)
            self._fire("on_budget_exceeded", limit)
            self._pause(limit)
        return limit is not None
        # --- end ---

    def _reached(self, counter):
        """The limit that leaves no room for one more, of this counter's and the clock's."""
        budget = self.at["budget"]
        if budget[counter] is not None and self.at[counter] >= budget[counter]:
            return counter
        if budget["seconds"] is not None and self._clock() >= budget["seconds"]:
            return "seconds"
        return None

    def _pause(self, reason):
        self._emit("session.pause", reason=reason)
        self._fire("on_pause", self.pull_request())

    def _veto(self, call):
        """The first reason that a hook has to refuse this call; one that fails refuses it too."""
        for hook in self._hooks["before_tool_call"]:
            try:
                reason = hook(call)
            except Exception as exc:
                reason = f"the hook failed: {exc}"
            if reason is not None:
                return reason
        return None

    def _fire(self, topic, subject):
        for hook in self._hooks[topic]:
            hook(subject)

    def _emit(self, kind, **details):
        """Mutate, then announce: folded in first, then on the log, then told."""
        event = {"type": kind, **details}
        apply(self.at, event)
        self.events.append(event)
        for listener in self._listeners:
            listener(event)
