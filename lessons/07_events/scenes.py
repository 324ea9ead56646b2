"""What lesson 07 plays: runs that are watched, runs that are left, and two frontends."""

import asyncio

SYSTEM = "You are a careful release manager."
PROMPT = "Is the build green?"


def _script(lab, name):
    """The replies of a model."""
    check = lab.call("check", {})
    say = lab.say("All green.")
    half = {**lab.reply(lab.text("The build"), check, stop_reason="error"), "error_message": "529"}
    return {
        "an answer": [say],
        "one check": [lab.reply(lab.text("Let me see."), check), say],
        "two checks in one reply": [lab.reply(check, check), say],
        "two checks, one after the other": [lab.reply(check), lab.reply(check), say],
        "a tool that fails": [lab.reply(lab.call("broken", {})), say],
        "a tool that is not there": [lab.reply(lab.call("nowhere", {})), say],
        "a failure at once": [lab.fail("529: overloaded")],
        "a failure after half a sentence": [lab.fail("529: overloaded", partial="The build")],
        "a failure after a check": [lab.reply(check), lab.fail("529: overloaded")],
        "a failed reply with a call in it": [half],
        "a Stop": [{**lab.reply(stop_reason="aborted"), "error_message": "Operation aborted"}],
        "nothing to say": [lab.reply()],
        "check after check": [lab.stuck(check)],
    }[name]


class _Stage:
    """A run that has not begun, and all that can be seen of it."""

    def __init__(self, harness, lab, steps, history=(), laps=0, **limits):
        self.lab, self.model, self.record = lab, lab.ScriptedModel(steps), list(history)
        self.check = lab.tool("check", returns="still red", laps=laps)
        tools = [self.check, lab.tool("broken", raises="no disk")]
        self.run = harness.run_agent(self.model, SYSTEM, self.record, tools, PROMPT, **limits)
        self.events = []

    def now(self):
        """What stands on the record, how often the model was asked and how often a check ran."""
        checks, asked = len(self.check["calls"]), len(self.model.calls)
        return {"record": self.lab.shape(self.record), "asked": asked, "checks": checks}

    async def some(self, count=None):
        """Takes `count` events, or all."""
        while count is None or len(self.events) < count:
            try:
                event = await self.run.__anext__()
            except StopAsyncIteration:
                break
            self.events.append(_plain(event))


def _plain(event):
    return {k: list(v) if k == "messages" else v for k, v in event.items()}


async def a_run(harness, lab, script, history=(), **limits):
    """Watch a run from its first event to its last."""
    stage = _Stage(harness, lab, _script(lab, script), history, **limits)
    await stage.some()
    return {
        "record": stage.record,
        "events": stage.events,
        "requests": lab.requests(stage.model),
    }


async def a_run_that_nobody_watches(harness, lab):
    """Ask for a run, and for none of its events."""
    stage = _Stage(harness, lab, _script(lab, "an answer"))
    kind = {"can be iterated": hasattr(stage.run, "__aiter__")}
    kind["can be closed"] = hasattr(stage.run, "aclose")
    if kind["can be closed"]:
        await stage.run.aclose()
    elif hasattr(stage.run, "close"):
        stage.run.close()
    return {"run": kind, "then": stage.now()}


async def a_run_watched_closely(harness, lab, script):
    """At each event of a run, look at the record, at the model and at the tool."""
    stage, then = _Stage(harness, lab, _script(lab, script)), []
    while len(stage.events) == len(then):
        await stage.some(len(then) + 1)
        then.append(stage.now())
    return {"record": stage.record, "events": stage.events, "then": then[: len(stage.events)]}


async def a_run_that_is_closed(harness, lab, after):
    """One check and an answer would be twelve events; the run is closed after some of them."""
    stage = _Stage(harness, lab, _script(lab, "one check"))
    await stage.some(after)
    raised = await lab.raised(lambda: stage.run.aclose())
    then, seen = stage.now(), len(stage.events)
    if raised is None:
        await stage.some()
    return {
        "record": stage.record,
        "raised": raised and f"{raised['type']}: {raised['message']}",
        "then": then,
        "events": [event["type"] for event in stage.events[:seen]],
        "events_after_that": [event["type"] for event in stage.events[seen:]],
    }


async def a_task_that_is_cancelled(harness, lab, during):
    """The task that watches a run is cancelled, while a model or a tool takes its time."""
    steps = _script(lab, "one check")
    if during == "the model":
        steps[0] = lab.slow(steps[0], laps=50)
    stage = _Stage(harness, lab, steps, laps=50)
    task = asyncio.ensure_future(stage.some())
    for _ in range(20):
        await lab.lap()
    task.cancel()
    await asyncio.wait([task])
    then = stage.now()
    return {
        "record": stage.record,
        "cancelled": task.cancelled(),
        "events": [event["type"] for event in stage.events],
        "then": then,
    }


async def told_of_messages(harness, lab, frontend, messages):
    """A frontend is told of some messages, one message_end each, and then to finish."""
    events = [{"type": "message_end", "message": message} for message in messages]
    return _rendered(harness, lab, frontend, events)


async def a_run_rendered(harness, lab, frontend, script):
    """Watch a run through a frontend."""
    seen = await a_run(harness, lab, script)
    return {**seen, **_rendered(harness, lab, frontend, seen["events"])}


def _rendered(harness, lab, frontend, events):
    """What a frontend prints at each event and at its end, and whether it says all went well."""
    renderer = getattr(harness, frontend)()
    meanwhile = [lab.printed(lambda event=event: renderer.render(event)) for event in events]
    ended_well = []
    at_the_end = lab.printed(lambda: ended_well.append(renderer.finish()))
    return {"meanwhile": meanwhile, "at_the_end": at_the_end, "ended_well": ended_well[0]}
