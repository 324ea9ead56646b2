"""What loop hygiene plays: runs that go in circles and have a reminder, and tools on a clock."""

import asyncio

SYSTEM = "You look after a project."


def _tools(harness, lab, replies, denied, failing):
    """One tool for each name that the model calls, behind a closed door or failing where told."""
    names = {block["name"] for reply in replies for block in reply["content"] if "name" in block}
    tools = []
    for name in sorted(names - {"nowhere"}):
        tool = lab.tool(name, **({"raises": "it broke"} if name in failing else {}))
        shut = harness.guard(tool, lambda name, arguments: "not today")
        tools.append({**shut, "calls": tool["calls"]} if name in denied else tool)
    return tools


def _seen(harness, lab, owner, model, tools):
    record = list(owner.messages)
    notices = [n for n, message in enumerate(record) if "source" in message]
    return {
        "record": record,
        "shape": lab.shape(record),
        "notices": [record[n]["content"] for n in notices],
        "spoke_after": [sum(m["role"] == "toolResult" for m in record[:n]) for n in notices],
        "from_user": [m["content"] for m in record if harness.from_user(m)],
        "requests": [request["messages"] for request in lab.requests(model)],
        "complaints": lab.validate(record, record=True),
        "ran": sum(len(tool["calls"]) for tool in tools),
    }


async def a_run(
    harness,
    lab,
    replies,
    options=None,
    prompts=("Go.",),
    steer=None,
    follow_up=None,
    stop_after=None,
    denied=(),
    failing=(),
):
    """Prompts to a guarded harness with a reminder of these options, whose model says `replies`.

    `steer` has what the user says after the n-th result, by n as a text; after `stop_after` results
    somebody presses Stop. `heard` are the messages as they come to somebody who listens, `log`
    those that a listener wrote down.
    """
    tools = _tools(harness, lab, replies, denied, failing)
    model = lab.ScriptedModel(replies)
    reminder = harness.RepeatReminder(**(options or {}))
    owner = harness.GuardedHarness(model, SYSTEM, tools, guards=[reminder])
    log, heard, results = harness.SessionLog(lab.Workspace(), "log.jsonl"), [], []
    owner.subscribe(harness.persist_to(log))

    def listen(event):
        if event["type"] == "message_end":
            heard.append(dict(event["message"]))
        if event["type"] == "tool_execution_end":
            results.append(event)
            words = (steer or {}).get(str(len(results)))
            if words is not None:
                owner.steer(words)
            if len(results) == stop_after:
                owner.cancel()

    owner.subscribe(listen)
    if follow_up is not None:
        owner.follow_up(follow_up)
    for prompt in prompts:
        await lab.drive(owner.prompt(prompt))
    seen = _seen(harness, lab, owner, model, tools)
    return {**seen, "log": log.replay(), "heard": heard}


async def one_reminder_for_two(harness, lab, replies):
    """Two harnesses share a reminder, and their runs take turns, an event each."""
    reminder = harness.RepeatReminder()
    models = [lab.ScriptedModel(replies) for _ in range(2)]
    look = lab.tool("look")
    owners = [harness.GuardedHarness(m, SYSTEM, [look], guards=[reminder]) for m in models]
    runs = [owner.prompt("Go.") for owner in owners]
    while runs:
        for run in list(runs):
            if await anext(run, None) is None:
                runs.remove(run)
    pairs = zip(owners, models, strict=True)
    return [_seen(harness, lab, owner, model, [look])["spoke_after"] for owner, model in pairs]


async def attached_and_taken_off(harness, lab, replies, on_after, off_after):
    """A reminder attached to a plain harness, and taken off, after so many results."""
    model, look = lab.ScriptedModel(replies), lab.tool("look")
    owner = harness.Harness(model, SYSTEM, [look])
    results, undo = [], []

    def attach():
        undo.append(harness.RepeatReminder().attach(owner))

    def listen(event):
        if event["type"] == "tool_execution_end":
            results.append(event)
            if len(results) == on_after:
                attach()
            if len(results) == off_after:
                undo[0]()

    owner.subscribe(listen)
    if on_after == 0:
        attach()
    await lab.drive(owner.prompt("Go."))
    return _seen(harness, lab, owner, model, [look])


