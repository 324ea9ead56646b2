"""Two more"""

LESSON = "turn-cap"

REPORT = """
A job of ours may make two requests to the model. Then it stops and asks me, and I may give it two
more. I pressed the button once, for one job, so I had agreed to four. The bill says six.

I did not press it twice: there is one approval in the log. The first stop came after two
requests, as it should. It is always the second part that is too long, and with bigger jobs it is
much too long.
"""

QUESTION = "One approval of two more, and four more were made. Why?"

OPTIONS = {
    "a": "The cap is off by one, in both parts.",
    "b": "The approval was applied twice.",
    "c": "The counter went back to zero when the limit was raised.",
    "d": "Requests that failed were sent again, and only the good ones count.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "Then the first part would have made three. It made two.",
    "b": "There is one event of it on the log, and the limit stands at four, as it should.",
    "c": "The limit went from two to four, which is right, and then all four were still there.",
    "d": "None failed: there is a reply for each request.",
}

REVEAL = """
Two ways to give somebody more were mixed. One raises the limit and keeps the count; the other
sets the count to zero and keeps the limit. Theirs does half of each: the limit is four, and
nothing of it is used. The larger a job's budget is, the more one approval gives away.

In the reference nothing but an event changes a counter, and going on is not a turn. What was
spent stays spent, in this process and in the next.
"""

SOURCE = "OpenHands/OpenHands#8858"
DIFFERS = ["asked", "counted", "shape"]
SAME = ["first_stop", "limits", "approvals"]
CAUGHT = True


def theirs(harness):
    fold = harness.apply

    def apply(at, event):
        fold(at, event)
        if event["type"] == "session.start":
            at.update(turns=0, tool_calls=0)

    harness.apply = apply


async def scene(harness, lab):
    look = lab.tool("look", does=lambda arguments, signal: f"page {arguments['page']}: nothing")
    asks = [lab.reply(lab.call("look", {"page": page})) for page in range(1, 9)]
    model = lab.ScriptedModel(asks)
    job = harness.Session(model, "You search.", [look], budget={"turns": 2})
    first = await job.start("Where is the clause?")
    asked = [len(model.calls)]
    second = await job.resume(turns=2)
    asked.append(len(model.calls))
    starts = [event for event in job.events if event["type"] == "session.start"]
    return {
        "asked": asked,
        "counted": [first.payload["turns"], second.payload["turns"], len(model.calls)],
        "shape": lab.shape(job.at["messages"]),
        "first_stop": [first.reason, first.state, asked[0]],
        "limits": [event["budget"]["turns"] for event in starts],
        "approvals": len(starts) - 1,
    }


def tell(seen):
    return [
        f"approvals: {seen['approvals']}",
        f"limit, before and after it: {seen['limits'][0]}, {seen['limits'][1]}",
        f"requests when it stopped first: {seen['asked'][0]}",
        f"requests when it stopped again: {seen['asked'][1]}",
        f"record: {seen['shape']}",
    ]
