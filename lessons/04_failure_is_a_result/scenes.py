"""What lesson 04 plays: calls that go wrong in every way, and what the model is told of them."""

import asyncio
import json

SYSTEM = "You are a careful assistant."
FILES = {"notes.md": "Buy milk.\n", "todo.txt": "Nothing.\n", "src/main.py": "print(1)\n"}


async def _run(harness, lab, steps, tools):
    """One prompt played to its end, and what was seen of it."""
    model = lab.ScriptedModel(steps)
    record = []
    await lab.drive(harness.run_agent(model, SYSTEM, record, tools, "Go on."))
    return {
        "record": record,
        "requests": lab.requests(model),
        "results": [message for message in record if message["role"] == "toolResult"],
    }


async def _results(harness, lab, tools):
    """The result of a call of each tool, by what is said of the tool."""
    results = {}
    for number, (how, tool) in enumerate(tools.items(), start=1):
        call = lab.call("work", {"n": number}, id=f"c{number}")
        results[how] = await harness.run_tool([tool], call)
    return {"results": results}


async def _answer(execute, arguments):
    """What a tool answers, or how it fails, in words."""
    try:
        return await execute(arguments)
    except ValueError as exc:
        return f"ValueError: {exc}"
    except FileNotFoundError as exc:
        return f"FileNotFoundError: {exc}"


async def unknown_tools(harness, lab):
    """Run calls of tools that are not there: among two, among none, in capitals, and one more."""
    two = [lab.tool("look"), lab.tool("look2")]
    asked = {"fly": two, "look": [], "LOOK": two, "look3": two}
    results = {}
    for name, tools in asked.items():
        results[name] = await harness.run_tool(tools, lab.call(name, {"to": "Rome"}, id="c3"))
    return {"results": results, "log": [tool["calls"] for tool in two]}


async def tools_that_raise(harness, lab):
    """Run tools that raise an exception with words in it."""

    class TooHeavy(Exception):
        """An exception of the tool's own."""

    exceptions = {
        "RuntimeError": RuntimeError("no disk"),
        "ValueError": ValueError("n must be a string"),
        "FileNotFoundError": FileNotFoundError("File not found: a.txt"),
        "one of its own": TooHeavy("over 5 kg\nby far "),
        "KeyError": KeyError("id"),
        "OSError with a number": OSError(13, "Permission denied"),
        "words that look like success": RuntimeError("ok"),
    }
    return await _results(
        harness, lab, {how: lab.tool("work", raises=exc) for how, exc in exceptions.items()}
    )


async def tools_that_raise_without_a_word(harness, lab):
    """Run tools that raise an exception with no words in it."""

    class TooHeavy(Exception):
        """An exception of the tool's own."""

    exceptions = {
        "RuntimeError": RuntimeError(),
        "ValueError": ValueError(""),
        "KeyError": KeyError(),
        "TimeoutError": TimeoutError(),
        "AssertionError": AssertionError(),
        "one of its own": TooHeavy(),
    }
    return await _results(
        harness, lab, {how: lab.tool("work", raises=exc) for how, exc in exceptions.items()}
    )


async def tools_that_return_no_text(harness, lab):
    """Run tools that return something else than a string."""
    returned = [None, 5, 1.5, True, False, ["a", "b"], {"text": "a"}]
    return await _results(
        harness, lab, {repr(what): lab.tool("work", returns=what) for what in returned}
    )


async def a_tool_that_returns_bytes(harness, lab):
    """Run a tool that returns bytes, which are no text yet."""
    return await _results(harness, lab, {"bytes": lab.tool("work", returns=b"Done.")})


async def tools_that_work(harness, lab):
    """Run tools that return text: some words, none at all, words that look like trouble."""
    texts = {
        "some words": "Done.",
        "nothing": "",
        "words that look like trouble": "RuntimeError: no disk",
        "the word None": "None",
    }
    return await _results(
        harness, lab, {how: lab.tool("work", returns=text) for how, text in texts.items()}
    )


async def a_tool_that_fails_in_a_run(harness, lab):
    """The model calls a tool that fails, then one that is not there, then one that works."""
    save, look = lab.tool("save", raises="no disk"), lab.tool("look", returns="a desk")
    steps = [
        lab.reply(lab.call("save", {"what": "it"})),
        lab.reply(lab.call("fly", {})),
        lab.reply(lab.call("look", {})),
        lab.say("I could not save it."),
    ]
    seen = await _run(harness, lab, steps, [save, look])
    return {**seen, "log": {"save": save["calls"], "look": look["calls"]}}


async def failures_in_one_reply(harness, lab):
    """Five calls in one reply; the second, third and fourth fail, each in its own way."""
    tools = [
        lab.tool("look", returns="a desk"),
        lab.tool("save", raises="no disk"),
        lab.tool("count", returns=3),
    ]
    names = ("look", "save", "fly", "count", "look")
    first = lab.reply(*(lab.call(name, {}) for name in names))
    seen = await _run(harness, lab, [first, lab.say("Two of five.")], tools)
    return {**seen, "log": {tool["name"]: len(tool["calls"]) for tool in tools}}


async def a_tool_that_is_cancelled(harness, lab):
    """A tool raises asyncio.CancelledError; run_tool is asked for it, then a run is."""
    tools = [lab.tool("wait", raises=asyncio.CancelledError())]
    alone = await lab.raised(harness.run_tool(tools, lab.call("wait", {}, id="c1")))
    model = lab.ScriptedModel([lab.reply(lab.call("wait", {})), lab.say("I waited.")])
    record = []
    run = await lab.raised(harness.run_agent(model, SYSTEM, record, tools, "Wait."))
    return {
        "record": record,
        "raised": {"run_tool": alone and alone["type"], "run_agent": run and run["type"]},
    }


