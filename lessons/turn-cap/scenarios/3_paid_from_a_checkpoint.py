"""Paid from a checkpoint"""

LESSON = "turn-cap"

REPORT = """
Our worker was restarted in the middle of a job. It came back, found the job's log and went on by
itself, as it is meant to. The job ended well. One of the two suppliers has been paid twice.

The log was whole: I have a copy from the moment of the restart, and the result of that payment is
on it, with its receipt. The model asked for each payment once.
"""

QUESTION = "The receipt was on the log. Why was it paid again?"

OPTIONS = {
    "a": "The model was asked again, and asked for the payment a second time.",
    "b": "The last event was torn by the restart and could not be read.",
    "c": "It went on from the last whole plan, and not from the last event.",
    "d": "The payment was under way when the worker was restarted.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "It was asked as often as there are replies, and each payment has one call and one id.",
    "b": "All its lines can be read. The receipt is in the last one.",
    "c": "What had been done since the plan was on the log, and nobody looked at it.",
    "d": "It was over, with a receipt. Only for one that is under way is there no better.",
}

REVEAL = """
Theirs saves every event and goes on from a *checkpoint*: the last point at which it was sure of
where it was, here the last plan. All that came after it is done again. For a step that only looks
at something that is slow; for one that pays, it is dear. And look at what is the same in both
runs: the record, and even the log that the job has in the end. It shows one payment to Miller.
Only the bank knows of two.

In the reference every event is such a point. A result that is on the log has been had, and the
next thing to do is the one after it. Only a call without a result is run again.
"""

SOURCE = "langchain-ai/langgraph#7417"
DIFFERS = ["paid"]
SAME = ["saved", "asked", "ended", "record", "log"]
CAUGHT = True


def theirs(harness):
    class Session(harness.Session):
        def __init__(self, model, system, tools, budget=None, clock=None, events=()):
            plans = [n for n, event in enumerate(events, 1) if event["type"] == "plan.commit"]
            checkpoint = events[: plans[-1]] if plans else events
            super().__init__(model, system, tools, budget, clock, checkpoint)

    harness.Session = Session


async def scene(harness, lab):
    paid, saved = [], []

    def pay(arguments, signal):
        paid.append(arguments["to"])
        return f"receipt for {arguments['to']}"

    def save(event):
        saved.append(event)
        if event["type"] == "tool.result":
            raise ConnectionError("restarted")

    tools = [lab.tool("pay", does=pay)]
    calls = [lab.call("pay", {"to": to}) for to in ("Miller", "Sato")]
    before = lab.ScriptedModel([lab.reply(*calls)])
    job = harness.Session(before, "You pay bills.", tools)
    job.subscribe(save)
    restarted = await lab.raised(job.start("Pay both."))
    on_disk = [event["type"] for event in saved]
    after = lab.ScriptedModel([lab.say("Both are paid.")])
    job = harness.Session(after, "You pay bills.", tools, events=saved)
    result = await job.resume()
    return {
        "paid": paid,
        "log": [event["type"] for event in job.events],
        "saved": [restarted["message"], on_disk],
        "asked": [len(before.calls), len(after.calls)],
        "ended": [result.text, result.reason],
        "record": lab.shape(job.at["messages"]),
    }


def tell(seen):
    return [
        f"the log at the restart ends with: {', '.join(seen['saved'][1][-3:])}",
        f"payments, in order: {', '.join(seen['paid'])}",
        f"requests before and after: {seen['asked'][0]}, {seen['asked'][1]}",
        f"record: {seen['record']}",
        f"it ended with: {seen['ended'][0]}",
    ]
