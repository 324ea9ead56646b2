"""What lesson 02 plays: a model that asks for a tool, tools with a log, and what is seen of them.

A reply holds at most one call here.
"""

SYSTEM = "You are a careful assistant."
NOTES = "Buy milk.\nFeed the cat.\n"


async def _run(harness, lab, steps, tools, prompts=("Go on.",)):
    """Prompts played to their end on one list, and what was seen of them."""
    model = lab.ScriptedModel(steps)
    record = []
    for prompt in prompts:
        await lab.drive(harness.run_agent(model, SYSTEM, record, tools, prompt))
    return {
        "record": record,
        "requests": lab.requests(model),
        "tokens": [lab.count_tokens(sent.text) for sent in model.calls],
        "bill": model.bill,
    }


def the_calls_of_replies(harness, lab):
    """Ask for the calls of a few replies, with and without calls in them."""
    one = lab.call("read", {"path": "a.txt"}, id="c1")
    two = lab.call("look", {}, id="c2")
    replies = {
        "a call alone": lab.reply(one),
        "words, a call": lab.reply(lab.text("I will read it."), one),
        "a call, words, a call": lab.reply(two, lab.text("And then:"), one),
        "the same tool twice": lab.reply(one, {**one, "id": "c7"}),
        "words alone": lab.say("read(a.txt)"),
        "nothing at all": lab.reply(),
    }
    return {"calls": {how: list(harness.tool_calls(reply)) for how, reply in replies.items()}}


def the_specs_of_tools(harness, lab):
    """Ask for what a provider is told of two tools, which hold more than that."""
    size = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    tools = [
        lab.tool("look", description="Look around."),
        {
            "snippet": "Make things grow",
            "execute": None,
            "parameters": size,
            "guidelines": ["Grow little."],
            "description": "Make it grow.",
            "name": "grow",
        },
    ]
    specs = [dict(spec) for spec in harness.tool_specs(tools)]
    return {
        "specs": specs,
        "keys": [list(spec) for spec in specs],
        "none": list(harness.tool_specs([])),
        "left in the tools": {"look": sorted(tools[0]), "grow": sorted(tools[1])},
    }


async def a_call_run(harness, lab):
    """Run one call, of a tool that answers with two lines."""
    call = lab.call("look", {"where": "under the bed"}, id="c5")
    result = await harness.run_tool([lab.tool("look", returns="a sock\nand dust")], call)
    return {"result": result}


async def the_named_tool_among_three(harness, lab):
    """Three tools; run a call for each of them, the last one first."""
    tools = [lab.tool(name, returns=f"{name} was here") for name in ("one", "two", "three")]
    results = {}
    for number, name in enumerate(("three", "one", "two"), start=1):
        call = lab.call(name, {"as": number, "with": ["a", {"b": None}]}, id=f"c{number}")
        results[name] = await harness.run_tool(tools, call)
    return {"results": results, "log": {tool["name"]: tool["calls"] for tool in tools}}


async def results_of_every_kind(harness, lab):
    """Run tools that answer with nothing, blanks, line breaks, Chinese and JSON."""
    texts = {
        "nothing": "",
        "blanks": "  \n",
        "line breaks": "one\r\ntwo\n\n",
        "Chinese": "\u4f60\u597d \u2028 \U0001f600",
        "JSON": '{"is_error": true}',
    }
    results = {}
    for how, text in texts.items():
        call = lab.call("look", {}, id="c1")
        results[how] = await harness.run_tool([lab.tool("look", returns=text)], call)
    return {"results": results}


async def a_tool_that_takes_its_time(harness, lab):
    """A tool that waits for five laps of the event loop before it answers."""
    log = []

    async def search(arguments, signal):
        for lap in range(5):
            log.append(f"lap {lap + 1}")
            await lab.lap()
        return "found it"

    call = lab.call("search", {}, id="c1")
    result = await harness.run_tool([lab.tool("search", does=search)], call)
    return {"log": [*log, "back"], "result": result}


