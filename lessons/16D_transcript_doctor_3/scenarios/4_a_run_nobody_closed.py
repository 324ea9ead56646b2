"""A run nobody closed"""

LESSON = "8"

REPORT = """
Each customer has one assistant, which lives in our web server and streams its events to the
browser. This morning the log was full of `RuntimeError: already running; use steer() or
follow_up()`, all of them from one customer's assistant. We looked at it in a debugger: asyncio
has no task for it, the CPU is idle, no request is open. It has said that it is running since
02:14, in the middle of a deployment.

A restart helped, of course.
"""

QUESTION = "Nothing is running. Why does the assistant say that it is?"

OPTIONS = {
    "a": "The tool call never came back: a deployment that hangs keeps the run alive.",
    "b": "A flag is set when a run starts and cleared at its end, and an exception skipped the"
    " end.",
    "c": "Two browser tabs share one assistant, and the second was let in while the first was"
    " running.",
    "d": "The run was left half read: it still waits to hand out its next event.",
}

RIGHT = "d"

FEEDBACK = {
    "a": "The tool was never started. The last event was `tool_execution_start`, and the run has"
    " stood at that `yield` since.",
    "b": "There is no flag to forget: a run is over when its generator is over. This one isn't.",
    "c": "A second prompt is refused on the caller's own line. That is the error you see, not"
    " its cause.",
    "d": "A generator that is neither exhausted nor closed is suspended, for as long as somebody"
    " holds on to it.",
}

REVEAL = """
The harness is the reference, unchanged. At 02:14 a phone lost its connection. The web handler had
taken five events, and it went away, as handlers do.

An async generator runs only while somebody asks it for the next event. The harness holds on to
its run, and that run is suspended at its fifth `yield`. So the harness is right: the run is not
over. It's the consumer that is. The error appears hours later, in another request, on a line that
has done nothing wrong.

With `aclose()` in the handler's `finally` the run ends when its consumer does. The record ends on
a call without a result, as it does on the left. But the run is over: the view answers the call
for the provider, and the next two prompts go out and are answered.

**Whoever takes a run is the one to close it.** `async with
contextlib.aclosing(agent.prompt(text))` says so in one line.
"""

DIFFERS = ["running", "raised", "requests", "sent", "record"]
SAME = ["events"]
SHOW = ["sent", "record"]
CAUGHT = False
MENDED = "with aclose() in the handler's finally"


async def played(harness, lab, closes):
    deploy = lab.tool("deploy", returns="Deployed.")
    model = lab.ScriptedModel(
        [
            lab.reply(lab.call("deploy", {"service": "billing"})),
            lab.say("I can't tell whether billing was deployed: the call was cut off."),
            lab.say("Nothing else is waiting."),
        ]
    )
    agent = harness.Harness(model, "You run deployments.", [deploy])
    events, raised = [], []

    async def handler(text):
        run = agent.prompt(text)
        try:
            async for event in run:
                events.append(event["type"])
                if len(events) == 5:
                    return  # the phone has lost its connection
        finally:
            if closes:
                await run.aclose()

    async def asks(text):
        await lab.drive(agent.prompt(text))

    await handler("Deploy billing.")
    running, record = agent.is_running, lab.shape(agent.messages)
    for text in ("Did it work?", "Is anything else waiting?"):
        raised.append(await lab.raised(asks(text)))
    requests = lab.requests(model)
    return {
        "events": events,
        "running": running,
        "raised": [problem and problem["message"] for problem in raised],
        "record": [record, lab.shape(agent.messages)],
        "sent": [lab.shape(request["messages"]) for request in requests],
        "requests": requests,
    }


async def scene(harness, lab):
    return await played(harness, lab, closes=False)


async def mended(harness, lab):
    return await played(harness, lab, closes=True)


def tell(seen):
    after, end = seen["record"]
    return [
        f"events taken: {' '.join(seen['events'])}",
        f"record then: {after}",
        f"is_running then: {seen['running']}",
        *(f"later prompt: {problem or 'answered'}" for problem in seen["raised"]),
        *(f"request: {shape}" for shape in seen["sent"]),
        f"record at the end: {end}",
    ]
