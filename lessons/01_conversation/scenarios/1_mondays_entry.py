"""Monday's entry"""

LESSON = "1"
SOURCE = "maseval/MASEval#48"
CAUGHT = False

REPORT = """
Every evening our support desk writes the day's conversation into its log, as it stands then, one
entry a day. An entry is never touched again.

A customer complains. On Monday, she says, our assistant promised her a refund in five days. I
looked into Monday's entry, and there it tells her ten, and that it had been mistaken. She has sent
a screenshot, taken on Monday, and on it there are five days and no mistake.

So either the screenshot is a fake, or our log is. I've counted: three prompts, three requests,
three replies, and not one of them was changed by anybody.
"""

QUESTION = "How do words get into Monday's entry that nobody had said on Monday?"

OPTIONS = {
    "a": "All three entries are one list, and what was said later was added to it.",
    "b": "On Wednesday the old prompts were sent again, and the new replies replaced the old ones.",
    "c": "The model was asked three times on Monday, and the log was written after the third.",
    "d": "`run_agent` put a reply in the wrong place of the record.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "The log kept the record itself, and not what was on it. An entry that is never touched"
    " again can still change, when it's a list that somebody else goes on adding to.",
    "b": "Old prompts are sent again with every request, as part of the list. But no reply is ever"
    " replaced, and the record has three of them in order.",
    "c": "There was one request a day. It's true that the entry shows the state after the third:"
    " look for what could carry that state back to Monday.",
    "d": "The record is right, in the same order in both runs. It is the entry that's wrong.",
}

REVEAL = """
`log.append(record)` stores no conversation. It stores which list the conversation is on. Three
entries, one list, and it goes on growing: on Wednesday all three of them end on Wednesday's words.

That `run_agent` adds to its caller's list is a promise, and a good one. It's also why whoever
wants to keep what was there *at one moment* has to take a copy at that moment. Here a copy of the
list would do, since nobody changes a message.

Nothing on the record tells you. Nothing in the requests does. The fake model keeps its requests as
copies for this very reason.
"""

DIFFERS = ["entries", "ends"]
SAME = ["shape", "record", "requests"]
SHOW = ["ends", "entries"]
MENDED = "the same log, with a copy taken each evening"

SAID = {
    "Monday": ("How long does a refund take?", "Five days."),
    "Tuesday": ("Is that certain?", "It is."),
    "Wednesday": ("It isn't here yet.", "I was mistaken: it takes ten days."),
}


async def played(harness, lab, kept):
    model = lab.ScriptedModel([lab.say(reply) for _prompt, reply in SAID.values()])
    record, log = [], {}
    for day, (prompt, _reply) in SAID.items():
        await lab.drive(harness.run_agent(model, "You are a support clerk.", record, [], prompt))
        log[day] = kept(record)
    return {
        "entries": {day: lab.shape(entry) for day, entry in log.items()},
        "ends": {day: harness.text_of(entry[-1]) for day, entry in log.items()},
        "shape": lab.shape(record),
        "record": record,
        "requests": lab.requests(model),
    }


async def scene(harness, lab):
    return await played(harness, lab, lambda record: record)


async def mended(harness, lab):
    return await played(harness, lab, list)


def tell(seen):
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        "entries of the log:",
        *(f"  {day}: {seen['entries'][day]}, ends: {end}" for day, end in seen["ends"].items()),
    ]