async def closed_with_a_notice_due(harness, lab, replies, results, closed_at):
    """The consumer goes away at this event after so many results; then the user prompts again."""
    model, look = lab.ScriptedModel(replies), lab.tool("look")
    owner = harness.GuardedHarness(model, SYSTEM, [look], guards=[harness.RepeatReminder()])
    run = owner.prompt("Go.")
    async for event in run:
        results -= event["type"] == "tool_execution_end"
        if results == 0 and event["type"] == closed_at:
            break
    await run.aclose()
    await lab.drive(owner.prompt("Go on."))
    return _seen(harness, lab, owner, model, [look])


def _refused(raised):
    """What was raised, by its type, and whether it said anything; None when nothing was."""
    return raised and f"{raised['type']}, {'in words' if raised['message'] else 'without a word'}"


def reminders(harness, lab, options):
    """A reminder is made with each of these options: what that raises, or None."""
    return [
        _refused(lab.raised(lambda each=each: harness.RepeatReminder(**each))) for each in options
    ]


def more_reminders(harness, lab):
    """The same for options that are no plain data, by what they are."""
    tried = {
        "a tuple": {"thresholds": (3, 5)},
        "a range": {"thresholds": range(2, 9)},
        "a number that is not there": {"thresholds": (3, float("nan"))},
        "one number": {"thresholds": 3},
        "names in a tuple": {"include": ("look", "git_*"), "exclude": ("git_log",)},
        "names in a set": {"exclude": {"look"}},
        "bytes": {"include": (b"look",)},
        "nothing": {"include": None},
        "endless": {"preview_chars": float("inf")},
    }
    names = list(tried)
    return dict(zip(names, reminders(harness, lab, [tried[name] for name in names]), strict=True))


class _Job:
    """A tool that works in steps of a second on a clock of its own, and looks at its token."""

    def __init__(self, lab, takes, looks, ends):
        self.lab, self.takes, self.looks, self.ends = lab, takes, looks, ends
        self.now, self.steps, self.token, self.tokens = 100, 0, None, []
        self.stop_at = None

    def clock(self):
        return self.now

    async def work(self, arguments, signal):
        self.tokens.append(signal)
        for _ in range(self.takes):
            if self.looks and signal and signal.is_cancelled():
                return f"given up after {self.steps} s"
            await self.lab.lap()
            self.now, self.steps = self.now + 1, self.steps + 1
            if self.steps == self.stop_at:
                self.token.cancel()
        if self.ends == "raises":
            raise OSError("no disk")
        if self.ends == "cancelled":
            raise asyncio.CancelledError
        return None if self.ends == "silent" else "done"


async def timed(
    harness, lab, seconds, takes, looks=True, ends="returns", stop_at=None, signal=True, calls=1
):
    """A tool that takes so many seconds, in time limits of `seconds`, from the inside out.

    `stop_at` is the step after which somebody presses Stop. `code` is what a program finds on the
    exception when it runs the tool itself.
    """
    job = _Job(lab, takes, looks, ends)
    plain = tool = {**lab.tool("work", does=job.work), "snippet": "Work"}
    for each in seconds:
        tool = harness.with_timeout(tool, each, clock=job.clock)
    found = {"results": [], "steps": [], "code": None}
    try:
        for number in range(calls):
            job.token, job.steps, job.stop_at = harness.CancelToken(), 0, stop_at
            token = job.token if signal else None
            call = lab.call("work", {"n": number}, f"c{number + 1}")
            found["results"].append(await harness.run_tool([tool], call, token))
            found["steps"].append(job.steps)
        before = job.now
        for _ in range(20):
            await lab.lap()
        found["went_on"] = job.now - before
        found["stopped"] = job.token.is_cancelled()
        await tool["execute"]({"n": calls})
    except asyncio.CancelledError:
        found["passed_through"] = True
    except Exception as exc:
        found["code"] = getattr(exc, "code", None)
    found["handed_on"] = job.tokens[0] is job.token
    found["same_tool"] = tool is plain
    found["told"] = {key: tool[key] for key in ("name", "description", "parameters", "snippet")}
    return found


