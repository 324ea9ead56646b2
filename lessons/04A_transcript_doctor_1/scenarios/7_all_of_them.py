"""Arguments that nobody could read"""

import json

LESSON = "2"

REPORT = """
We have given up a product, a rack of twelve inches, and asked the assistant to close its tickets.
They are labelled `12" rack`; there are two of them. It closed all five that were open.

On the record its call is `close({})`. The argument `label` is optional, and without it the tool
closes everything, by design. So the model left it out, I'd have said, and models do that.

But it's always this label. Others are closed as they should be, each time. And the provider
charges for what the model writes: this reply cost us as much as one that holds a label.
"""

QUESTION = "The record says `close({})`. Who left the label out?"

OPTIONS = {
    "a": "The model: it wasn't sure how to write it.",
    "b": "`run_tool`: it hands on required arguments, and drops the optional ones.",
    "c": "Whoever read the reply: what they couldn't make out became `{}`.",
    "d": "The tool: it has found no ticket with that label, and so took all of them.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "It was paid for writing one. What stands on the record is not what it wrote, but what"
    " was made of that.",
    "b": "`run_tool` hands on the arguments as they stand in the call. They were gone before it"
    " saw the call.",
    "c": "Arguments come over the line as JSON text. This one has a quotation mark too many, and"
    " somebody's `except` had a default.",
    "d": "Then there would be a label in the call. The tool was given what is on the record.",
}

REVEAL = """
The model wrote `{"label": "12" rack"}`. The quotation mark in the label ends the string too early,
so it isn't JSON. Their adapter, the code that makes a message of what comes over the line, caught
that and went on with `{}`, so that a bad reply does no harm.

`{}` isn't the absence of arguments. It is a set of arguments, and a valid one, and for `close` it
means everything. And the record, which is where one looks, has it in the model's reply.

The mended adapter keeps what it couldn't read, and hands it on. The tool refuses it, so the model
gets a flagged result with its own text in it, and writes the label properly. One request more,
and it closes two tickets. **A default is a guess. Don't make one in somebody else's name.**
"""

SOURCE = "crewAIInc/crewAI#4573"
DIFFERS = ["record", "shape", "requests", "closed", "written"]
SAME = ["first_request", "first_written", "answer"]
SHOW = ["closed", "record"]
CAUGHT = False
MENDED = "the same adapter, keeping what it can't read"

OPEN = {1: '12" rack', 2: "shop", 3: '12" rack', 4: "shop", 5: "login"}


class Adapter:
    """A model whose calls hold their arguments as JSON text; `read` makes a dict of it."""

    def __init__(self, model, read):
        self.model, self.read, self.written = model, read, []

    async def acomplete(self, system, messages, tools, signal=None):
        reply = await self.model.acomplete(system, messages, tools, signal)
        return {**reply, "content": [self.block(block) for block in reply["content"]]}

    def block(self, block):
        if block["type"] != "toolCall":
            return block
        self.written.append(block["arguments"]["json"])
        return {**block, "arguments": self.read(block["arguments"]["json"])}


def with_default(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def kept(text):
    try:
        return json.loads(text)
    except ValueError:
        return {"unreadable": text}


async def played(harness, lab, read):
    closed = []

    def close(arguments, signal):
        if "unreadable" in arguments:
            raise ValueError(f"these arguments are not JSON: {arguments['unreadable']}")
        label = arguments.get("label")
        found = [n for n, its in OPEN.items() if n not in closed and label in (None, its)]
        closed.extend(found)
        return "Closed."

    def clerk(request):
        told = request.last_result
        if told is None:
            return lab.reply(lab.call("close", {"json": '{"label": "12" rack"}'}))
        if told["is_error"]:
            return lab.reply(lab.call("close", {"json": json.dumps({"label": '12" rack'})}))
        return lab.say("The tickets of that product are closed.")

    model = lab.ScriptedModel([lab.forever(clerk)])
    adapter, tools, record = Adapter(model, read), [lab.tool("close", does=close)], []
    prompt = 'Close what is labelled 12" rack.'
    await lab.drive(harness.run_agent(adapter, "You keep our tickets.", record, tools, prompt))
    sent = lab.requests(model)
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": sent,
        "first_request": sent[0],
        "written": adapter.written,
        "first_written": adapter.written[0],
        "closed": closed,
        "answer": harness.text_of(record[-1]),
    }


async def scene(harness, lab):
    return await played(harness, lab, with_default)


async def mended(harness, lab):
    return await played(harness, lab, kept)


def tell(seen):
    call = seen["record"][1]["content"][0]
    return [
        f"record: {seen['shape']}",
        f"the model wrote: {seen['first_written']}",
        f"on the record: close({json.dumps(call['arguments'])})",
        f"closed: {', '.join(map(str, seen['closed']))}",
        f"answer: {seen['answer']}",
    ]
