"""A tool that wrote on the record"""

LESSON = "2"

REPORT = """
The people who run our model wrote to us: there's an access token in the requests we send them. It
is the one of our tracker. We've replaced it, and now we'd like to know how it got there.

It is in no prompt, in no file that the model has read, and in no tool's description. The tool
`report` knows it, since the tracker wants to see it, and what `report` returns is `Filed as #12.`

On the record it stands in the *model's* reply, of all places, as an argument of its call. The
reply came from the model, and was put on the record as it came. The first request, I've looked, is
clean.
"""

QUESTION = "The model was never told the token. How did it get into the model's call?"

OPTIONS = {
    "a": "The model has it from another conversation.",
    "b": "The tool was handed the record's own dict, and wrote into it.",
    "c": "The provider adds to a call whatever its tool has sent on, so as to have it all in one.",
    "d": "It came with the tool's result, and was put down at the call that the result answers.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "A model has no other conversations: what it knows is what it was sent. Its reply came"
    " without the token.",
    "b": "A call's arguments are a dict, and the tool gets that dict, no copy of it. It added the"
    " token there, and then sent it on.",
    "c": "A provider sees requests, and replies to them. It has no part in what a tool sends"
    " anywhere.",
    "d": "The result is a message of its own, and holds `Filed as #12.` Nothing in your file moves"
    " words from a result to a call.",
}

REVEAL = """
`arguments["token"] = TOKEN`: one line in the tool, and the easiest way to add a field to what is
sent to the tracker. But `arguments` isn't the tool's. `run_tool` hands over the call's own dict,
and the call is a part of the reply that stands on the record. From then on the record says that
the model wrote a token, and each further request repeats it.

The mended tool makes a dict of its own: `{**arguments, "token": TOKEN}`. The tracker gets the same
request, the answer is the same, and the shape of the record is the same. Only its content isn't.

In lesson 01 a list was shared, then a message. This is the same thing one level further down. What
was handed to you isn't yours to write on, unless somebody said so.
"""

SOURCE = "aiproxer/aiproxer#351"
DIFFERS = ["record", "requests", "with_token"]
SAME = ["shape", "tracker", "result", "answer"]
SHOW = ["record", "with_token"]
CAUGHT = False
MENDED = "the same tool, with a dict of its own"

TOKEN = "tk-831"


def in_place(arguments):
    arguments["token"] = TOKEN
    return arguments


def anew(arguments):
    return {**arguments, "token": TOKEN}


async def played(harness, lab, signed):
    tracker = []

    def report(arguments, signal):
        tracker.append(dict(signed(arguments)))
        return "Filed as #12."

    model = lab.ScriptedModel(
        [
            lab.reply(lab.call("report", {"title": "The login page is blank."})),
            lab.say("I've filed it as #12."),
            lab.say("It is #12."),
        ]
    )
    tools, record = [lab.tool("report", does=report)], []
    for prompt in ("Report that the login page is blank.", "Which number was it?"):
        run = harness.run_agent(model, "You report bugs.", record, tools, prompt)
        await lab.drive(run)
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "with_token": [TOKEN in request.text for request in model.calls],
        "tracker": tracker,
        "result": record[2],
        "answer": harness.text_of(record[-1]),
    }


async def scene(harness, lab):
    return await played(harness, lab, in_place)


async def mended(harness, lab):
    return await played(harness, lab, anew)


def tell(seen):
    call = seen["record"][1]["content"][0]
    return [
        f"record: {seen['shape']}",
        f"the call's arguments: {', '.join(call['arguments'])}",
        f"sent to the tracker: {', '.join(seen['tracker'][0])}",
        f"the tool's result: {seen['result']['content']}",
        f"requests with the token: {sum(seen['with_token'])} of {len(seen['with_token'])}",
    ]
