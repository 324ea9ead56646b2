"""What lesson 09 plays: a user who speaks before a run, while it is going and when it is over."""

import asyncio

SYSTEM = "You are a careful release manager."


def _model(lab, *steps):
    """A model that says the steps, and has nothing more to say to whoever goes on asking."""
    return lab.ScriptedModel([*steps, lab.forever(lab.say("I have said all I had to say."))])


def _seen(lab, model, record, events):
    return {"record": list(record), "requests": lab.requests(model), "events": events}


async def _drive(run, speak):
    """Consume a run, calling `speak(event)` with each event as it is heard."""
    events = []
    async for event in run:
        events.append(event)
        speak(event)
    return events


def _once(wanted, say):
    """A function of an event that speaks at the first one of the type `wanted`."""
    waiting = [wanted]

    def speak(event):
        if event["type"] in waiting:
            waiting.clear()
            say()

    return speak


async def steered_while_a_tool_runs(harness, lab):
    """Two tools are asked for in one reply. While the first one runs, the user steers."""
    told = {}

    def build(arguments, signal):
        before = list(agent.messages)
        agent.steer("Use port 8081.")
        told["the steered words were on the record at once"] = list(agent.messages) != before
        return "built"

    tools = [lab.tool("build", does=build), lab.tool("test", returns="tested")]
    both = lab.reply(lab.call("build", {}), lab.call("test", {}))
    model = _model(lab, both, lab.say("Port 8081 it is."))
    agent = harness.Harness(model, SYSTEM, tools)
    events = await lab.drive(agent.prompt("Build it."))
    ran = {tool["name"]: len(tool["calls"]) for tool in tools}
    return {**_seen(lab, model, agent.messages, events), "told": told, "ran": ran}


async def steered_while_the_model_thinks(harness, lab):
    """The model takes its time over a reply without calls. Meanwhile another task steers."""
    model = _model(lab, lab.slow(lab.say("Built."), 5), lab.say("On port 8081, then."))
    agent = harness.Harness(model, SYSTEM, [])
    task = asyncio.create_task(lab.drive(agent.prompt("Build it.")))
    for _ in range(100):
        if model.calls:
            break
        await lab.lap()
    before = lab.shape(agent.messages)
    agent.steer("Use port 8081.")
    after = lab.shape(agent.messages)
    events = await task
    seen = _seen(lab, model, agent.messages, events)
    return {**seen, "before_steering": before, "after_steering": after}


async def spoken_when_it_seems_over(harness, lab, how):
    """The reply asks for nothing. As its turn_end is heard, the user steers or follows up."""
    model = _model(lab, lab.say("Built."), lab.say("And tested."))
    agent = harness.Harness(model, SYSTEM, [])
    say = {"steer": agent.steer, "follow_up": agent.follow_up}[how]
    speak = _once("turn_end", lambda: say("Test it too."))
    events = await _drive(agent.prompt("Build it."), speak)
    return _seen(lab, model, agent.messages, events)


async def steered_before_the_run(harness, lab):
    """The user steers an idle harness, then prompts it."""
    model = _model(lab, lab.say("Built on 8081."))
    agent = harness.Harness(model, SYSTEM, [])
    agent.steer("Use port 8081.")
    idle = list(agent.messages)
    events = await lab.drive(agent.prompt("Build it."))
    return {**_seen(lab, model, agent.messages, events), "record_when_idle": idle}


async def steered_at_the_first_event(harness, lab, by):
    """Somebody who hears agent_start, a listener or the consumer, steers there and then."""
    model = _model(lab, lab.say("Built on 8081."))
    agent = harness.Harness(model, SYSTEM, [])
    speak = _once("agent_start", lambda: agent.steer("Use port 8081."))
    if by == "listener":
        agent.subscribe(speak)
    run = agent.prompt("Build it.")
    events = await _drive(run, speak if by == "consumer" else lambda event: None)
    return _seen(lab, model, agent.messages, events)


async def three_things_waiting(harness, lab, how):
    """Three things are said to an idle harness, all with steer or all with follow_up."""
    model = _model(lab, *(lab.say(f"Reply {n}.") for n in range(1, 5)))
    agent = harness.Harness(model, SYSTEM, [])
    say = {"steer": agent.steer, "follow_up": agent.follow_up}[how]
    for words in ("One.", "Two.", "Two."):
        say(words)
    events = await lab.drive(agent.prompt("Go."))
    return _seen(lab, model, agent.messages, events)


