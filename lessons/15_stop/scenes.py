"""What lesson 15 plays: a Stop at every moment of a run, and tasks that stop politely or not."""

import asyncio

SYSTEM = "You are a careful release manager."


class _Watch:
    """A model that follows a script, and tells what it sees of the signal at each call."""

    def __init__(self, script, told, see):
        self.script, self.told, self.see = script, told, see

    async def acomplete(self, system, messages, tools, signal=None):
        self.told.append(f"the model saw {self.see(signal)}")
        return await self.script.acomplete(system, messages, tools, signal)


async def _laps(lab, count):
    for _ in range(count):
        await lab.lap()


def _seen(owner, model, lab):
    record = list(owner.messages)
    return {
        "record": record,
        "told": [message["content"] for message in record if message["role"] == "toolResult"],
        "requests": [lab.shape(request["messages"]) for request in lab.requests(model)],
    }


def tokens(harness, lab):
    """Look at two tokens, cancel one of them twice, and look again; then make a third."""
    one, other = harness.CancelToken(), harness.CancelToken()
    told = {"new": [one.is_cancelled(), other.is_cancelled()]}
    one.cancel()
    told["one cancelled"] = [one.is_cancelled(), other.is_cancelled()]
    one.cancel()
    told["cancelled twice"] = [one.is_cancelled(), other.is_cancelled()]
    told["a third"] = [harness.CancelToken().is_cancelled()]
    return told


async def calls_with_a_signal(harness, lab, signal, names):
    """Answer a call of each of these tools, with a signal that is set, is not, or is not there."""
    token = None if signal == "none" else harness.CancelToken()
    if signal == "set":
        token.cancel()
    tools = [
        lab.tool("look"),
        lab.tool("boom", raises="no disk"),
        lab.tool("silent", raises=KeyError),
        lab.tool("odd", returns=7),
    ]
    calls = [lab.call(name, {}, f"c{number}") for number, name in enumerate(names, start=1)]
    results = [await harness.run_tool(tools, call, token) for call in calls]
    ran = [tool["name"] for tool in tools if tool["calls"]]
    return {"aborted": harness.ABORTED, "results": results, "ran": ran}


async def a_run_without_a_stop(harness, lab):
    """A run over two old messages that nobody stops: much is said to it, and put after it."""
    look = lab.reply(lab.call("look", {}))
    steps = [look, lab.say("One."), look, lab.say("Two."), lab.say("Three."), lab.say("Four.")]
    model = lab.ScriptedModel(steps)
    old = [lab.user("Hi."), lab.say("Hello.")]
    owner = harness.Harness(model, SYSTEM, [lab.tool("look")], old)
    heard, refused = [], []

    def once(event):
        undo()
        for words in ("First.", "Second.", "Third."):
            owner.steer(words)
        for words in ("Fourth.", "Fifth."):
            owner.follow_up(words)
        refused.append(lab.raised(lambda: owner.prompt("Me too.")))

    undo = owner.subscribe(once)
    owner.subscribe(heard.append)
    events = await lab.drive(owner.prompt("Look."))
    return {**_seen(owner, model, lab), "events": events, "heard": heard, "refused": refused}


async def who_sees_the_signal(harness, lab, through):
    """A run whose tool and model tell what they see of the signal."""
    told, token = [], harness.CancelToken()

    def see(signal):
        if through != "Harness":
            return "the signal" if signal is token else str(signal)
        known = hasattr(signal, "is_cancelled")
        return (
            f"a signal that is {'set' if signal.is_cancelled() else 'not set'}" if known else "none"
        )

    tool = lab.tool(
        "look", does=lambda arguments, signal: told.append(f"the tool saw {see(signal)}")
    )
    call = lab.call("look", {}, "c1")
    model = _Watch(lab.ScriptedModel([lab.reply(call), lab.say("Done.")]), told, see)
    if through == "run_tool":
        await harness.run_tool([tool], call, token)
    if through == "run_agent":
        await lab.drive(harness.run_agent(model, SYSTEM, [], [tool], "Go.", signal=token))
    if through == "run_agent, none given":
        await lab.drive(harness.run_agent(model, SYSTEM, [], [tool], "Go."))
    if through == "Harness":
        await lab.drive(harness.Harness(model, SYSTEM, [tool]).prompt("Go."))
    return {"told": told}


async def stopped_before_it_began(harness, lab):
    """A run over two old messages whose signal is set already."""
    token = harness.CancelToken()
    token.cancel()
    record = [lab.user("Hi."), lab.say("Hello.")]
    model = lab.ScriptedModel([lab.say("I should not have been asked.")])
    events = await lab.drive(harness.run_agent(model, SYSTEM, record, [], "Go.", signal=token))
    return {"record": record, "events": events, "requests": lab.requests(model)}


