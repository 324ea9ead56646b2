"""A bill"""

LESSON = ["2", "12"]

REPORT = """
I'd like somebody to explain this bill to me. A release checklist: four hundred steps, one line
each. It ran one `echo`, read the file once, ran nine more `echo`s, the shortest commands there
are, and said that it was done. Twelve requests in all. The bill is 66,596 tokens.

With a checklist of a single line, the same twelve requests cost 6,677. I understand that a file
costs what it costs. I don't understand that it costs this much when it's read once.
"""

QUESTION = "It read the file once. How many of the twelve requests carry the file's text?"

OPTIONS = {
    "a": "One: the request right after the read.",
    "b": "Two: the read itself, and the request that brings its result.",
    "c": "Ten: every request after the one that asked for the read.",
    "d": "Twelve: a file that a run will read is part of all its requests.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "That is when the model first sees it. The next request is made of the whole record"
    " again.",
    "b": "The reply that asks for the read holds a path and no text; and every request after the"
    " next one carries the text again.",
    "c": "The first two are sent before the result exists. Each of the other ten carries all of"
    " it.",
    "d": "The first two requests were sent before anybody had read anything.",
}

REVEAL = """
Nothing is broken here. The transcript is the only memory: the model keeps nothing between two
requests, so all of the record goes out each time, and is paid for each time. The text is read
once and sent ten times. With a file of one line the same run costs 59,919 tokens less: that is
the price of one read.

So what a tool returns isn't paid for when it returns. It is paid for on every request until the
run ends, or until somebody takes it out of the view. Cut the result to a budget (the 2,000 lines
of `read` did not cut this one), ask for less (`offset` and `limit`), sum up what is old, or have
somebody else read it: that is what you build next.
"""

DIFFERS = ["tokens", "bill", "record", "requests", "disk"]
SAME = ["shape", "answer", "carrying"]
SHOW = ["tokens"]
CAUGHT = False
MENDED = "the same run, over a checklist of one line"

LINE = "- step {n:03}: check the {n:03} service, then tick this line off\n"


async def played(harness, lab, notes):
    ws = lab.Workspace({"notes.md": notes})
    steps = [lab.reply(lab.call("bash", {"command": "echo starting"}))]
    steps += [lab.reply(lab.call("read", {"path": "notes.md"}))]
    steps += [lab.reply(lab.call("bash", {"command": f"echo step {n} done"})) for n in range(1, 10)]
    steps += [lab.say("Checklist done: 9 steps, all green.")]
    model = lab.ScriptedModel(steps)
    tools = [harness.make_read_tool(ws), harness.make_bash_tool(lab.Shell(ws))]
    agent = harness.Harness(model, "You are a careful release manager.", tools)
    prompt = "Work through the release checklist in notes.md and report."
    await lab.drive(agent.prompt(prompt))
    record = list(agent.messages)
    return {
        "record": record,
        "shape": lab.shape(record),
        "answer": harness.text_of(record[-1]),
        "tokens": [lab.count_tokens(request.text) for request in model.calls],
        "carrying": sum(notes in m.get("content", "") for r in model.calls for m in r.messages),
        "bill": model.bill,
        "requests": lab.requests(model),
        "disk": ws.snapshot(),
    }


async def scene(harness, lab):
    return await played(harness, lab, "".join(LINE.format(n=n) for n in range(1, 401)))


async def mended(harness, lab):
    return await played(harness, lab, "- step 001: check the one service\n")


def tell(seen):
    return [
        f"requests: {len(seen['tokens'])}",
        f"tokens: {' '.join(map(str, seen['tokens']))}",
        f"requests that carry the file: {seen['carrying']}",
        f"bill: {seen['bill']}",
        f"answer: {seen['answer']}",
    ]
