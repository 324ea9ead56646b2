"""What lesson 08 plays: one harness prompted again and again, left half way, and listened to."""

import asyncio
import contextlib
import sys

SYSTEM = "You are a careful release manager."
PROMPT = "Is the build green?"
AGAIN = "And now?"


def _owner(harness, lab, steps, **given):
    """A harness, its model and its tool."""
    model, check = lab.ScriptedModel(steps), lab.tool("check", returns="still red")
    return harness.Harness(model, SYSTEM, [check], **given), model, check


def _one_check(lab):
    return [lab.reply(lab.call("check", {})), lab.say("Still red."), lab.say("All green.")]


def _plain(event):
    return {k: list(v) if k == "messages" else v for k, v in event.items()}


async def _take(run, count):
    """The types of the next `count` events."""
    return [(await run.__anext__())["type"] for _ in range(count)]


class _Generators:
    """Counts the async generators that were begun and are not over."""

    def __enter__(self):
        self._begun, self._hooks = [], sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._begins)
        return self

    def __exit__(self, *exc):
        sys.set_asyncgen_hooks(*self._hooks)

    def _begins(self, generator):
        self._begun.append(generator)
        if self._hooks.firstiter:
            self._hooks.firstiter(generator)

    def open(self):
        return sum(generator.ag_frame is not None for generator in self._begun)


async def two_prompts(harness, lab):
    """Prompt a harness twice, one run after the other."""
    owner, model, _check = _owner(harness, lab, _one_check(lab))
    events = [[_plain(e) for e in await lab.drive(owner.prompt(p))] for p in (PROMPT, AGAIN)]
    return {"record": list(owner.messages), "events": events, "requests": lab.requests(model)}


async def a_harness_that_is_given_messages(harness, lab, messages):
    """Build a harness from somebody's list, change that list, and prompt the harness."""
    theirs = list(messages)
    owner, model, _check = _owner(harness, lab, [lab.say("All green.")], messages=theirs)
    theirs.append(lab.user("I was never said."))
    events = await lab.drive(owner.prompt(PROMPT))
    return {
        "record": list(owner.messages),
        "their_list": theirs,
        "requests": lab.requests(model),
        "at_the_end": [_plain(event) for event in events[-1:]],
    }


async def two_harnesses(harness, lab):
    """Build two harnesses without messages, and prompt the first one."""
    first, _model, _check = _owner(harness, lab, [lab.say("All green.")])
    second, _model, _check = _owner(harness, lab, [lab.say("All green.")])
    await lab.drive(first.prompt(PROMPT))
    return {"first": list(first.messages), "second": list(second.messages)}


async def a_look_at_the_messages(harness, lab):
    """Look at `messages` before a run, at each of its messages, and after it."""
    owner, _model, _check = _owner(harness, lab, _one_check(lab))
    looks = [owner.messages]
    owner.subscribe(lambda e: e["type"] == "message_end" and looks.append(owner.messages))
    await lab.drive(owner.prompt(PROMPT))
    return {
        "record": list(owner.messages),
        "looks": [lab.shape(look) for look in looks],
        "tuples": [isinstance(look, tuple) for look in looks],
    }


async def a_capped_harness(harness, lab, max_turns):
    """A harness with max_turns, and a model that never stops asking; two prompts."""
    steps = [lab.stuck(lab.call("check", {}))]
    owner, model, _check = _owner(harness, lab, steps, max_turns=max_turns)
    for prompt in (PROMPT, AGAIN):
        await lab.drive(owner.prompt(prompt))
    return {"record": list(owner.messages), "asked": len(model.calls)}


async def a_second_prompt(harness, lab, after):
    """Prompt again after some events of a run, then take that run to its end."""
    owner, model, check = _owner(harness, lab, _one_check(lab))
    run = owner.prompt(PROMPT)
    types = await _take(run, after)
    before = lab.shape(owner.messages)
    raised = lab.raised(lambda: [owner.prompt(AGAIN)])
    same = lab.shape(owner.messages) == before
    types += [event["type"] for event in await lab.drive(run)]
    return {
        "record": list(owner.messages),
        "raised": raised and f"{raised['type']}: {raised['message']}",
        "record_untouched": same,
        "events": types,
        "calls": {"model": len(model.calls), "check": len(check["calls"])},
    }


async def is_it_running(harness, lab):
    """Ask a harness whether it is running: before, during and after a run."""
    owner, _model, _check = _owner(harness, lab, [lab.say("All green.")])
    answers = {"before": owner.is_running}
    run = owner.prompt(PROMPT)
    answers["prompted, not begun"] = owner.is_running
    async for event in run:
        answers[f"at {event['type']}"] = owner.is_running
    answers["after"] = owner.is_running
    return {"record": list(owner.messages), "running": answers}


async def a_run_that_ends(harness, lab, how):
    """A run comes to an end in one way or another; then the harness is prompted again."""

    def bug(request):
        raise KeyError("choices")

    def noise(event):
        if event["type"] == how.removeprefix("a listener raises at "):
            raise ValueError("too loud")

    answer = lab.say("All green.")
    first = {"the model raises": bug, "its task is cancelled": lab.slow(answer, laps=50)}
    owner, _model, _check = _owner(harness, lab, [first.get(how, answer), answer, answer])
    hush = owner.subscribe(noise)
    with _Generators() as generators:
        run = owner.prompt(PROMPT)
        raised = await lab.raised(lambda: _end(lab, run, how))
        then = {"running": owner.is_running, "left open": generators.open()}
    hush()
    between = lab.shape(owner.messages)

    async def again():
        await lab.drive(owner.prompt(AGAIN))

    raised_again = await lab.raised(again())
    return {
        "record": list(owner.messages),
        "raised": raised and raised["type"],
        "then": then,
        "between": between,
        "raised_again": raised_again and f"{raised_again['type']}: {raised_again['message']}",
    }