async def stopped_at_an_event(harness, lab, number):
    """A run of three calls in two replies; a listener presses Stop when it hears this event."""
    looks = lab.tool("look", returns="Seen.")
    look = lab.call("look", {})
    steps = [lab.reply(look, look), lab.reply(look), lab.say("Done.")]
    model = lab.ScriptedModel(steps)
    owner = harness.Harness(model, SYSTEM, [looks])
    heard = []

    def listener(event):
        heard.append(event)
        if len(heard) == number:
            owner.cancel()

    owner.subscribe(listener)
    events = await lab.drive(owner.prompt("Look."))
    pressed = [event["type"] for event in events][number - 1 : number]
    return {
        **_seen(owner, model, lab),
        "pressed": pressed[0] if pressed else "never",
        "ran": len(looks["calls"]),
        "events": events,
    }


async def stopped_at_every_event(harness, lab, events):
    """A run of three calls in two replies, over and over, stopped at one event after the other."""
    found = {}
    for number in range(1, events + 1):
        seen = await stopped_at_an_event(harness, lab, number)
        ran, paid = seen["ran"], len(seen["requests"])
        said = f"{ran} ran, {paid} paid: {lab.shape(seen['record'])}"
        found[f"{number:02} {seen['pressed']}"] = said
    return found


async def a_prompt_after_a_stop(harness, lab, number):
    """Stop a run at its event of this number with something queued, and prompt again."""
    look = lab.call("look", {})
    model = lab.ScriptedModel([lab.reply(look, look), lab.say("Good."), lab.say("Fine.")])
    owner = harness.Harness(model, SYSTEM, [lab.tool("look", returns="Seen.")])
    heard = []

    def listener(event):
        heard.append(event)
        if len(heard) == number:
            owner.cancel()
            owner.steer("Wait.")
            owner.follow_up("And then?")

    owner.subscribe(listener)
    await lab.drive(owner.prompt("Look."))
    stopped = list(owner.messages)
    await lab.drive(owner.prompt("Go on."))
    return {
        **_seen(owner, model, lab),
        "stopped": stopped,
        "after": list(owner.messages)[len(stopped) :],
    }


async def stopped_during_a_model_call(harness, lab, how):
    """Stop is pressed while the model is being asked; then comes another prompt."""
    looks = lab.tool("look", returns="Seen.")
    answer = lab.reply(lab.text("I look."), lab.call("look", {}))
    half = {**answer, "stop_reason": "aborted", "error_message": "Operation aborted"}
    step = {
        "it looks": lab.slow(answer, laps=50),
        "it stops half way": lab.slow(half, laps=50, looks=False),
        "it never looks": lab.slow(answer, laps=50, looks=False),
        "it never looks and asks for nothing": lab.slow(lab.say("Hello."), laps=50, looks=False),
    }[how]
    model = lab.ScriptedModel([step, lab.say("Good.")])
    owner = harness.Harness(model, SYSTEM, [looks])
    task = asyncio.create_task(lab.drive(owner.prompt("Look.")))
    await _laps(lab, 20)
    owner.cancel()
    await task
    stopped = list(owner.messages)
    await lab.drive(owner.prompt("Go on."))
    return {**_seen(owner, model, lab), "stopped": stopped, "ran": len(looks["calls"])}


async def stopped_during_a_command(harness, lab, guarded):
    """Stop is pressed while bash runs a build that takes its time; another call is waiting."""
    shell = lab.Shell(lab.Workspace())
    bash = harness.make_bash_tool(shell)
    if guarded:
        bash = harness.guard(bash, lambda name, arguments: None)
    calls = [lab.call("bash", {"command": command}) for command in ("sleep 5000", "echo done")]
    model = lab.ScriptedModel([lab.reply(*calls), lab.say("Done.")])
    owner = harness.Harness(model, SYSTEM, [bash])
    task = asyncio.create_task(lab.drive(owner.prompt("Build.")))
    await _laps(lab, 20)
    before = list(shell.running)
    owner.cancel()
    await task
    results = [message for message in owner.messages if message["role"] == "toolResult"]
    return {
        **_seen(owner, model, lab),
        "flags": [result["is_error"] for result in results],
        "running_before": before,
        "running_after": list(shell.running),
    }


async def stopped_during_a_tool_that_never_looks(harness, lab):
    """Stop is pressed while a tool runs that never looks at the signal; another call is waiting."""
    slow = lab.tool("slow", returns="All of it.", laps=50)
    call = lab.call("slow", {})
    model = lab.ScriptedModel([lab.reply(call, call), lab.say("Done.")])
    owner = harness.Harness(model, SYSTEM, [slow])
    task = asyncio.create_task(lab.drive(owner.prompt("Go.")))
    await _laps(lab, 20)
    owner.cancel()
    await task
    return {**_seen(owner, model, lab), "ran": len(slow["calls"])}


async def a_cap_and_a_stop(harness, lab, max_turns):
    """A run with a cap; its tool presses Stop, or it is pressed before the first event."""
    press = lab.tool("press", does=lambda arguments, signal: owner.cancel() or "Pressed.")
    model = lab.ScriptedModel([lab.reply(lab.call("press", {})), lab.say("Done.")])
    owner = harness.Harness(model, SYSTEM, [press], max_turns=max_turns)
    run = owner.prompt("Go.")
    if max_turns == 0:
        owner.cancel()
    await lab.drive(run)
    return _seen(owner, model, lab)


