"""Read-only"""

LESSON = "2"
SOURCE = "jin-bo/agentao#255"
CAUGHT = False

REPORT = """
Our assistant has a read-only switch. While it is on, the model is shown the tools that read, and
no others. Yesterday somebody asked for a typo to be mended, switched to read-only, and went on
asking about the text. During that second prompt `README.md` was overwritten.

I don't see how. I've looked at what was sent: with the switch on, `read` is the only tool in every
request. The model was never told that there is a `write`. All calls have their results, and the
answers are friendly.
"""

QUESTION = "No request with the switch on names `write`. How did the file come to be written?"

OPTIONS = {
    "a": "The write of the first prompt was late: it was done after the switch.",
    "b": "The model asked for a tool that it was not shown, and the program had it.",
    "c": "`read` was used with arguments that make it write.",
    "d": "The switch works from the second request on, so the first one still named `write`.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "A tool is awaited, and its result was on the record before the second prompt came.",
    "b": "The record of the first prompt holds a call of `write` that worked. The model does again"
    " what it has done before, named or not.",
    "c": "`read` takes a path and gives back text. There is nothing in it that writes.",
    "d": "The report says every request, and so does the list of what was named in each.",
}

REVEAL = """
There were two lists: what the model is shown, and what the program looks names up in. The switch
changed the first. Nothing changed the second, and `write` was still in it.

That a model asks for what it was not shown is no riddle here: the record is sent every time, and a
call of `write` stands on it that did what it was for. In the mended run it asks too. But there is
one list. What isn't in it isn't shown, and isn't found.

A spec is advice to the model. What can happen is decided where the tool is looked up.
"""

DIFFERS = ["disk", "record", "requests"]
SAME = ["shape", "named", "answer"]
SHOW = ["disk"]
MENDED = "the same switch, changing one list that serves both"

FILES = {"README.md": "# Teh harness\n\nA long text.\n"}
MENDED_TYPO = "# The harness\n\nA long text.\n"
SHORTER = "# The harness\n\nA short text.\n"


class Showing:
    """A model that is told only of some tools."""

    def __init__(self, model, names):
        self.model, self.names = model, names

    async def acomplete(self, system, messages, tools, signal=None):
        shown = [spec for spec in tools if spec["name"] in self.names]
        return await self.model.acomplete(system, messages, shown, signal)


async def played(harness, lab, one_list):
    def write(text):
        return lab.reply(lab.call("write", {"path": "README.md", "content": text}))

    ws = lab.Workspace(FILES)
    tools = [harness.make_read_tool(ws), harness.make_write_tool(ws)]
    model = lab.ScriptedModel(
        [
            write(MENDED_TYPO),
            lab.say("The typo is mended."),
            write(SHORTER),
            lab.say("It is a little long. I'd say `A short text.`"),
        ]
    )
    record = []
    system = "You look after the documentation."
    await lab.drive(harness.run_agent(model, system, record, tools, "Mend the typo, please."))
    reading = tools[:1] if one_list else tools
    run = harness.run_agent(Showing(model, ["read"]), system, record, reading, "Is it too long?")
    await lab.drive(run)
    return {
        "disk": ws.snapshot(),
        "record": record,
        "shape": lab.shape(record),
        "named": [[spec["name"] for spec in request.tools] for request in model.calls],
        "answer": harness.text_of(record[-1]),
        "requests": lab.requests(model),
    }


async def scene(harness, lab):
    return await played(harness, lab, one_list=False)


async def mended(harness, lab):
    return await played(harness, lab, one_list=True)


def tell(seen):
    return [
        "tools named in each request:",
        *(f"  {', '.join(names)}" for names in seen["named"]),
        f"record: {seen['shape']}",
        f"answer: {seen['answer']}",
        f"README.md: {seen['disk']['README.md'].splitlines()[2]}",
    ]
