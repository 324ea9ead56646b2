"""Half a reply"""

LESSON = "1"

REPORT = """
Our assistant has begun to claim things. A customer asks whether she can return her mixer, and
reads: `Yes, you can return it.` She does so in week seven, is turned away, and asks what that is
about. Now she reads: `As I said: within 30 days, and unopened.`

It had said nothing of the kind; I sat beside her. Models make things up, I know. But this one has
the rule right, and the old model never did that. The new one names the page it has a sentence from.

The provider says that both replies are complete. No exception, no call, two prompts and two
replies, and longer replies than these have been shown to the last word.
"""

QUESTION = "It claims to have said it, and she never read it. Where is that sentence?"

OPTIONS = {
    "a": "On the record, in the first reply: she is shown only part of it.",
    "b": "Nowhere: the model has made it up.",
    "c": "In the system prompt: the model takes what it read there for its own words.",
    "d": "With the provider: the first reply was cut off before it got to the record.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "The reply has two text blocks, one for each page that it draws on. `text_of` gave her the"
    " first.",
    "b": "A model knows what it said from the record, and only from there. It has read its own"
    " first reply, all of it.",
    "c": "The system prompt is no part of the conversation, and the request tells the two apart."
    " The model goes by its own first reply.",
    "d": "It is complete, on the record and in the second request. Nothing was lost before the"
    " record: look at what comes after it.",
}

REVEAL = """
A reply is a list of blocks. The old model put all it had to say into one of them, so
`content[0]["text"]` was its words, for months. The new one begins a block for each page that it
cites. A long reply in one block is shown whole, a short one in two blocks isn't.

Theirs is `text_of` with the first text block in place of all. The record is complete, both
requests are the same in both runs, and the model is right: it did say it. The one place where the
sentence is missing is the customer's screen, and nobody keeps a record of that.

Which is why a model that makes things up is such a comfortable diagnosis. Before you make it, look
at what the model was sent.
"""

SOURCE = "AstroVela/vane#160"
DIFFERS = ["shown"]
SAME = ["record", "shape", "requests"]
CAUGHT = True


def theirs(harness):
    def text_of(message):
        texts = [block["text"] for block in message["content"] if block["type"] == "text"]
        return texts[0] if texts else ""

    harness.text_of = text_of


async def scene(harness, lab):
    rule = "within 30 days, and unopened."

    def clerk(request):
        said = [m["content"] for m in request.messages if m["role"] == "assistant"]
        if not said:
            return lab.reply(lab.text("Yes, you can return it."), lab.text(f" But {rule}"))
        known = any(rule in block["text"] for block in said[0])
        return lab.say(f"As I said: {rule}" if known else f"The rule is: {rule}")

    model = lab.ScriptedModel([lab.forever(clerk)])
    record, shown = [], []
    for prompt in ("Can I return my mixer?", "They turned me away. Why?"):
        await lab.drive(harness.run_agent(model, "You are a shop's clerk.", record, [], prompt))
        shown.append(harness.text_of(record[-1]))
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "shown": shown,
    }


def tell(seen):
    replies = [m["content"] for m in seen["record"] if m["role"] == "assistant"]
    return [
        f"record: {seen['shape']}",
        f"blocks of the replies: {', '.join(str(len(blocks)) for blocks in replies)}",
        "she reads:",
        *(f"  {words}" for words in seen["shown"]),
    ]
