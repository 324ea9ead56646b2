"""There and back"""

LESSON = "loop-hygiene"

REPORT = """
The agent was to make two checks pass. With `retries = 1` the one failed, so it wrote `retries = 5`.
Then the other one failed, so it wrote `retries = 1`. And so on until the cap.

Each step was sensible: it looked, it saw a failure, it changed something. No two calls in a row
were the same, and the reminder never spoke. I'd have seen after four steps that it gets nowhere.
"""

QUESTION = "What would you have seen that the reminder can't?"

OPTIONS = {
    "a": "That the file was back at what it had been before.",
    "b": "That there were too many calls for such a small change.",
    "c": "That the same tool was used all the time.",
    "d": "That each of the two checks failed more than once.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "The calls are all different; the states they lead to are two. A loop in the world need"
    " be none in the calls.",
    "b": "It's a number, and a larger job needs more. The cap is such a number, and came late.",
    "c": "So it is in every job with one tool, also in one that gets somewhere.",
    "d": "A check fails more than once in good work too, until it does not.",
}

REVEAL = """
The reminder looks at calls. Here the calls go on and the *file* goes in circles: one, five, one,
five. Nothing in this call is like the last one, and everything is like the one before it.

In the second run the tool knows better than the guard: `write` remembers what a file has held, and
says so in its result when it is back there. That's not a new guard but a better result, said where
the model reads it, and it told the model after the second step. A guard that is loaded catches
what it was made for. The rest is caught by tools that say what they did, and by the cap.
"""

SOURCE = "yonatangross/orchestkit#1285"
DIFFERS = ["writes", "told", "ended"]
SAME = ["first_writes", "notices"]
SHOW = ["writes", "told", "ended"]
CAUGHT = False
MENDED = "the same run, with a `write` that knows what a file has held"


def remembering(harness, ws):
    """The tool `write`, which says when a file is back at what it held before."""
    write, held = harness.make_write_tool(ws), [ws.read_text("net.ini")]

    async def execute(arguments, signal=None):
        result = await write["execute"](arguments, signal)
        if arguments["content"] in held:
            result += " It held exactly this before."
        held.append(arguments["content"])
        return result

    return {**write, "execute": execute}


async def played(harness, lab, make):
    ws = lab.Workspace({"net.ini": "retries = 1\n"})

    def check(arguments, signal):
        few = ws.read_text("net.ini") == "retries = 1\n"
        return "slow network: FAILED" if few else "fast failure: FAILED"

    def step(request):
        last = request.last_result
        if last and "exactly this before" in last["content"]:
            return lab.say("No value passes both: they contradict each other. Which one holds?")
        if last is None or last["tool_name"] == "write":
            return lab.reply(lab.call("check", {"file": "net.ini"}))
        retries = 5 if last["content"].startswith("slow") else 1
        content = f"retries = {retries}\n"
        return lab.reply(lab.call("write", {"path": "net.ini", "content": content}))

    model = lab.ScriptedModel([lab.forever(step)])
    tools = [lab.tool("check", does=check), make(harness, ws)]
    reminder = harness.RepeatReminder(exclude=("check",))
    owner = harness.GuardedHarness(
        model, "You mend settings.", tools, max_turns=30, guards=[reminder]
    )
    await lab.drive(owner.prompt("Make both checks pass."))
    writes = [content.strip() for op, _path, content in ws.writes if op == "write"]
    results = [m["content"] for m in owner.messages if m["role"] == "toolResult"]
    last = owner.messages[-1]
    return {
        "writes": len(writes),
        "told": [result for result in results if "before" in result],
        "ended": harness.text_of(last) or last.get("error_message"),
        "first_writes": writes[:2],
        "notices": sum("source" in message for message in owner.messages),
    }


async def scene(harness, lab):
    return await played(harness, lab, lambda harness, ws: harness.make_write_tool(ws))


async def mended(harness, lab):
    return await played(harness, lab, remembering)


def tell(seen):
    return [
        f"the first two writes: {', '.join(seen['first_writes'])}",
        f"writes in all: {seen['writes']}",
        f"notices: {seen['notices']}",
        f"it ended with: {seen['ended']}",
    ]
