"""The answer stood beside a call"""

LESSON = "3"

REPORT = """
When an alarm goes off, our assistant investigates, and its answer is posted into the incident
channel. About one post in eight is blank. The tools ran, the logs were read, nothing raised, and
the model stopped by itself. The blank ones cost as much as the others.

So somebody starts the same investigation again. The second time there is an answer, usually.
"""

QUESTION = "The post is blank. Where is the answer?"

OPTIONS = {
    "a": "Nowhere: the model had nothing to say, and ended the run.",
    "b": "On the record, in a reply that also holds a call.",
    "c": "In a reply that the loop threw away, because it held a call.",
    "d": "Only in the logs that were read: the model never summed them up.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "Its last reply says nothing. Not because there was nothing to say: it had said it.",
    "b": "It gave the answer, and ticked off its to-do in the same breath. Then it was done.",
    "c": "The loop throws nothing away. Each reply is on the record, words and calls.",
    "d": "Read the record to the end. One reply names the cause, the time and the deploy.",
}

REVEAL = """
Nothing is wrong with the loop. A reply with words and a call is recorded, its call is run, and the
model is asked once more. It has nothing to add, says so with an empty reply, and that ends the run.
Both runs have the same record, the same requests and the same bill.

What is wrong is the line that posts the answer: it takes the last message of the run to be the
answer. The last message is only where the run ended. Mended, it takes the last words that were
said in this run.

Which leaves a run in which nothing was said at all. Then it should say that, and not post a blank.
"""

SOURCE = "HolmesGPT/holmesgpt#2185"
DIFFERS = ["posted"]
SAME = ["record", "shape", "requests", "bill"]
MENDED = "posting the last words of the run"
CAUGHT = False

LOG = "02:10 deploy 418 of checkout\n02:11 payments: timeout after 2 s\n02:12 payments: timeout\n"
ANSWER = "Deploy 418 (02:10) cut the timeout for payments to 2 s. Roll it back."


def last_message(harness, messages):
    return harness.text_of(messages[-1])


def last_words(harness, messages):
    said = [harness.text_of(m) for m in messages if m["role"] == "assistant"]
    return next((words for words in reversed(said) if words.strip()), "(it said nothing)")


async def played(harness, lab, answer_of):
    ws = lab.Workspace({"checkout.log": LOG})
    read = lab.tool("read", does=lambda arguments, signal: ws.read_text(arguments["path"]))
    todo = lab.tool("todo", returns="All done.")
    model = lab.ScriptedModel(
        [
            lab.reply(lab.call("read", {"path": "checkout.log"})),
            lab.reply(lab.text(ANSWER), lab.call("todo", {"done": "find the cause"})),
            lab.reply(),
        ]
    )
    record = []
    system = "You investigate incidents."
    prompt = "Alarm: checkout fails since 02:11. Why?"
    await lab.drive(harness.run_agent(model, system, record, [read, todo], prompt))
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "bill": model.bill,
        "posted": answer_of(harness, record),
    }


async def scene(harness, lab):
    return await played(harness, lab, last_message)


async def mended(harness, lab):
    return await played(harness, lab, last_words)


def tell(seen):
    replies = [m["content"] for m in seen["record"] if m["role"] == "assistant"]
    said = ["+".join(block["type"] for block in blocks) or "nothing" for blocks in replies]
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        f"the replies hold: {', '.join(said)}",
        f"posted: {seen['posted'] or '(blank)'}",
    ]
