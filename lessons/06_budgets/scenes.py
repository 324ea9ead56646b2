"""What lesson 06 plays: texts cut to a budget, and the tools `read` and `bash` at their limits."""

import asyncio
import re

SYSTEM = "You are a careful release manager."
FILES = {
    "notes.md": "".join(f"- step {n}: check it\n" for n in range(1, 8)),
    "docs/plan.md": "later\n",
    "empty.md": "",
}


def a_cut(harness, lab, end, text, **limits):
    """Cut a text to a budget, from its head or from its tail."""
    cut = {"head": harness.truncate_head, "tail": harness.truncate_tail}[end]
    kept, lines = cut(text, **limits)
    return {"kept": kept, "lines": lines}


def the_same_cut_from_both_ends(harness, lab, text, max_lines, max_bytes):
    """Cut a text to a budget, once from its head and once from its tail."""
    head = harness.truncate_head(text, max_lines=max_lines, max_bytes=max_bytes)
    tail = harness.truncate_tail(text, max_lines=max_lines, max_bytes=max_bytes)
    return {"text": text, "head": list(head), "tail": list(tail)}


def an_integer_argument(harness, lab, arguments):
    """Ask for the argument `limit`, an integer that is 7 when it is not given."""
    return _plainly(lab, lambda: harness.int_arg(arguments, "limit", 7))


async def a_read(harness, lab, arguments, files=None, **limits):
    """Call `read` once; on the disk are seven lines in notes.md, docs/plan.md and an empty.md."""
    tool = harness.make_read_tool(lab.Workspace(files or FILES), **limits)
    return await _called(lab, tool, arguments)


async def a_file_read_to_its_end(harness, lab, text, **limits):
    """A model reads notes.md, and reads on wherever a result tells it to, until none does."""

    def read_on(request):
        following = re.search(r"Use offset=(\d+)", request.last_result["content"])
        if following is None:
            return lab.say("That was all of it.")
        offset = int(following.group(1))
        return lab.reply(lab.call("read", {"path": "notes.md", "offset": offset}))

    first = lab.reply(lab.call("read", {"path": "notes.md"}))
    model, record = lab.ScriptedModel([first, lab.forever(read_on)], max_calls=20), []
    tools = [harness.make_read_tool(lab.Workspace({"notes.md": text}), **limits)]
    await lab.drive(harness.run_agent(model, SYSTEM, record, tools, "Read notes.md."))
    results = [message["content"] for message in record if message["role"] == "toolResult"]
    return {"record": record, "told": results, "bill": model.bill}


async def a_command(harness, lab, output, code=0, laps=0, **limits):
    """A run in which the model calls `bash` once, with a command that prints and exits."""
    shell = lab.Shell(lab.Workspace(), {"make": lambda words: (output, code, laps)})
    steps = [lab.reply(lab.call("bash", {"command": "make test"})), lab.say("I see.")]
    model, record = lab.ScriptedModel(steps), []
    tools = [harness.make_bash_tool(shell, **limits)]
    await lab.drive(harness.run_agent(model, SYSTEM, record, tools, "Run the tests."))
    results = [message for message in record if message["role"] == "toolResult"]
    return {
        "record": record,
        "told": [result["content"] for result in results],
        "flagged": [result["is_error"] for result in results],
    }


async def a_command_that_is_no_string(harness, lab):
    """The model sends a list of words for a command."""
    tool = harness.make_bash_tool(lab.Shell(lab.Workspace()))
    return await _called(lab, tool, {"command": ["ls", "-l"]})


async def a_command_that_takes_time(harness, lab, laps, stopped=None):
    """A command that takes a while; after three laps somebody may press Stop or cancel the task."""
    shell, stop = lab.Shell(lab.Workspace()), _Stop()
    tool = harness.make_bash_tool(shell)
    task = asyncio.ensure_future(tool["execute"]({"command": f"sleep {laps}"}, stop))
    waited = 0
    while not task.done() and waited < 100:
        await lab.lap()
        waited += 1
        if waited == 3 and stopped == "politely":
            stop.pressed = True
        if waited == 3 and stopped == "hard":
            task.cancel()
    return {
        "told": None if task.cancelled() else task.result(),
        "cancelled": task.cancelled(),
        "laps": waited,
        "running": shell.running,
    }


class _Stop:
    """The Stop flag of one run."""

    pressed = False

    def is_cancelled(self):
        return self.pressed


def what_is_advertised(harness, lab, tool, **limits):
    """Look at a tool: what the model is told of it, and what the system prompt may say."""
    made = {
        "read": lambda: harness.make_read_tool(lab.Workspace(), **limits),
        "bash": lambda: harness.make_bash_tool(lab.Shell(lab.Workspace()), **limits),
    }[tool]()
    spec, parameters = harness.tool_specs([made])[0], made["parameters"]
    properties = parameters["properties"]
    return {
        "spec": spec,
        "snippet": made["snippet"],
        "guidelines": list(made["guidelines"]),
        "order": [list(spec), list(parameters), list(properties), *map(list, properties.values())],
    }


async def _called(lab, tool, arguments):
    """What one call of a tool answered or raised."""
    told = []

    async def call():
        told.append(await tool["execute"](arguments))

    raised = await lab.raised(call())
    return {"told": told[0] if told else None, "raised": _reason(raised)}


def _plainly(lab, function):
    answers = []
    raised = lab.raised(lambda: answers.append(function()))
    return {"given": answers[0] if answers else None, "raised": _reason(raised)}


def _reason(raised):
    return raised and f"{raised['type']}: {raised['message']}"
