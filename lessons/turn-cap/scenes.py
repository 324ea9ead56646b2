"""What the turn cap plays: calls that are capped; sessions that pause, crash and go on."""

import asyncio
import json

SYSTEM = "You look things up."


class PowerCut(Exception):
    """The process is gone, directly after an event was saved."""


def _tools(lab):
    """One that answers, and one that fails; both keep a log."""
    look = lab.tool("look", does=lambda arguments, signal: f"saw {arguments['at']}")
    return [look, lab.tool("boom", raises="it broke")]


def _ran(tools):
    return [arguments for tool in tools for arguments in tool["calls"]]


def _told(outcome):
    """A RunResult or a PullRequest as plain data, by its fields."""
    if hasattr(outcome, "payload"):
        return {"pull": outcome.reason, "state": outcome.state, "payload": dict(outcome.payload)}
    return {"text": outcome.text, "reason": outcome.reason, "turns": outcome.turns}


async def capped(harness, lab, steps, calls, max_turns):
    """A capped agent over these replies; `calls` are prompts to run, or numbers to resume with."""
    tools, model = _tools(lab), lab.ScriptedModel(steps)
    agent = harness.CappedAgent(model, SYSTEM, tools, max_turns)
    results, asked, raised = [], [], []
    for call in calls:
        play = agent.run if isinstance(call, str) else agent.resume
        try:
            results.append(_told(await play(call)))
        except Exception as exc:
            raised.append([type(exc).__name__, str(exc)])
        asked.append(len(model.calls))
    return {
        "results": results,
        "record": agent.messages,
        "requests": lab.requests(model),
        "asked": asked,
        "ran": _ran(tools),
        "raised": raised,
    }


async def cancelled_in_a_tool(harness, lab, steps, at, max_turns):
    """The program is cancelled while the tool runs for the `at`-th time; then it resumes with 9."""
    seen = []

    def look(arguments, signal):
        seen.append(arguments["at"])
        if len(seen) == at:
            raise asyncio.CancelledError
        return f"saw {arguments['at']}"

    model = lab.ScriptedModel(steps)
    agent = harness.CappedAgent(model, SYSTEM, [lab.tool("look", does=look)], max_turns)
    try:
        await agent.run("Look.")
    except asyncio.CancelledError:
        left = lab.shape(agent.messages)
        result = await agent.resume(9)
        return {"left": left, "shape": lab.shape(agent.messages), "seen": seen, **_told(result)}
    return {"left": "it was not cancelled"}


async def session(harness, lab, steps, budget=None, more=(), ticks=False):
    """A session over these replies, resumed with each of `more` in turn; its clock counts events.

    `trace` are its events and hooks as they came, the hooks in brackets.
    """
    tools, model, trace = _tools(lab), lab.ScriptedModel(steps), []
    log = []
    clock = (lambda: len(log)) if ticks else None
    machine = harness.Session(model, SYSTEM, tools, budget, clock)
    machine.subscribe(lambda event: (log.append(event), trace.append(event["type"])))
    for topic in harness.HOOKS:
        machine.on(topic, lambda subject, topic=topic: trace.append(f"[{topic}]"))
    outcomes, states = [await machine.start("Look.")], []
    for each in more:
        states.append(machine.at["state"])
        outcomes.append(await machine.resume(**each))
    return {
        "outcomes": [_told(outcome) for outcome in outcomes],
        "states": [*states, machine.at["state"]],
        "trace": trace,
        "log": log,
        "at": machine.at,
        "requests": lab.requests(model),
        "ran": _ran(tools),
    }


async def told_to_hooks(harness, lab, steps, budget=None):
    """What each hook of a session is told, by its topic; results and requests by their fields."""
    told = {topic: [] for topic in harness.HOOKS}
    machine = harness.Session(lab.ScriptedModel(steps), SYSTEM, _tools(lab), budget)
    for topic, heard in told.items():
        machine.on(topic, lambda subject, heard=heard: heard.append(_plain(subject)))
    await machine.start("Look.")
    return told


