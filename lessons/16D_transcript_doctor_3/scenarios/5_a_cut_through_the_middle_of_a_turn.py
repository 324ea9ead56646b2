"""A cut through the middle of a turn"""

LESSON = "12"

REPORT = """
Our assistant compacts its session when it grows too long. It keeps the newest messages, about 40
tokens in this small reproduction, and sums up the rest. I like to know what the model is sent, so
I counted.

With the summary, five messages were kept. Four were sent. Nothing was refused, nothing was
raised, and nobody can tell me where the fifth went. It is the one that mattered.
"""

QUESTION = "Five messages are kept, and four are sent. Which is missing, and why?"

OPTIONS = {
    "a": "The oldest: the summary takes its place, so that the budget is kept.",
    "b": "A tool result: its call was summed up, and the view drops a result on its own.",
    "c": "A blank one: messages without words are left out of the view.",
    "d": "A tool result: it alone was over the budget of 40 tokens.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "The summary is one of the five. It stands for the rows before the cut, none of which"
    " are among them.",
    "b": "The cut fell between a call and its result. What was kept opens on an answer to nothing.",
    "c": "None of the ten is blank. Look at what the first kept row answers.",
    "d": "Its size decided where the walk back stopped, and that row is kept. It is among the"
    " rows that the log keeps, and not in the request.",
}

REVEAL = """
The walk back from the newest row collects 40 tokens at row 6 (counted from 0), the result of
`c2`. Theirs cuts there. The call `c2` is now part of the summary, and its result is kept without
it: `U R(c2) A U A`.

Had that gone out, a provider would have refused it with a 400, and somebody would have noticed.
But the view drops a result whose call is nowhere, as it should. So the request is valid, `U A U
A`, and what was kept is not what was sent.

The reference goes forward from there to the next user message, row 8, and keeps less: `U U A`. It
sends even less, and a summary this thin costs it both numbers. But there the result went to the
summariser together with its call, and nothing that was kept disappears on the way out. **A cut
belongs between turns.**
"""

DIFFERS = ["cut", "named", "log", "sent"]
SAME = ["rows"]
SHOW = ["log", "sent"]
CAUGHT = True


def theirs(harness):
    def find_cut(rows, keep_recent_tokens):
        cut, kept = len(rows), 0
        while kept < keep_recent_tokens:
            if cut == 0:
                return 0
            cut -= 1
            kept += harness.estimate_tokens([rows[cut][1]])
        return cut

    harness.find_cut = find_cut


async def scene(harness, lab):
    settings = "".join(f"SETTING_{n} = off\n" for n in range(1, 25))
    file = f"PORT = 9090\nTIMEOUT = 30\n{settings}"
    first, second = (lab.call("read", {"path": "staging.env"}, id=i) for i in ("c1", "c2"))
    log = harness.SessionLog(lab.Workspace(), "session.jsonl")
    for message in (
        lab.user("What port does staging listen on?"),
        lab.reply(first),
        lab.tool_result(first, file),
        lab.say("Port 9090."),
        lab.user("And the request timeout?"),
        lab.reply(second),
        lab.tool_result(second, file),
        lab.say("Thirty seconds."),
        lab.user("Now bump both in the docs."),
        lab.say("Which file are the docs in?"),
    ):
        log.append_message(message)
    rows = log.rows()
    summary = "The user asked for staging's port and timeout. Both were read from staging.env."
    model = lab.ScriptedModel([lab.say(summary)])
    await harness.compact(log, model, keep_recent_tokens=40)
    kept = log.replay()
    return {
        "rows": lab.shape([message for _row_id, message in rows]),
        "cut": harness.find_cut(rows, 40),
        "named": log.entries()[-1]["first_kept_id"],
        "log": kept,
        "sent": harness.context_for_model(kept),
    }


def tell(seen):
    sent = [m["content"] if m["role"] == "user" else m["content"][0]["text"] for m in seen["sent"]]
    return [
        f"the log opens at row {seen['cut']}, {seen['named']}: {len(seen['log'])} messages with the"
        " summary",
        f"the model is sent {len(seen['sent'])}:",
        *("  " + words.replace("\n", " ") for words in sent),
    ]
