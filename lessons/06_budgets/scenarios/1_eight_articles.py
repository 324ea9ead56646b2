"""Eight articles, then one"""

LESSON = "6"

REPORT = """
`stock.txt` holds our articles, one a line. I asked for four lamps to be added at the end, and said
that the list ends somewhere around line 20. Now the file has one line, and that is the lamps.

It did look before it wrote, and I cannot call it careless: the record has a `read` of that file,
and it came back empty. So it wrote a new list. Nothing is flagged, no call failed. But the list was
committed in the morning, all of it, and nobody else works there.
"""

QUESTION = "A file that is not empty was read as empty. How?"

OPTIONS = {
    "a": "Something emptied the file, after the morning and before the read.",
    "b": "The list is over the budget of one read, so nothing of it was shown.",
    "c": "The read began behind the end, and was answered as an empty file is.",
    "d": "`read` was right. `write` emptied the file, because it cannot add to the end.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "The scene starts with eight articles on disk, and one write is made in it: the last.",
    "b": "Eight short lines are far below it. And a read over the budget says so.",
    "c": "It asked for line 20 and what follows. Behind line 8 there is nothing, which is true of"
    " that place, and the answer said it of the file.",
    "d": "`write` replaces, as its description says. That is what you want of it for a file which"
    " is empty, and the model had just been told that this one was.",
}

REVEAL = """
The model guessed where the list ends, because it had been told to. Theirs took a read from line 20
of eight lines for a read of nothing: no text, no error, and the words for a file without lines.
With that in hand, a new list was the right thing to write.

The reference refuses: `offset 20 is past the end of stock.txt: 8 lines`. The better run is the one
with a failure on its record. It tells the model that its guess was wrong, and how long the file
is; the model reads it from the start, and adds to what it has seen.

**"Nothing here" and "nothing at all" are two answers.** A tool that has one for both lets the
model choose, and it can't see which it was.
"""

SOURCE = "Zoo-Code-Org/Zoo-Code#1728"
DIFFERS = ["record", "shape", "requests", "flagged", "disk"]
SAME = ["before", "first_call", "last_result", "answer"]
SHOW = ["record", "disk"]
CAUGHT = True

STOCK = "bolts 40\nbulbs 12\ncable 9\nfuses 30\nnails 500\nplugs 16\nscrews 250\nwire 7\n"


def theirs(harness):
    make = harness.make_read_tool

    def make_read_tool(ws, *budgets, **named):
        tool = make(ws, *budgets, **named)

        async def execute(arguments, signal=None):
            try:
                return await tool["execute"](arguments, signal)
            except ValueError as exc:
                if "past the end" not in str(exc):
                    raise
                return "(the file is empty)"

        return {**tool, "execute": execute}

    harness.make_read_tool = make_read_tool


def clerk(lab):
    def answers(request):
        told = request.last_result
        if told is None:
            return lab.reply(lab.call("read", {"path": "stock.txt", "offset": 20}))
        if told["is_error"]:
            return lab.reply(lab.call("read", {"path": "stock.txt"}))
        if told["tool_name"] == "read":
            seen = "" if "is empty" in told["content"] else told["content"]
            changed = {"path": "stock.txt", "content": seen + "lamps 4\n"}
            return lab.reply(lab.call("write", changed))
        return lab.say("The four lamps are on the list.")

    return answers


async def scene(harness, lab):
    ws = lab.Workspace({"stock.txt": STOCK})
    before = ws.snapshot()
    model = lab.ScriptedModel([lab.forever(clerk(lab))])
    tools, record = [harness.make_read_tool(ws), harness.make_write_tool(ws)], []
    prompt = "Add four lamps to stock.txt, at the end. It ends somewhere around line 20."
    await lab.drive(harness.run_agent(model, "You keep a stock list.", record, tools, prompt))
    results = [m for m in record if m["role"] == "toolResult"]
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "flagged": [m["tool_call_id"] for m in results if m["is_error"]],
        "before": before,
        "disk": ws.snapshot(),
        "first_call": harness.tool_calls(record[1]),
        "last_result": results[-1]["content"],
        "answer": harness.text_of(record[-1]),
    }


def tell(seen):
    lines = [len(files["stock.txt"].splitlines()) for files in (seen["before"], seen["disk"])]
    return [
        f"record: {seen['shape']}",
        f"flagged: {', '.join(seen['flagged']) or 'nothing'}",
        f"last result: {seen['last_result']}",
        f"answer: {seen['answer']}",
        f"lines of stock.txt, before and after: {lines[0]}, {lines[1]}",
    ]
