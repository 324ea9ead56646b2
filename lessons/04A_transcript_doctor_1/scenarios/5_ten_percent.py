"""A failure that had done half the work"""

LESSON = "4"

REPORT = """
On Monday all our prices went up by ten percent. In two of the three lists they have gone up by
twenty-one.

The record couldn't be clearer. The assistant called `raise_prices` for three lists, and had the
name of the third wrong. The result says so: `No such file: fruits.txt`, flagged as an error. It
looked at the error, put the name right, and made the call again. `Raised 3 lists by 10 percent.`

So there's one call that failed and one that worked. The percentage is ten in each of them.
"""

QUESTION = "A list went up twice, with one call that worked. Which part should change?"

OPTIONS = {
    "a": "The loop: once a call has failed, it has to end the run.",
    "b": "The prompt: it has to say that a call which failed must not be made again.",
    "c": "`run_tool`: it has run a call twice, the failed one once more after the name was right.",
    "d": "The tool: it starts to write before it knows that it can finish.",
}

RIGHT = "d"

FEEDBACK = {
    "a": "Then the third list would still have its old prices, and nobody would know of the first"
    " two. A failure is news for the model, who can do something about it.",
    "b": "Making it again with a better name is the right thing to do after `No such file`. It's"
    " what you tell the model the failure for.",
    "c": "Two calls, two results, and each call was run once. Nothing ran one again.",
    "d": "It went through the lists one by one, and two of them were raised by the time it found"
    " that there was no third.",
}

REVEAL = """
Both records are the same, to the character: a failure, then a success. What differs is on the
disk. A result with `is_error` says that the call didn't do what it was asked to do. It does not
say that it did nothing, and this one had written two lists before it raised.

The model did what anybody would do, and it was told nothing that could have stopped it. The mended
tool reads everything first, and writes last. Then a wrong name costs nothing, and the call can be
made again.

There are things that can't be checked beforehand: a disk may fill up between the first list and
the second. A tool that can leave half a job behind has to say so in its error: what is done, and
what isn't.
"""

SOURCE = "apmantza/pi-lens#637"
DIFFERS = ["disk", "writes"]
SAME = ["record", "shape", "requests", "flagged", "answer"]
CAUGHT = False
MENDED = "the same tool, reading all before it writes"


def raised(text, percent):
    return f"{int(text) * (100 + percent) // 100}\n"


def one_by_one(ws, paths, percent):
    for path in paths:
        ws.write_text(path, raised(ws.read_text(path), percent))


def all_or_none(ws, paths, percent):
    texts = {path: raised(ws.read_text(path), percent) for path in paths}
    for path, text in texts.items():
        ws.write_text(path, text)


async def played(harness, lab, work):
    ws = lab.Workspace({"bread.txt": "1000\n", "milk.txt": "2000\n", "fruit.txt": "3000\n"})

    def raise_prices(arguments, signal):
        work(ws, arguments["paths"], arguments["percent"])
        return f"Raised {len(arguments['paths'])} lists by {arguments['percent']} percent."

    def asks(third):
        arguments = {"paths": ["bread.txt", "milk.txt", third], "percent": 10}
        return lab.reply(lab.call("raise_prices", arguments))

    def clerk(request):
        told = request.last_result
        if told is None:
            return asks("fruits.txt")
        return asks("fruit.txt") if told["is_error"] else lab.say("All three lists are raised.")

    model = lab.ScriptedModel([lab.forever(clerk)])
    tools, record = [lab.tool("raise_prices", does=raise_prices)], []
    prompt = "Raise bread, milk and fruit by ten percent."
    await lab.drive(harness.run_agent(model, "You keep price lists.", record, tools, prompt))
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "flagged": [m["tool_call_id"] for m in record if m.get("is_error")],
        "answer": harness.text_of(record[-1]),
        "disk": ws.snapshot(),
        "writes": len(ws.writes),
    }


async def scene(harness, lab):
    return await played(harness, lab, one_by_one)


async def mended(harness, lab):
    return await played(harness, lab, all_or_none)


def tell(seen):
    results = [m["content"] for m in seen["record"] if m["role"] == "toolResult"]
    prices = [f"{path} {text.strip()}" for path, text in seen["disk"].items()]
    return [
        f"record: {seen['shape']}",
        *(f"result: {words}" for words in results),
        f"answer: {seen['answer']}",
        f"files written: {seen['writes']}",
        f"on disk: {', '.join(prices)}",
    ]