async def _end(lab, run, how):
    if how == "it is closed before its first event":
        await run.aclose()
    elif how == "it is closed half way":
        await _take(run, 3)
        await run.aclose()
    elif how == "its consumer raises and closes it":
        async with contextlib.aclosing(run):
            async for event in run:
                if event["type"] == "message_end":
                    raise LookupError("no screen")
    elif how == "its task is cancelled":
        task = asyncio.ensure_future(lab.drive(run))
        for _ in range(20):
            await lab.lap()
        task.cancel()
        await task
    else:
        await lab.drive(run)


async def a_closed_run_in_the_middle_of_a_call(harness, lab):
    """A run is closed when its tool is about to run."""
    owner, model, check = _owner(harness, lab, _one_check(lab))
    with _Generators() as generators:
        run = owner.prompt(PROMPT)
        types = await _take(run, 5)
        await run.aclose()
        left_open = generators.open()
    return {
        "record": list(owner.messages),
        "events": types,
        "running": owner.is_running,
        "left_open": left_open,
        "calls": {"model": len(model.calls), "check": len(check["calls"])},
    }


async def a_run_that_is_left(harness, lab):
    """The consumer leaves its loop at the third event, and closes the run some time later."""
    owner, _model, _check = _owner(harness, lab, [lab.say("All green.")])
    run, events = owner.prompt(PROMPT), []
    async for event in run:
        events.append(event["type"])
        if len(events) == 3:
            break
    left = {"running": owner.is_running}
    raised = lab.raised(lambda: [owner.prompt(AGAIN)])
    left["a second prompt"] = raised and raised["type"]
    await run.aclose()
    return {"record": list(owner.messages), "left": left, "closed": {"running": owner.is_running}}


async def an_old_run_is_closed_again(harness, lab):
    """The first run is over; while the second is going on, somebody closes the first again."""
    owner, _model, _check = _owner(harness, lab, [lab.say("All green."), lab.say("Still green.")])
    first = owner.prompt(PROMPT)
    await lab.drive(first)
    second = owner.prompt(AGAIN)
    await _take(second, 1)
    await first.aclose()
    running = owner.is_running
    await lab.drive(second)
    return {"record": list(owner.messages), "running": running, "after": owner.is_running}


async def two_listeners_and_a_consumer(harness, lab):
    """Two listeners and the consumer of a run keep what they hear."""
    owner, _model, _check = _owner(harness, lab, _one_check(lab))
    told, events, heard_before = {"one": [], "two": []}, [], []
    for heard in told.values():
        owner.subscribe(lambda event, heard=heard: heard.append(_plain(event)))
    async for event in owner.prompt(PROMPT):
        events.append(_plain(event))
        numbers = {name: len(heard) for name, heard in told.items()}
        heard_before.append({"event": event["type"], **numbers})
    return {
        "record": list(owner.messages),
        "events": events,
        "told": told,
        "heard_before": heard_before,
    }


async def a_listener_looks_at_the_messages(harness, lab):
    """At each message_end a listener looks at the transcript of the harness."""
    owner, _model, _check = _owner(harness, lab, _one_check(lab))
    looks = []

    def look(event):
        if event["type"] == "message_end":
            heard = lab.shape([event["message"]])
            looks.append({"heard of": heard, "transcript": lab.shape(owner.messages)})

    owner.subscribe(look)
    await lab.drive(owner.prompt(PROMPT))
    return {"record": list(owner.messages), "looks": looks}


async def a_listener_over_two_runs(harness, lab):
    """A listener is there for two runs; another one unsubscribes between them, twice."""
    owner, _model, _check = _owner(harness, lab, [lab.say("All green."), lab.say("Still green.")])
    heard = {"stays": [], "goes": []}
    owner.subscribe(lambda event: heard["stays"].append(event["type"]))
    undo = owner.subscribe(lambda event: heard["goes"].append(event["type"]))
    await lab.drive(owner.prompt(PROMPT))
    raised = [lab.raised(lambda: [undo()]), lab.raised(lambda: [undo()])]
    await lab.drive(owner.prompt(AGAIN))
    return {
        "record": list(owner.messages),
        "heard": {name: len(types) for name, types in heard.items()},
        "raised": [problem and problem["type"] for problem in raised],
    }


async def a_listener_that_has_heard_enough(harness, lab, who):
    """At the third of six events a listener is unsubscribed: by itself, or by the consumer."""
    owner, _model, _check = _owner(harness, lab, [lab.say("All green.")])
    heard = {"before it": 0, "itself": 0, "after it": 0}

    def hear(name):
        def listener(event):
            heard[name] += 1
            if (name, who, heard[name]) == ("itself", "by itself", 3):
                undo["itself"]()

        return listener

    undo = {name: owner.subscribe(hear(name)) for name in heard}
    events = []
    async for event in owner.prompt(PROMPT):
        events.append(event["type"])
        if who == "by the consumer" and len(events) == 3:
            undo["itself"]()
    return {"record": list(owner.messages), "events": len(events), "heard": heard}


async def a_listener_that_prompts(harness, lab):
    """At the first event a listener prompts the harness again, and writes down what it gets."""
    owner, _model, _check = _owner(harness, lab, [lab.say("All green.")])
    told = []

    def meddle(event):
        if event["type"] == "agent_start":
            raised = lab.raised(lambda: [owner.prompt(AGAIN)])
            told.append(raised and f"{raised['type']}: {raised['message']}")

    owner.subscribe(meddle)
    events = await lab.drive(owner.prompt(PROMPT))
    return {
        "record": list(owner.messages),
        "told": told,
        "events": [event["type"] for event in events],
    }