async def a_follow_up_in_a_long_run(harness, lab):
    """A follow-up waits from the start of a run that uses tools in two of its replies."""
    again = lab.reply(lab.call("build", {}))
    model = _model(lab, again, again, lab.say("Built."), lab.say("Tagged."))
    agent = harness.Harness(model, SYSTEM, [lab.tool("build", returns="built")])
    agent.follow_up("Tag it.")
    idle = list(agent.messages)
    events = await lab.drive(agent.prompt("Build it."))
    return {**_seen(lab, model, agent.messages, events), "record_when_idle": idle}


async def both_waiting(harness, lab):
    """While a tool runs, the user says a follow-up and only then steers, twice."""

    def build(arguments, signal):
        agent.follow_up("Tag it.")
        agent.steer("Use port 8081.")
        agent.steer("And say so.")
        return "built"

    ask = lab.reply(lab.call("build", {}))
    model = _model(lab, ask, *(lab.say(f"Reply {n}.") for n in (2, 3, 4)))
    agent = harness.Harness(model, SYSTEM, [lab.tool("build", does=build)])
    events = await lab.drive(agent.prompt("Build it."))
    return _seen(lab, model, agent.messages, events)


async def prompted_while_a_tool_runs(harness, lab):
    """While a tool runs, somebody prompts once more; two listen, one of them to one event only."""
    heard = {"all": [], "one": []}

    def build(arguments, signal):
        nonlocal refused
        refused = lab.raised(lambda: agent.prompt("And test it."))
        return "built"

    def hear_one(event):
        heard["one"].append(event["type"])
        unsubscribe()

    refused = None
    model = _model(lab, lab.reply(lab.call("build", {})), lab.say("Built."))
    agent = harness.Harness(model, SYSTEM, [lab.tool("build", does=build)])
    unsubscribe = agent.subscribe(hear_one)
    agent.subscribe(lambda event: heard["all"].append(event["type"]))
    events = await lab.drive(agent.prompt("Build it."))
    raised = refused and f"{refused['type']}: {refused['message']}"
    return {**_seen(lab, model, agent.messages, events), "raised": raised, "listeners": heard}


async def the_asks_of_a_run(harness, lab, replies, steering, follow_ups, max_turns=None):
    """run_agent by itself; what happens is logged: events, model calls, and who is asked."""
    log, record = [], []
    steering, follow_ups = list(steering), list(follow_ups)
    build = lab.call("build", {})
    messages = {
        "calls": lab.reply(build),
        "says": lab.say("Done."),
        "fails": lab.fail(),
        "fails half way": lab.fail(partial="Let me"),
        "fails with a call": {**lab.reply(build, stop_reason="error"), "error_message": "529"},
        "is stopped": {**lab.reply(stop_reason="aborted"), "error_message": "stopped"},
    }

    def step(reply):
        def answer(request):
            log.append("model")
            return messages[reply]

        return answer

    def asked(name, queue):
        def ask():
            log.append(name)
            return [lab.user(text) for text in (queue.pop(0) if queue else [])]

        return ask

    model = _model(lab, *(step(reply) for reply in replies))
    functions = {
        "get_steering": asked("steering?", steering),
        "get_follow_ups": asked("follow-ups?", follow_ups),
    }
    if max_turns is not None:
        functions["max_turns"] = max_turns
    tool = lab.tool("build", returns="built")
    run = harness.run_agent(model, SYSTEM, record, [tool], "Go.", **functions)
    events = await _drive(run, lambda event: log.append(event["type"]))
    kept = ("agent_start", "model", "turn_end", "steering?", "follow-ups?", "agent_end")
    seen = _seen(lab, model, record, events)
    log = [entry for entry in log if entry in kept]
    return {**seen, "log": log, "tool_runs": len(tool["calls"])}


async def only_one_of_the_two(harness, lab, given):
    """run_agent with only one of the two functions, the other None or left out."""
    model = _model(lab, lab.say("Built."), lab.say("Tested."))
    record, waiting = [], [[], [lab.user("Test it too.")]]
    if given == "get_follow_ups":
        waiting.pop(0)
    other = {"get_steering": {"get_follow_ups": None}, "get_follow_ups": {}}[given]
    ask = {given: lambda: waiting.pop(0) if waiting else []}
    run = harness.run_agent(model, SYSTEM, record, [], "Build it.", **ask, **other)
    return _seen(lab, model, record, await lab.drive(run))