async def pressed_when(harness, lab, when):
    """Press Stop at a moment when no run has begun, or none is going; then prompt once more."""
    model = lab.ScriptedModel([lab.say("One."), lab.say("Two."), lab.say("Three.")])
    owner = harness.Harness(model, SYSTEM, [])
    raised = {}

    def press():
        raised["first"] = lab.raised(owner.cancel)
        raised["second"] = lab.raised(owner.cancel)

    if when == "before the first run":
        press()
    run = owner.prompt("Go.")
    if when == "after prompt, before the first event":
        press()
    if when == "after a run was closed":
        await run.aclose()
        press()
    else:
        await lab.drive(run)
    if when == "between two runs":
        press()
    await lab.drive(owner.prompt("Again."))
    if when == "after the last run":
        press()
    return {**_seen(owner, model, lab), "raised": raised, "is_running": owner.is_running}


async def _outcome(awaitable):
    """What a stop_run told, or what it raised."""
    try:
        return await awaitable
    except asyncio.CancelledError:
        return "raised CancelledError"
    except Exception as exc:
        return f"raised {type(exc).__name__}: {exc}"


async def tasks_that_take_laps(harness, lab, laps, grace=None):
    """Stop tasks that would end by themselves after so many laps, each with a grace of laps."""
    owner = harness.Harness(lab.ScriptedModel([]), SYSTEM, [])
    options = {} if grace is None else {"grace": grace}
    told = {}
    for count in laps:
        task = asyncio.create_task(_laps(lab, count))
        how = await _outcome(harness.stop_run(owner, task, **options))
        over = "over" if task.done() else "still going"
        told[f"{count} laps"] = [how, over, "cancelled" if task.cancelled() else "not cancelled"]
        await asyncio.gather(task, return_exceptions=True)
    return {"told": told}


async def a_task_that_ends(harness, lab, how):
    """Stop a task that ends in one of several ways, in time or only when it is cancelled."""
    tidied = []

    async def work():
        if how == "fails in time":
            raise ValueError("no disk")
        try:
            await _laps(lab, 100)
        except asyncio.CancelledError:
            await _laps(lab, 3)
            tidied.append("tidied up")
            if how == "fails when it is cancelled":
                raise ValueError("no disk") from None
            if how == "will not be cancelled":
                return
            raise

    owner = harness.Harness(lab.ScriptedModel([]), SYSTEM, [])
    task = asyncio.create_task(work())
    if how == "was cancelled by somebody else":
        await lab.lap()
        task.cancel()
    if how == "was over before":
        task.cancel()
        await asyncio.wait([task])
    told = await _outcome(harness.stop_run(owner, task, grace=10))
    seen = {"told": told, "over": task.done(), "tidied": list(tidied)}
    await asyncio.gather(task, return_exceptions=True)
    return seen


async def stop_run_is_stopped(harness, lab, grace):
    """The task that runs stop_run is cancelled itself, while it waits for the other one."""
    ended = []

    async def work():
        try:
            await _laps(lab, 100)
        finally:
            await _laps(lab, 10)
            ended.append("the task")

    owner = harness.Harness(lab.ScriptedModel([]), SYSTEM, [])
    task = asyncio.create_task(work())
    await _laps(lab, 2)
    stopper = asyncio.create_task(harness.stop_run(owner, task, grace=grace))
    await _laps(lab, 4)
    stopper.cancel()
    await asyncio.wait([stopper])
    told = "cancelled" if stopper.cancelled() else f"told {await _outcome(stopper)}"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return {"stop_run was": told}


async def a_run_stopped(harness, lab, what, grace):
    """Stop a whole run with stop_run while this is going on; then prompt again."""
    shell = lab.Shell(lab.Workspace())
    bash, slow = harness.make_bash_tool(shell), lab.tool("slow", laps=5000)
    build = lab.reply(lab.call("bash", {"command": "sleep 5000"}))
    step = {
        "a command": build,
        "a tool that never looks": lab.reply(lab.call("slow", {})),
        "a model that looks": lab.slow(build, laps=5000),
        "a model that never looks": lab.slow(build, laps=5000, looks=False),
    }[what]
    model = lab.ScriptedModel([step, lab.say("Good.")])
    owner = harness.Harness(model, SYSTEM, [bash, slow])
    task = asyncio.create_task(lab.drive(owner.prompt("Build.")))
    await _laps(lab, 20)
    told = await _outcome(harness.stop_run(owner, task, grace=grace))
    stopped, running = list(owner.messages), owner.is_running
    await asyncio.gather(task, return_exceptions=True)
    again = await _outcome(lab.drive(owner.prompt("Go on."))) if not running else None
    requests = lab.requests(model)
    return {
        "record": list(owner.messages),
        "stopped": stopped,
        "told": told,
        "is_running": running,
        "processes": list(shell.running),
        "again": again if isinstance(again, str) else None,
        "last_request": requests[-1]["messages"],
        "complaints": [c for sent in requests for c in lab.validate(sent["messages"])],
    }
