"""Thirteen labels"""

import json

LESSON = "2"
SOURCE = "AtomicBot-ai/atomic-agent#182 and anthropics/claude-code#73899"
CAUGHT = False

REPORT = """
I asked our tracker assistant to put two labels on issue 12, `bug` and `ui`. It said that it had.
The issue now has thirteen labels, each a single character.

I've read the record. One call, to the right tool, for the right issue, with the right labels in
it: `{"issue": 12, "labels": "[\\"bug\\", \\"ui\\"]"}`.
One result, `Labelled #12.`, not flagged. The tool is five lines long and does what it always did:
it puts on the issue each label that it is given.
"""

QUESTION = "The record looks right at a glance. Where did it go wrong first?"

OPTIONS = {
    "a": "In the loop: it ran the call more than once.",
    "b": "In `run_tool`: it made text of the arguments before it handed them over.",
    "c": "In the spec: it didn't say what kind of thing `labels` is, and the model chose one.",
    "d": "In the model: it asked for labels that nobody had named.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "Run twice, it would have put the same labels on twice. Single characters come from"
    " somewhere else.",
    "b": "Arguments reach the tool as they stand in the call. Look at how they stand there.",
    "c": 'The call holds the one string `["bug", "ui"]`. Going through a string gives its'
    " characters, and there are thirteen.",
    "d": "Both names are in its call, spelled right, and no others.",
}

REVEAL = """
What a model knows about a tool is its spec, to the letter. This one named an argument `labels`
and gave it a description, and no type. A list and a text that looks like a list are both a fair
reading, and this model wrote the text: thirteen characters, brackets and quotes included.

The tool then did `for label in arguments["labels"]`, which works for either. So nothing raised, the
result was the usual sentence, and a glance at the record sees two labels in both runs. The quotes
around the brackets are the whole difference.

With `"type": "array"` in the spec the same model sends a list. Two things to take with you: write
the type down, and don't let a tool work with whatever it happens to be given.
"""

DIFFERS = ["labels", "arguments", "record", "requests"]
SAME = ["shape", "result", "answer"]
SHOW = ["arguments"]
MENDED = "the same tool, its spec naming the type"


def tracker(harness, labels, **kind):
    """The tool, writing to `labels`; `kind` is what its spec says of its argument."""

    async def execute(arguments, signal=None):
        for label in arguments["labels"]:
            labels.append(label)
        return f"Labelled #{arguments['issue']}."

    properties = {
        "issue": {"type": "integer", "description": "The issue's number."},
        "labels": {**kind, "description": "The labels to put on it."},
    }
    return {
        "name": "label",
        "description": "Put labels on an issue.",
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": ["issue", "labels"],
        },
        "execute": execute,
    }


async def played(harness, lab, **kind):
    def asks(request):
        spec = request.tools[0]["parameters"]["properties"]["labels"]
        names = ["bug", "ui"]
        value = names if spec.get("type") == "array" else json.dumps(names)
        return lab.reply(lab.call("label", {"issue": 12, "labels": value}))

    labels = []
    model = lab.ScriptedModel([asks, lab.say("Issue 12 is labelled bug and ui now.")])
    record = []
    tools = [tracker(harness, labels, **kind)]
    prompt = "Label issue 12 bug and ui, please."
    await lab.drive(harness.run_agent(model, "You keep the tracker.", record, tools, prompt))
    return {
        "labels": labels,
        "arguments": record[1]["content"][0]["arguments"],
        "record": record,
        "shape": lab.shape(record),
        "result": record[2]["content"],
        "answer": harness.text_of(record[-1]),
        "requests": lab.requests(model),
    }


async def scene(harness, lab):
    return await played(harness, lab)


async def mended(harness, lab):
    return await played(harness, lab, type="array", items={"type": "string"})


def tell(seen):
    return [
        f"record: {seen['shape']}",
        f"the call's labels: {json.dumps(seen['arguments']['labels'])}",
        f"result: {seen['result']}",
        f"answer: {seen['answer']}",
        f"labels on issue 12: {len(seen['labels'])}",
        f"  {' '.join(seen['labels'])}",
    ]