def _plain(subject):
    if hasattr(subject, "reason"):
        return _told(subject)
    return json.loads(json.dumps(subject))


async def refused(harness, lab, steps, reasons):
    """Hooks before a tool call that give these reasons; "raise" stands for one that breaks."""
    tools, asked = _tools(lab), []
    machine = harness.Session(lab.ScriptedModel(steps), SYSTEM, tools)
    log = []
    machine.subscribe(log.append)

    def hook(reason):
        def check(call):
            asked.append(call["arguments"])
            if reason == "raise":
                raise KeyError("policy")
            return reason

        return check

    for reason in reasons:
        machine.on("before_tool_call", hook(reason))
    outcome = _told(await machine.start("Look."))
    return {
        "outcome": outcome,
        "record": machine.at["messages"],
        "counted": machine.at["tool_calls"],
        "log": [event["type"] for event in log],
        "asked": asked,
        "ran": _ran(tools),
    }


def state_changes(harness, lab):
    """Every pair of states that there is: where `at` is after the change, and what was raised."""
    states = ["idle", "planning", "executing", "awaiting_tool", "reflecting", "done"]
    found = {}
    for old in states:
        for new in states:
            at = {"state": old}
            raised = lab.raised(lambda at=at, new=new: harness.change_state(at, new))
            found[f"{old} -> {new}"] = [at["state"], raised and raised["message"]]
    return found


def replayed(harness, lab, events):
    """A saved log is replayed: where it is, or what was raised."""
    found = {}
    raised = lab.raised(lambda: found.update(at=harness.replay(events)))
    return {**found, "raised": raised and [raised["type"], raised["message"]]}


async def replayed_at_every_event(harness, lab, steps, budget, more):
    """Where the session is whenever it tells of an event, and what a replay says then."""
    machine = harness.Session(lab.ScriptedModel(steps), SYSTEM, _tools(lab), budget)
    log, live, again = [], [], []

    def listen(event):
        log.append(json.dumps(event))
        live.append(json.loads(json.dumps(machine.at)))
        again.append(harness.replay([json.loads(line) for line in log]))

    machine.subscribe(listen)
    await machine.start("Look.")
    for each in more:
        await machine.resume(**each)
    return {"live": live, "again": again, "log": log}


class _World:
    """What outlives a process: the saved log, and how far the model and the tools have got."""

    def __init__(self, harness, lab, steps, budget, more):
        self.harness, self.lab, self.steps = harness, lab, steps
        self.budget, self.more = budget, more
        self.log, self.asked, self.ran = [], 0, 0

    async def live(self, events=None):
        """One process: it goes on from the saved log until it is done, or for `events` more."""
        saved = [json.loads(line) for line in self.log]
        drafts = sum(event["type"] == "plan.draft" for event in saved)
        model, tools = self.lab.ScriptedModel(self.steps[drafts:]), _tools(self.lab)
        budget = None if saved else self.budget
        clock = lambda: len(self.log)  # noqa: E731
        machine = self.harness.Session(model, SYSTEM, tools, budget, clock, saved)
        machine.subscribe(lambda event: self._save(event, events, len(saved)))
        try:
            if not saved:
                await machine.start("Look.")
            while machine.at["state"] != "done":
                paused = machine.at["state"] == "idle"
                await machine.resume(**(self.more if paused else {}))
        except PowerCut:
            pass
        finally:
            self.asked, self.ran = self.asked + len(model.calls), self.ran + len(_ran(tools))
        return machine

    def _save(self, event, events, before):
        self.log.append(json.dumps(event))
        if events is not None and len(self.log) - before == events:
            raise PowerCut
        if len(self.log) > 500:
            raise self.lab.SceneOver("500 events, and it is not done")


