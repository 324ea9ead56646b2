"""Left and right"""

LESSON = "loop-hygiene"

REPORT = """
The agent waits for a build. It asks `status`, gets `still building`, asks for the `log`, gets an
empty one, asks `status` again. Sixty requests, until the cap. It's the reminder's own case, you
would think: the same question over and over.

The reminder is on. I tried it with a loop of one tool only, and there it spoke after three calls.
Here it never does, at whatever thresholds.
"""

QUESTION = "Every call was made again and again. Why is there no notice?"

OPTIONS = {
    "a": "The results were good ones, and a call that goes well is not counted.",
    "b": "The thresholds were too high for a run of this length.",
    "c": "It looks for calls in a row, and none of these comes after its own like.",
    "d": "One of the two tools is excluded, so that its calls end the chain.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "What came of a call is nothing to it. In the loop of one tool they went well too.",
    "b": "The lowest one possible is two. There are never two of a kind in a row.",
    "c": "A chain that is one long begins anew with each call. This guard cannot see it, and it is"
    " not broken.",
    "d": "An excluded tool ends nothing. Have a look at what excluding one would do here.",
}

REVEAL = """
The reminder counts a chain. Two calls in turn have no chain, nor have three in turn. That is no
fault in it but where it ends, and whoever loads it should know.

In the second run the harness is the same, and used better: `log` is only looked at because `status`
had nothing to say, so it's excluded. An excluded tool is transparent. What is left is `status`,
ten times in a row. You have to know your tools for that. What needs no knowledge at all is the cap
of lesson 05, and here it was the cap that ended the run.
"""

SOURCE = "anomalyco/opencode#47759"
DIFFERS = ["requests", "notices", "ended"]
SAME = ["first_calls", "results"]
SHOW = ["requests", "notices", "ended"]
CAUGHT = False
MENDED = "the same run, with `log` excluded"


async def played(harness, lab, exclude):
    def step(request):
        words = [m["content"] for m in request.messages if m["role"] == "user"]
        if any("Automatic notice" in each for each in words):
            return lab.say("It is still building. I can't tell you when it will be done.")
        turn = sum(m["role"] == "assistant" for m in request.messages)
        return lab.reply(lab.call(("status", "log")[turn % 2], {"build": 12}))

    tools = [lab.tool("status", returns="still building"), lab.tool("log", returns="")]
    model = lab.ScriptedModel([lab.forever(step)])
    reminder = harness.RepeatReminder(exclude=exclude)
    owner = harness.GuardedHarness(
        model, "You watch builds.", tools, max_turns=60, guards=[reminder]
    )
    await lab.drive(owner.prompt("Tell me when build 12 is done."))
    replies = [message for message in owner.messages if message["role"] == "assistant"]
    calls = [call["name"] for reply in replies for call in harness.tool_calls(reply)]
    results = [m["content"] for m in owner.messages if m["role"] == "toolResult"]
    return {
        "requests": len(model.calls),
        "notices": [m["content"] for m in owner.messages if "source" in m],
        "ended": harness.text_of(replies[-1]) or replies[-1].get("error_message"),
        "first_calls": calls[:5],
        "results": sorted(set(results)),
    }


async def scene(harness, lab):
    return await played(harness, lab, ())


async def mended(harness, lab):
    return await played(harness, lab, ("log",))


def tell(seen):
    return [
        f"calls: {', '.join(seen['first_calls'])}, ...",
        f"requests: {seen['requests']}",
        f"notices: {len(seen['notices'])}",
        f"it ended with: {seen['ended']}",
    ]
