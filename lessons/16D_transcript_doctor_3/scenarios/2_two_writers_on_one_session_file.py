"""Two writers on one session file"""

LESSON = ["11", "12"]

REPORT = """
One assistant looks after our releases. People talk to it on a web page, and a nightly job (cron)
asks it questions of its own. Both go on with the same session file, so that it knows what the
other was told.

Since the file was compacted, it brings up the nightly check again, although the summary it works
from has it already. We looked at everything we could think of. Each line of the file is a whole
JSON object. Nothing was missing: just before the compaction, replay returned all eight messages.
No run raised.
"""

QUESTION = "Every line is whole and every message was there. Which step went wrong?"

OPTIONS = {
    "a": "The compaction: it chose the wrong row to cut at.",
    "b": "Two appends: each counted the file before the other had written its line.",
    "c": "One append: it was torn by a crash, and the next one was glued onto it.",
    "d": "The replay: it read the two writers' lines in the wrong order.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "It chose row 6, and for its budget that is right. It then named that row by an id, and"
    " the id was not that row's alone.",
    "b": "Both counted five lines, so both wrote `e6`. Nothing complained.",
    "c": "A torn line is not whole JSON: reading the file would raise and name the line. Every"
    " line here is whole.",
    "d": "Replay reads top to bottom, and the lines do stand in the order they were written.",
}

REVEAL = """
An append counts the lines to find its id, then writes. Web had counted, and before it wrote, cron
counted the same file. So there are two entries called `e6`, and cron's next one is `e8`: no `e7`.

For a long time it didn't matter. Replay reads messages and never looks at an id. Then a
compaction cut in front of row 6 (counted from 0), web's `Tag it as 0.4.4.`, and wrote down where:
`e6`. The reader looked for `e6` and found cron's, one row earlier. The nightly check is in the
summary *and* in what was kept.

Nothing in `harness.py` as it stands prevents this: a `SessionLog` takes for granted that nobody
else writes to its file. An id that is unique without counting, or a lock held across the count
and the write, would have prevented it. A reader that refuses an id it has seen before would at
least have said so.
"""

DIFFERS = ["ids", "named", "view", "disk"]
SAME = ["shape", "cut"]
SHOW = ["ids", "view"]
CAUGHT = False
MENDED = "the same two, the second waiting for the first"


class Held:
    """A workspace in which somebody else gets a word in just before the next append."""

    def __init__(self, ws, meanwhile):
        self.ws, self.meanwhile = ws, meanwhile
        self.exists, self.read_text = ws.exists, ws.read_text

    def append_text(self, path, text):
        self.meanwhile()
        self.ws.append_text(path, text)


def started(harness, lab):
    """A workspace with a session file of five messages in it."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, "session.jsonl")
    steps = "1. Run the tests.\n2. Tag the commit.\n3. Push the tag.\n"
    read = lab.call("read", {"path": "RELEASE.md"})
    log.append_message(lab.user("Cut the 0.4.4 release."))
    log.append_message(lab.reply(read))
    log.append_message(lab.tool_result({**read, "id": "c1"}, steps))
    log.append_message(lab.say("Running the tests first."))
    log.append_message(lab.user("Go on."))
    return ws


async def finish(harness, lab, ws):
    """What is on the file, and what the next request would be made of after a compaction."""
    log = harness.SessionLog(ws, "session.jsonl")
    log.append_message(lab.say("Not yet: the tests are still running."))
    rows = log.rows()
    cut = harness.find_cut(rows, 15)
    model = lab.ScriptedModel([lab.say("0.4.4 is being cut. The nightly check asked for the tag.")])
    await harness.compact(log, model, keep_recent_tokens=15)
    return {
        "ids": [row_id for row_id, _message in rows],
        "shape": lab.shape([message for _row_id, message in rows]),
        "cut": cut,
        "named": [log.entries()[-1]["first_kept_id"], rows[cut][1]["content"]],
        "view": log.replay(),
        "disk": ws.snapshot(),
    }


async def scene(harness, lab):
    ws = started(harness, lab)
    cron = harness.SessionLog(ws, "session.jsonl")
    nightly = lab.user("Nightly check: is the tag pushed?")
    web = harness.SessionLog(Held(ws, lambda: cron.append_message(nightly)), "session.jsonl")
    web.append_message(lab.user("Tag it as 0.4.4."))  # cron writes while this one is under way
    return await finish(harness, lab, ws)


async def mended(harness, lab):
    ws = started(harness, lab)
    log = harness.SessionLog(ws, "session.jsonl")
    log.append_message(lab.user("Nightly check: is the tag pushed?"))
    log.append_message(lab.user("Tag it as 0.4.4."))
    return await finish(harness, lab, ws)


def tell(seen):
    entry_id, words = seen["named"]
    view = [m["content"] if m["role"] == "user" else m["content"][0]["text"] for m in seen["view"]]
    return [
        f"ids: {' '.join(seen['ids'])}",
        f"replayed: {seen['shape']}",
        f"cut in front of row {seen['cut']}, which says: {words}",
        f"written down as: {entry_id}",
        f"next view, {len(view)} messages:",
        *("  " + said.replace("\n", " ") for said in view),
    ]