async def one_call_in_a_run(harness, lab):
    """The model says a word and asks for a tool; it sees the result, and answers."""
    look = lab.tool("look", returns="A cat.", description="Look around.")
    asks = lab.reply(lab.text("Let me see."), lab.call("look", {"where": "kitchen"}))
    steps = [asks, lab.say("There is a cat.")]
    seen = await _run(harness, lab, steps, [look], ["Who is in the kitchen?"])
    return {**seen, "log": look["calls"]}


async def no_call_in_a_run(harness, lab):
    """The model has a tool, and answers without it."""
    look = lab.tool("look", returns="A cat.", description="Look around.")
    seen = await _run(harness, lab, [lab.say("I need not look.")], [look], ["Who are you?"])
    return {**seen, "log": look["calls"]}


async def three_prompts(harness, lab):
    """Three prompts on one list: with a call, without one, and with the same call again."""
    count = lab.tool("count", does=lambda arguments, signal: f"count {len(count['calls'])}")
    asks = lab.reply(lab.call("count", {}))
    steps = [asks, lab.say("It is 1."), lab.say("Still 1."), asks, lab.say("It is 2.")]
    seen = await _run(harness, lab, steps, [count], ["Count.", "And now?", "Count again."])
    return {**seen, "log": count["calls"]}


async def stop_reasons_that_mislead(harness, lab, calls, stop_reason):
    """The first reply says that it stopped in one way, and holds what one expects of another."""
    look = lab.tool("look", returns="A cat.")
    first = lab.reply(lab.call("look", {})) if calls else lab.say("No need to look.")
    steps = [{**first, "stop_reason": stop_reason}, lab.say("There is a cat.")]
    seen = await _run(harness, lab, steps, [look])
    return {**seen, "log": look["calls"]}


def the_read_tool(harness, lab):
    """Make the tool `read` of a workspace, and look at it."""
    ws = lab.Workspace({"notes.md": NOTES})
    tool = harness.make_read_tool(ws)
    parameters = tool["parameters"]
    return {
        "name": tool["name"],
        "description": tool["description"],
        "keys of the parameters": list(parameters),
        "type": parameters["type"],
        "path": [[key, value] for key, value in parameters["properties"]["path"].items()],
        "required": parameters["required"],
        "snippet": tool["snippet"],
        "guidelines": tool["guidelines"],
    }


async def files_read(harness, lab):
    """Read files of every kind: CRLF, no newline at the end, empty, a form feed, in a folder."""
    files = {
        "notes.md": NOTES,
        "crlf.txt": "one\r\ntwo\r\n",
        "no newline.txt": "the end",
        "empty.txt": "",
        "odd.txt": "a\fb\rc\u2028d \U0001f600\n\n\n",
        "src/deep/main.py": "print('hello')\n",
    }
    ws = lab.Workspace(files)
    tool = harness.make_read_tool(ws)
    texts = {path: await tool["execute"]({"path": path}) for path in files}
    return {"texts": texts, "writes": [list(write) for write in ws.writes]}


async def a_file_read_twice(harness, lab):
    """The model reads notes.md in two runs; in between, the file is changed."""
    ws = lab.Workspace({"notes.md": NOTES, "other.md": "Not this one.\n"})
    tools = [harness.make_read_tool(ws)]
    asks = lab.reply(lab.call("read", {"path": "notes.md"}))
    model = lab.ScriptedModel([asks, lab.say("Milk, cat."), asks, lab.say("Nothing left.")])
    record = []
    await lab.drive(harness.run_agent(model, SYSTEM, record, tools, "What is to be done?"))
    ws.write_text("notes.md", "All done.\n")
    await lab.drive(harness.run_agent(model, SYSTEM, record, tools, "And now?"))
    return {
        "record": record,
        "results": [m["content"] for m in record if m["role"] == "toolResult"],
        "disk": ws.snapshot(),
    }