def limits(harness, lab, seconds):
    """A time limit of each of these, or of one named here: what that raises, or None."""
    named = {"nan": float("nan"), "inf": float("inf"), "minus inf": float("-inf"), "list": [1]}
    told = []
    for each in seconds:
        limit = named.get(each, each)
        raised = lab.raised(lambda limit=limit: harness.with_timeout(lab.tool("work"), limit))
        told.append(_refused(raised))
    return told


async def on_the_real_clock(harness, lab):
    """A tool that is done at once, with an hour to do it in."""
    tool = harness.with_timeout(lab.tool("work", returns="done"), 3600)
    return await harness.run_tool([tool], lab.call("work", {}, "c1"), None)


def a_token(harness, lab, moments, outer=True):
    """A token of ten seconds: what it says, and whether it is out of time, after each look.

    A moment is a number of seconds that go by, "stop" or "look".
    """
    now, stop = [0], harness.CancelToken()
    token = harness.DeadlineToken(stop if outer else None, 10, lambda: now[0])
    told = []
    for moment in moments:
        if moment == "stop":
            stop.cancel()
        elif moment == "look":
            told.append([token.is_cancelled(), token.expired])
        else:
            now[0] += moment
    return told


async def noted(harness, lab):
    """Tools whose codes are noted: one that is called with a token and without, one that fails."""

    class Full(Exception):
        code = "FULL"

    called, codes = [], []
    look = lab.tool("look", does=lambda arguments, signal: called.append([arguments, not signal]))
    full = lab.tool("full", raises=Full("no disk"))
    look, full = (harness.noting_code(tool, codes.append) for tool in (look, full))
    raised = [
        await lab.raised(look["execute"]({"n": 1})),
        await lab.raised(look["execute"]({"n": 2}, harness.CancelToken())),
        await lab.raised(full["execute"]({}, None)),
    ]
    messages = [each and each["message"] for each in raised]
    return {"called": called, "raised": messages, "codes": codes}


async def codes_on_the_record(harness, lab):
    """A run with a tool that is out of time, one that just fails, and one with a number for a code.

    `log` is what a listener wrote down of their results.
    """

    class Refused(Exception):
        code = 403

    job = _Job(lab, 9, True, "returns")
    work = harness.with_timeout(lab.tool("work", does=job.work), 2, clock=job.clock)
    tools = [work, lab.tool("boom", raises="no disk"), lab.tool("ask", raises=Refused("no"))]
    calls = [lab.call(name, {}) for name in ("boom", "work", "ask", "work", "nowhere")]
    model = lab.ScriptedModel([lab.reply(*calls), lab.say("Done.")])
    owner = harness.GuardedHarness(model, SYSTEM, tools, [lab.user("Hi."), lab.say("Hello.")], 1)
    log = harness.SessionLog(lab.Workspace(), "log.jsonl")
    owner.subscribe(harness.persist_to(log))
    await lab.drive(owner.prompt("Go."))
    results = [message for message in log.replay() if message["role"] == "toolResult"]
    record = list(owner.messages)
    return {
        "log": [[m["content"], m["is_error"], m.get("code", "none")] for m in results],
        "same": [m for m in record if m["role"] == "toolResult"] == results,
        "shape": lab.shape(record),
        "specs": lab.requests(model)[0]["tools"] == harness.tool_specs(tools),
        "ended": record[-1]["error_message"],
    }