async def waiting_when_a_reply_fails(harness, lab, how):
    """While a reply is made that fails, the user steers and follows up; then prompts again."""

    def bad(request):
        agent.steer("Use port 8081.")
        agent.follow_up("Tag it.")
        return {
            "without a word": lab.fail("529: overloaded"),
            "half way": lab.fail("529: overloaded", partial="Let me"),
            "stopped half way": {
                **lab.reply(lab.text("Let me"), stop_reason="aborted"),
                "error_message": "Operation aborted",
            },
        }[how]

    model = _model(lab, bad, lab.say("Built."), lab.say("Tagged."))
    agent = harness.Harness(model, SYSTEM, [])
    await lab.drive(agent.prompt("Build it."))
    first = list(agent.messages)
    events = await lab.drive(agent.prompt("Go on."))
    return {**_seen(lab, model, agent.messages, events), "after_the_first_run": first}


async def at_the_cap(harness, lab, how, max_turns):
    """Two things wait at the start of a run that may call the model only `max_turns` times."""
    model = _model(lab, *(lab.say(f"Reply {n}.") for n in range(1, 4)))
    agent = harness.Harness(model, SYSTEM, [], max_turns=max_turns)
    say = {"steer": agent.steer, "follow_up": agent.follow_up}[how]
    say("One.")
    say("Two.")
    events = await lab.drive(agent.prompt("Go."))
    return _seen(lab, model, agent.messages, events)


async def beyond_the_cap(harness, lab):
    """Two follow-ups wait; a run may call the model once. Then the user prompts again."""
    model = _model(lab, lab.say("Built."), lab.say("Going on."))
    agent = harness.Harness(model, SYSTEM, [], max_turns=1)
    agent.follow_up("One.")
    agent.follow_up("Two.")
    await lab.drive(agent.prompt("Go."))
    first = list(agent.messages)
    events = await lab.drive(agent.prompt("Go on."))
    return {**_seen(lab, model, agent.messages, events), "after_the_first_run": first}


async def closed_with_words_waiting(harness, lab, when):
    """A run is closed, before its first event or at a turn_end, while two things wait.

    One was steered, one is a follow-up. Then the user prompts again.
    """
    early = when == "before its first event"
    replies = [lab.say("Built on 8081."), lab.say("Tagged.")]
    model = _model(lab, *(replies if early else [lab.reply(lab.call("build", {})), *replies]))
    agent = harness.Harness(model, SYSTEM, [lab.tool("build", returns="built")])
    if early:
        agent.steer("Use port 8081.")
        agent.follow_up("Tag it.")
    run = agent.prompt("Build it.")
    if not early:
        async for event in run:
            if event["type"] == "turn_end":
                agent.steer("Use port 8081.")
                agent.follow_up("Tag it.")
                break
    await run.aclose()
    closed = list(agent.messages)
    events = await lab.drive(agent.prompt("Go on."))
    return {**_seen(lab, model, agent.messages, events), "when_closed": closed}


async def two_harnesses(harness, lab):
    """Two harnesses. The first is spoken to in both ways; the second runs, then the first."""
    models = [_model(lab, lab.say("Reply 1."), lab.say("Reply 2.")) for _ in range(2)]
    first, second = (harness.Harness(model, SYSTEM, []) for model in models)
    first.steer("Use port 8081.")
    first.follow_up("Tag it.")
    await lab.drive(second.prompt("Second."))
    await lab.drive(first.prompt("First."))
    return {"first": list(first.messages), "second": list(second.messages)}


async def spoken_after_the_end(harness, lab):
    """The user speaks as agent_end is heard and once more when it is over, then prompts again."""
    model = _model(lab, *(lab.say(f"Reply {n}.") for n in range(1, 5)))
    agent = harness.Harness(model, SYSTEM, [])
    speak = _once("agent_end", lambda: agent.steer("Use port 8081."))
    await _drive(agent.prompt("Build it."), speak)
    agent.follow_up("Tag it.")
    first = list(agent.messages)
    events = await lab.drive(agent.prompt("Go on."))
    return {**_seen(lab, model, agent.messages, events), "after_the_first_run": first}
