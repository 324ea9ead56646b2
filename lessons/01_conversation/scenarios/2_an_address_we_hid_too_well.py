"""An address we hid too well"""

LESSON = "1"
SOURCE = "NousResearch/hermes-agent#80963"
CAUGHT = False

REPORT = """
We sell by chat. Before anything goes to the provider, e-mail addresses are masked: the part of our
program that talks to the provider makes a copy of the messages and masks the copy. I've looked
through a week of requests. Not one address has left the house. The model manages without them.

Since we switched that on, no order is confirmed any more. Confirmations go to the address the
customer typed, and that is taken from the record, which never leaves the house. The record says
`[address]`.
"""

QUESTION = "It was the copy that was masked. Why is the record masked too?"

OPTIONS = {
    "a": "The model repeats the masked address, and its reply goes on the record.",
    "b": "When the reply came, the record was replaced by the list that had been sent.",
    "c": "The prompt goes on the record after the model was asked, so it was masked by then.",
    "d": "The copy is another list of the same messages.",
}

RIGHT = "d"

FEEDBACK = {
    "a": "Its replies name no address, masked or not. Look at whose message is the changed one.",
    "b": "Only the reply is added to the record. And the record's list is the caller's own, before"
    " and after.",
    "c": "It goes on the record first: the model is sent the record with the prompt on it. In any"
    " order, masking a true copy would leave it alone.",
    "d": "`list(messages)` copies the list and none of what is in it. Both lists hold the same"
    " dicts, and a dict that is changed is changed for both.",
}

REVEAL = """
`sent = list(messages)` makes a new list. You can add to it, and the record won't notice. But its
messages are the record's messages, and `message["content"] = ...` writes into one of them.

The mended run makes a new message for each that it changes, and leaves the others as they are. Both
runs sent the provider the same requests to the byte, so looking through requests could never have
found it. The damage is on the one list that nobody looked through.

A record is kept word for word because you can't know yet who will need which word. Whoever wants to
send something else sends something else, and leaves the record alone.
"""

DIFFERS = ["record", "confirmed"]
SAME = ["shape", "requests", "answer"]
SHOW = ["confirmed", "record"]
MENDED = "the same masking, on messages of its own"

ADDRESS = "ada@example.org"


class Changed:
    """Whatever the messages become before a model is sent them."""

    def __init__(self, model, change):
        self.model, self.change = model, change

    async def acomplete(self, system, messages, tools, signal=None):
        return await self.model.acomplete(system, self.change(messages), tools, signal)


def masked(text):
    return text.replace(ADDRESS, "[address]")


def in_place(messages):
    sent = list(messages)
    for message in sent:
        if message["role"] == "user":
            message["content"] = masked(message["content"])
    return sent


def anew(messages):
    sent = list(messages)
    for place, message in enumerate(sent):
        if message["role"] == "user":
            sent[place] = {**message, "content": masked(message["content"])}
    return sent


async def played(harness, lab, change):
    model = lab.ScriptedModel([lab.say("Two crates, noted."), lab.say("Thank you. Confirmed.")])
    record = []
    for prompt in ("Two crates of apples, please.", f"I'm {ADDRESS}. Confirm it, please."):
        run = harness.run_agent(Changed(model, change), "You take orders.", record, [], prompt)
        await lab.drive(run)
    words = " ".join(m["content"] for m in record if m["role"] == "user")
    return {
        "record": record,
        "shape": lab.shape(record),
        "confirmed": ADDRESS if ADDRESS in words else "nobody: no address on the record",
        "answer": harness.text_of(record[-1]),
        "requests": lab.requests(model),
    }


async def scene(harness, lab):
    return await played(harness, lab, in_place)


async def mended(harness, lab):
    return await played(harness, lab, anew)


def tell(seen):
    sent = str(seen["requests"])
    return [
        f"requests: {len(seen['requests'])}",
        f"requests with the address: {sent.count(ADDRESS)}",
        f"record: {seen['shape']}",
        f"the user, on the record: {seen['record'][2]['content']}",
        f"answer: {seen['answer']}",
        f"confirmation sent to: {seen['confirmed']}",
    ]
