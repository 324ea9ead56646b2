"""One more try"""

LESSON = "loop-hygiene"

REPORT = """
Our `fetch` tool has an argument `attempt`, so that the server's log shows how often a page was
asked for. Last night a page was gone for good. The agent asked for it as attempt 1, attempt 2,
attempt 3, up to the cap.

The reminder speaks after three calls that are the same. These were the same by any measure of mine:
one tool, one address, one error.
"""

QUESTION = "Why were these calls not the same to the reminder?"

OPTIONS = {
    "a": "The call failed each time, and what fails is not counted.",
    "b": "Their arguments differ by a character, and so each is another call.",
    "c": "The address was longer than what the reminder looks at.",
    "d": "It compares what came back, and each error carried another time.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "Failed calls count. It's the second run that shows it, with the same errors.",
    "b": "Name and arguments, to the last character. The attempt is one of the arguments.",
    "c": "Only a notice is cut. What is compared is all of it.",
    "d": "It doesn't look at results at all, and all of these are equal.",
}

REVEAL = """
The reminder's idea of the same call is exact, and it has to be: whoever reads a file page by page
makes calls that differ by an offset, and should not be disturbed. (Not even that is always
progress. In the report that this one is made from, a model paged through one file 164 times.)

So a number that only counts makes every call a new one. The second run has a better tool, not a
better guard: the model does not say the attempt any more, the tool counts by itself. What a call
*means* belongs in its arguments, and nothing else does.
"""

SOURCE = "macanderson/stella#4034"
DIFFERS = ["asked_for", "notices", "ended"]
SAME = ["errors", "counted"]
SHOW = ["asked_for", "notices", "ended"]
CAUGHT = False
MENDED = "the same run, with a tool that counts by itself"


async def played(harness, lab, said_by_the_model):
    attempts = []

    def fetch(arguments, signal):
        attempts.append(arguments.get("attempt", len(attempts) + 1))
        raise RuntimeError("404: there is no such page")

    def step(request):
        words = [m["content"] for m in request.messages if m["role"] == "user"]
        if any("Automatic notice" in each for each in words):
            return lab.say("The page is gone. Is there another address?")
        turn = sum(m["role"] == "assistant" for m in request.messages)
        more = {"attempt": turn + 1} if said_by_the_model else {}
        return lab.reply(lab.call("fetch", {"url": "example.org/prices", **more}))

    model, tool = lab.ScriptedModel([lab.forever(step)]), lab.tool("fetch", does=fetch)
    owner = harness.GuardedHarness(
        model, "You look things up.", [tool], max_turns=30, guards=[harness.RepeatReminder()]
    )
    await lab.drive(owner.prompt("What does a ticket cost?"))
    last = owner.messages[-1]
    errors = {m["content"] for m in owner.messages if m["role"] == "toolResult"}
    return {
        "asked_for": len(attempts),
        "notices": sum("source" in message for message in owner.messages),
        "ended": harness.text_of(last) or last.get("error_message"),
        "errors": sorted(errors),
        "counted": attempts == list(range(1, len(attempts) + 1)),
    }


async def scene(harness, lab):
    return await played(harness, lab, said_by_the_model=True)


async def mended(harness, lab):
    return await played(harness, lab, said_by_the_model=False)


def tell(seen):
    return [
        f"the page was asked for: {seen['asked_for']} times",
        f"each time: {', '.join(seen['errors'])}",
        f"notices: {seen['notices']}",
        f"it ended with: {seen['ended']}",
    ]