async def a_task_cancelled_during_a_tool(harness, lab):
    """A run is a task of its own; it is cancelled while its tool waits."""
    wait = lab.tool("wait", returns="waited", laps=30)
    model = lab.ScriptedModel([lab.reply(lab.call("wait", {})), lab.say("I waited.")])
    record = []
    run = harness.run_agent(model, SYSTEM, record, [wait], "Wait.")
    task = asyncio.ensure_future(lab.drive(run))
    for _ in range(10):
        await lab.lap()
    task.cancel()
    await asyncio.wait([task])
    return {"record": record, "cancelled": task.cancelled(), "requests": lab.requests(model)}


def string_arguments(harness, lab, values):
    """Ask for the string argument `path` among arguments where it has these values."""
    told = {}
    for value in values:
        try:
            told[json.dumps(value)] = harness.str_arg({"other": "x", "path": value}, "path")
        except ValueError as exc:
            told[json.dumps(value)] = f"ValueError: {exc}"
    return {"told": told}


def missing_arguments(harness, lab):
    """Ask for string arguments that the model left out."""
    told = {}
    for name, arguments in {"path": {}, "content": {"path": "a.txt"}}.items():
        try:
            told[name] = harness.str_arg(arguments, name)
        except ValueError as exc:
            told[name] = f"ValueError: {exc}"
    return {"told": told}


def the_write_tool(harness, lab):
    """Make the tool `write` of a workspace, and look at it."""
    ws = lab.Workspace(FILES)
    tool = harness.make_write_tool(ws)
    return {
        "name": tool["name"],
        "description": tool["description"],
        "parameters": json.dumps(tool["parameters"]),
        "snippet": tool["snippet"],
        "guidelines": tool["guidelines"],
        "disk": ws.snapshot(),
    }


async def files_written(harness, lab, writes):
    """Write some files, one after the other; notes.md, todo.txt and src/main.py are there."""
    ws = lab.Workspace(FILES)
    execute = harness.make_write_tool(ws)["execute"]
    answers = [await execute({"path": path, "content": content}) for path, content in writes]
    return {
        "answers": answers,
        "disk": ws.snapshot(),
        "writes": [list(write) for write in ws.writes],
    }


async def writes_with_wrong_arguments(harness, lab):
    """Write with an argument that is missing, or no string."""
    ws = lab.Workspace(FILES)
    execute = harness.make_write_tool(ws)["execute"]
    asked = {
        "no content": {"path": "notes.md"},
        "content is null": {"path": "notes.md", "content": None},
        "content is a number": {"path": "new.txt", "content": 5},
        "content is a list": {"path": "new.txt", "content": ["a line"]},
        "no path": {"content": "Hello.\n"},
        "path is null": {"path": None, "content": "Hello.\n"},
        "path is a number": {"path": 7, "content": "Hello.\n"},
    }
    told = {how: await _answer(execute, arguments) for how, arguments in asked.items()}
    return {"told": told, "disk": ws.snapshot(), "writes": [list(write) for write in ws.writes]}


async def writes_that_the_disk_refuses(harness, lab):
    """The model writes outside of the workspace, over a folder, and on a disk that gets full."""
    ws = lab.Workspace(FILES)
    ws.full_after(1)
    paths = ["../secret.txt", "src", "one.txt", "two.txt"]
    calls = [lab.call("write", {"path": path, "content": "Hello.\n"}) for path in paths]
    steps = [lab.reply(*calls), lab.say("One of four.")]
    seen = await _run(harness, lab, steps, [harness.make_write_tool(ws)])
    return {**seen, "disk": ws.snapshot()}


def the_read_tool(harness, lab):
    """Make the tool `read` of a workspace, and look at it."""
    tool = harness.make_read_tool(lab.Workspace(FILES))
    parameters = tool["parameters"]
    return {
        "name": tool["name"],
        "description": tool["description"],
        "path": json.dumps(parameters["properties"]["path"]),
        "required": parameters["required"],
        "snippet": tool["snippet"],
        "guidelines": tool["guidelines"],
    }


async def reads_that_fail(harness, lab):
    """Read what is not there, a folder, with wrong arguments, and from an empty workspace."""
    execute = harness.make_read_tool(lab.Workspace(FILES))["execute"]
    asked = {
        "a file that is not there": {"path": "note.md"},
        "not there, in a folder": {"path": "src/test.py"},
        "a folder": {"path": "src"},
        "no path": {},
        "path is null": {"path": None},
        "path is a number": {"path": 5},
        "path is a list": {"path": ["notes.md"]},
    }
    told = {how: await _answer(execute, arguments) for how, arguments in asked.items()}
    nothing = harness.make_read_tool(lab.Workspace())["execute"]
    told["an empty workspace"] = await _answer(nothing, {"path": "notes.md"})
    return {"told": told}


async def a_wrong_path_put_right(harness, lab):
    """The model reads a file that is not there, and then the first of those it is told of."""
    tools = [harness.make_read_tool(lab.Workspace(FILES))]

    def first_named(request):
        _, _, names = request.last_result["content"].partition("Files here: ")
        return lab.reply(lab.call("read", {"path": names.split(", ")[0]}))

    steps = [lab.reply(lab.call("read", {"path": "NOTES"})), first_named, lab.say("Buy milk.")]
    return await _run(harness, lab, steps, tools)
