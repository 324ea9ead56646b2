"""A Stop that stopped nothing"""

LESSON = "15"

REPORT = """
I asked for `utils.py` to be split into three modules. The first file it named told me that the
split was wrong, so I pressed Stop while `a.py` was being written. A moment later it said
`Operation aborted`; the transcript ends on those words, and the bill shows a single request. I
closed the laptop.

In the evening `git status` showed three new files.
"""

QUESTION = "One request, one reply, then `Operation aborted`. What went on after Stop was pressed?"

OPTIONS = {
    "a": "Nothing: all three files were on disk before Stop was pressed.",
    "b": "The model was asked again, and asked for the other two files.",
    "c": "The other two calls of the same reply were run. The Stop was seen after them.",
    "d": "`write` never looked at the flag it was handed, and so went on to the other two files.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "Stop was pressed during the first write, and calls are run one after another: two"
    " writes were still to come.",
    "b": "That would be a second request, and the bill shows one. A reply may hold several calls.",
    "c": "The loop looked at the flag before the next model call, and nowhere else. Between Stop"
    " and that look stood two more calls.",
    "d": "One call of `write` writes one file and ends. The reference's `write` looks at no flag"
    " either.",
}

REVEAL = """
Stop sets a flag, and nothing stops until somebody looks at it. Theirs looked in one place, in
front of the model call: that saves the next request, and it's why the last message is honest.
Nobody looked between two calls of one reply, where `run_tool` answers each of them.

The reference looks there too. Calls `c2` and `c3` still get exactly one result each, since a
provider wants one, but the result says `Operation aborted`, is flagged, and no file is touched.

Both records have the same shape. Both end on the same words. **Stop is measured on the disk, not
in the transcript.**
"""

DIFFERS = ["record", "events", "disk"]
SAME = ["shape", "last", "requests"]
SHOW = ["record", "disk"]
CAUGHT = True


def theirs(harness):
    async def run_tool(tools, call, signal=None):
        tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
        if tool is None:
            return harness.tool_result(call, f"Tool {call['name']} not found", is_error=True)
        try:
            content = await tool["execute"](call["arguments"], signal)
        except Exception as exc:
            return harness.tool_result(call, str(exc) or type(exc).__name__, is_error=True)
        if not isinstance(content, str):
            problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
            return harness.tool_result(call, problem, is_error=True)
        return harness.tool_result(call, content)

    harness.run_tool = run_tool


async def scene(harness, lab):
    ws = lab.Workspace({"utils.py": "def area(): ...\ndef bill(): ...\ndef cut(): ...\n"})
    write = harness.make_write_tool(ws)

    async def write_and_stop(arguments, signal=None):
        if arguments["path"] == "a.py":
            agent.cancel()  # the user presses Stop while this file is being written
        return await write["execute"](arguments, signal)

    model = lab.ScriptedModel(
        [
            lab.reply(
                lab.text("I'll split it by function."),
                lab.call("write", {"path": "a.py", "content": "def area(): ...\n"}),
                lab.call("write", {"path": "b.py", "content": "def bill(): ...\n"}),
                lab.call("write", {"path": "c.py", "content": "def cut(): ...\n"}),
            )
        ]
    )
    tools = [{**write, "execute": write_and_stop}]
    agent = harness.Harness(model, "You are a careful refactorer.", tools)
    events = await lab.drive(agent.prompt("Split utils.py into a module a function."))
    record = list(agent.messages)
    return {
        "record": record,
        "shape": lab.shape(record),
        "last": record[-1]["error_message"],
        "events": events,
        "requests": lab.requests(model),
        "disk": ws.snapshot(),
    }


def tell(seen):
    results = [m for m in seen["record"] if m["role"] == "toolResult"]
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        *(f"result of {m['tool_call_id']}: {m['content']}" for m in results),
        f"last message: {seen['last']}",
        f"on disk: {', '.join(seen['disk'])}",
    ]
