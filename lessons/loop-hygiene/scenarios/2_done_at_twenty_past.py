"""Done at twenty past"""

LESSON = "loop-hygiene"

REPORT = """
A backup may take three minutes, so we gave the tool a limit of three. On a bad day it was over.
The model was told so, did the sensible thing and started a smaller backup in its place, and that
one went through. The run ended well.

Later the archive could not be read. Parts of it are from the one backup and parts from the other,
mixed. Nobody else writes there. The timeout is on the record, and it comes before the second
backup began.
"""

QUESTION = "How did two backups get into one archive?"

OPTIONS = {
    "a": "The first one went on after its result said that it had timed out.",
    "b": "The model called both in one reply, so they ran at the same time.",
    "c": "The limit was too short for the first backup.",
    "d": "The second one was started on top of what the first had left behind.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "The result was there, the work was not over. What is called a timeout was a goodbye.",
    "b": "Each reply on the record holds one call, and the calls of one reply run in turn as well.",
    "c": "It was, and that may happen with any limit. It doesn't explain the mixture.",
    "d": "Then the first one's parts would all come before the second one's. They take turns.",
}

REVEAL = """
Theirs starts the tool as a task of its own, waits for whichever comes first, the end or the
deadline, and takes the deadline's word for the result. Nobody told the tool, and nobody waits for
it. It goes on writing behind a result that says it's over.

The reference hands the tool a token and awaits it. This tool looks between two parts, sees that
its time is up, and stops there. Only then is there a result. A tool that never looks keeps
everybody waiting; that's the price, and the page says so. What it does not do is lie.
"""

SOURCE = "anthropics/claude-code#87439"
DIFFERS = ["archive", "written_after_its_result"]
SAME = ["results", "shape"]
SHOW = ["archive", "written_after_its_result"]
CAUGHT = True


def theirs(harness):
    def with_timeout(tool, seconds, clock):
        async def execute(arguments, signal=None):
            deadline = clock() + seconds
            task = harness.asyncio.ensure_future(tool["execute"](arguments, signal))
            while not task.done():
                if clock() >= deadline:
                    raise harness.ToolTimeout(f"tool call timed out after {seconds * 1000}ms")
                await harness.asyncio.sleep(0)
            return task.result()

        return {**tool, "execute": execute}

    harness.with_timeout = with_timeout


async def scene(harness, lab):
    archive, now = [], [0]
    results, late = [], []

    async def backup(arguments, signal):
        for part in range(1, arguments["parts"] + 1):
            if signal and signal.is_cancelled():
                return "stopped between two parts"
            now[0] += 0 if arguments["of"] == "all" and results else 60  # it is the same minute
            archive.append(f"{arguments['of']} {part}")
            if arguments["of"] == "all" and results:
                late.append(part)
            await lab.lap()
        return "done"

    tool = harness.with_timeout(lab.tool("backup", does=backup), 180, clock=lambda: now[0])
    steps = [
        lab.reply(lab.call("backup", {"of": "all", "parts": 6})),
        lab.reply(lab.call("backup", {"of": "docs", "parts": 2})),
        lab.say("All of it took too long. The documents are saved."),
    ]
    owner = harness.Harness(lab.ScriptedModel(steps), "You save things.", [tool])

    def listen(event):
        if event["type"] == "tool_execution_end":
            results.append(event["result"]["content"])
            now[0] = 0

    owner.subscribe(listen)
    await lab.drive(owner.prompt("Back everything up."))
    return {
        "archive": archive,
        "written_after_its_result": late,
        "results": results,
        "shape": lab.shape(owner.messages),
    }


def tell(seen):
    return [
        f"record: {seen['shape']}",
        f"results: {', '.join(seen['results'])}",
        f"archive, in order: {', '.join(seen['archive'])}",
    ]
