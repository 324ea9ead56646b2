"""One room too many"""

LESSON = "10"

REPORT = """
Our assistant books trips. A customer wanted a train and a room: one reply, two calls, and both
came back as booked, with a number each. Then it booked the room again. Same city, same night. The
customer has two rooms now.

The record is fine. I have read it a dozen times: two calls, two results, both good, each with the
id of its call. Then it says that it has no confirmation for the room, right below that
confirmation, and calls a third time. It does that with every trip of more than one booking, and it
is never the first of them that is made twice.
"""

QUESTION = "The record holds both confirmations. Why was the room booked again?"

OPTIONS = {
    "a": "The model lost count: it had two confirmations in front of it, and took one for none.",
    "b": "The result of the room arrived late, behind the next request.",
    "c": "The model was sent something else than the record: a room without a confirmation.",
    "d": "The room's call was run twice, since it was answered only after the train's.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "It had one. Read the second request, not the record: the room's result says that none"
    " was recorded.",
    "b": "Both results are on the record before the second request is sent, in both runs.",
    "c": "In the second request the room's call is answered with words that no tool has said.",
    "d": "Each call was run once. The second room is a call of its own, `c3`, and the model made"
    " it.",
}

REVEAL = """
The record is what happened. The model gets a view of it, and in theirs a repair on the way takes
only the one message behind a reply for its results. The train's result stands there. The room's
stands one further, so the room's call was taken for an interrupted one and given a stand-in; the
real result was then left over, and dropped. The request is a valid one, so no provider complained.

The reference looks for each call's result in all of the record before it makes one up. Nothing is
missing here, so nothing is repaired, and the view is equal to the record.

With one call in each reply theirs is right, and so it is for the interrupted run that it was
written for: one call, and no result.

**When the record is right, and the model acts as if it were not, read the request.**
"""

SOURCE = "Hmbown/Codewhale#6378"
DIFFERS = ["record", "shape", "requests", "second_request", "booked"]
SAME = ["first_four", "ran_before_the_second_request", "flagged"]
SHOW = ["second_request", "booked"]
CAUGHT = True


def theirs(harness):
    def repair_tool_history(messages):
        repaired = []
        for at, message in enumerate(messages):
            if message["role"] == "toolResult":
                continue
            repaired.append(message)
            if message["role"] == "assistant":
                behind = {m.get("tool_call_id"): m for m in messages[at + 1 : at + 2]}
                for call in harness.tool_calls(message):
                    missing = harness.tool_result(call, harness.INTERRUPTED, is_error=True)
                    repaired.append(behind.get(call["id"], missing))
        return repaired

    harness.repair_tool_history = repair_tool_history


def agent(lab):
    def answers(request):
        results = [m for m in request.messages if m["role"] == "toolResult"]
        if not results:
            return lab.reply(*(lab.call("book", {"what": one}) for one in ("train", "room")))
        if len(results) == 2 and results[1]["is_error"]:
            words = "I have no confirmation for the room. I'll book it."
            return lab.reply(lab.text(words), lab.call("book", {"what": "room"}))
        return lab.say("Train and room are booked.")

    return answers


async def scene(harness, lab):
    booked = []

    def book(arguments, signal):
        booked.append(arguments["what"])
        return f"Booked: {arguments['what']}, number {40 + len(booked)}."

    def noting(request):
        ran.append(list(booked))
        return answers(request)

    answers, ran = agent(lab), []
    model = lab.ScriptedModel([lab.forever(noting)])
    tools, record = [lab.tool("book", does=book)], []
    prompt = "A train to Basel on Friday, and a room for one night."
    await lab.drive(harness.run_agent(model, "You book trips.", record, tools, prompt))
    return {
        "record": record,
        "shape": lab.shape(record),
        "first_four": record[:4],
        "flagged": [m["tool_call_id"] for m in record if m.get("is_error")],
        "requests": lab.requests(model),
        "second_request": lab.requests(model)[1]["messages"],
        "ran_before_the_second_request": ran[1],
        "booked": booked,
    }


def tell(seen):
    return [
        f"record: {seen['shape']}",
        f"flagged on the record: {', '.join(seen['flagged']) or 'nothing'}",
        f"requests: {len(seen['requests'])}",
        f"run before the second request: {', '.join(seen['ran_before_the_second_request'])}",
        f"booked: {', '.join(seen['booked'])}",
    ]