async def gone_on_from_any_prefix(harness, lab, steps, budget, more):
    """A run that nothing interrupts; then one for each prefix of its log, which goes on from there.

    `calls` has, for each of them, how often the model was asked and tools were run after it.
    """
    whole = _World(harness, lab, steps, budget, more)
    await whole.live()
    logs, calls = [], []
    for size in range(len(whole.log)):
        world = _World(harness, lab, steps, budget, more)
        world.log = whole.log[:size]
        await world.live()
        logs.append(world.log)
        calls.append([world.asked, world.ran])
    return {"log": whole.log, "all_calls": [whole.asked, whole.ran], "logs": logs, "calls": calls}


async def cut_after_every_event(harness, lab, steps, budget, more):
    """A run whose process is gone after each single event, each time gone on with from the log."""
    whole, world = (_World(harness, lab, steps, budget, more) for _ in range(2))
    await whole.live()
    for _ in whole.log:
        await world.live(events=1)
    return {
        "log": whole.log,
        "cut": world.log,
        "calls": [whole.asked, whole.ran],
        "cut_calls": [world.asked, world.ran],
    }


async def the_same_object_goes_on(harness, lab, steps, at):
    """A listener raises at event `at`; then the same session is resumed."""
    model, tools, log = lab.ScriptedModel(steps), _tools(lab), []
    machine = harness.Session(model, SYSTEM, tools)

    def listen(event):
        log.append(event)
        if len(log) == at:
            raise PowerCut("the disk is full")

    machine.subscribe(listen)
    raised = await lab.raised(machine.start("Look."))
    outcome = _told(await machine.resume())
    return {"raised": raised["message"], "outcome": outcome, "log": log, "ran": _ran(tools)}


async def a_restored_pause(harness, lab, steps, budget):
    """A session pauses; another process reads its log, and asks what it is waiting for."""
    first = harness.Session(lab.ScriptedModel(steps), SYSTEM, _tools(lab), budget)
    before = first.pull_request()
    given = _told(await first.start("Look."))
    tools, model = _tools(lab), lab.ScriptedModel([])
    second = harness.Session(model, SYSTEM, tools, events=first.events)
    return {
        "before": before,
        "given": given,
        "read": _told(second.pull_request()),
        "calls": [len(model.calls), len(_ran(tools))],
    }


async def what_is_refused(harness, lab):
    """What a caller can do wrong with a session, and what is raised."""

    def made(**more):
        return harness.Session(lab.ScriptedModel([lab.say("Yes.")]), SYSTEM, _tools(lab), **more)

    done, fresh = made(), made()
    await done.start("Look.")
    cut = made(events=done.events[:2])
    tries = {
        "an unknown hook": lambda: fresh.on("before_lunch", print),
        "an unknown limit": lambda: made(budget={"dollars": 3}),
        "seconds without a clock": lambda: made(budget={"seconds": 3}),
        "a budget beside a log": lambda: made(budget={"turns": 3}, events=done.events),
        "a second start": lambda: done.start("Look again."),
        "resumed before it began": lambda: fresh.resume(),
        "resumed when done": lambda: done.resume(turns=1),
        "more of an unknown limit": lambda: cut.resume(dollars=3),
        "more without a pause": lambda: cut.resume(turns=1),
    }
    found = {}
    for name, play in tries.items():
        raised = lab.raised(play)
        raised = await raised if hasattr(raised, "__await__") else raised
        found[name] = raised and [raised["type"], raised["message"]]
    return {"raised": found, "log": len(cut.events), "done": len(done.events)}


async def a_model_that_raises(harness, lab):
    """The adapter has a bug: asking the model raises a KeyError."""

    def bug(request):
        raise KeyError("choices")

    agent = harness.CappedAgent(lab.ScriptedModel([bug]), SYSTEM, [], 3)
    raised = await lab.raised(agent.run("Look."))
    return {"raised": raised and raised["type"], "record": agent.messages}
