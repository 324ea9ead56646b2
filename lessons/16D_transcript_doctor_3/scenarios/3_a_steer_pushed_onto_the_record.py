"""A steer pushed onto the record"""

LESSON = "9"

REPORT = """
While our assistant was writing new modules, my colleague typed one more sentence: keep the old
import path working. It answered her, and it did as she had asked. Everybody was happy.

The next morning I resumed the session from its log, and asked for the last module. The old import
path was gone. When I asked why, it said that nobody had ever mentioned it. I scrolled up in my
resumed session, and indeed: nobody had.
"""

QUESTION = "Where was the sentence lost?"

OPTIONS = {
    "a": "On the way to the log: the sentence was put on the record, and never announced.",
    "b": "In the first run: the model never got the sentence, and did the right thing by chance.",
    "c": "In the resume: replay drops a user message that stands between a call and its result.",
    "d": "In a repair of the history: it threw the sentence out, to make the record valid.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "The log is a listener, and hears `message_end` events. Appending to a list makes no"
    " sound.",
    "b": "The second request ends on her sentence: the model got it, in both runs.",
    "c": "Replay returns what the log holds, in order, and drops nothing. The log never held it.",
    "d": "The repair moves results to their calls. It drops no user message, and it works on a"
    " copy.",
}

REVEAL = """
Theirs appends to the transcript from `steer`, in the middle of a batch of calls. Neither the log
nor the calls were told.

**The log.** It hears events. Only the loop announces what it appends, so a message that somebody
else pushes is on the record and in the next request, and never in the log: after a resume, it was
never said.

**The calls.** `c1` is no longer answered at once, and `validate` has four complaints about the
record. You would never know from the requests: the view moves the results back to their calls,
and the second request is the same in both runs, to the byte. A repair that works well hides what
it repairs.

The reference queues the sentence. The loop picks it up at the next point where a user may speak,
puts it on the record, and then announces it: mutate, then announce.
"""

DIFFERS = ["record", "shape", "complaints", "log", "events"]
SAME = ["requests", "second", "disk"]
SHOW = ["record", "log"]
CAUGHT = True


def theirs(harness):
    class Harness(harness.Harness):
        def steer(self, text):
            self._messages.append(harness.user_message(text))

    harness.Harness = Harness


async def scene(harness, lab):
    ws = lab.Workspace({"utils.py": "def area(): ...\ndef bill(): ...\ndef cut(): ...\n"})
    write = harness.make_write_tool(ws)

    async def write_while_she_types(arguments, signal=None):
        if arguments["path"] == "a.py":
            agent.steer("Keep the old import path working.")
        return await write["execute"](arguments, signal)

    model = lab.ScriptedModel(
        [
            lab.reply(
                lab.call("write", {"path": "a.py", "content": "def area(): ...\n"}),
                lab.call("write", {"path": "b.py", "content": "def bill(): ...\n"}),
                lab.call("write", {"path": "c.py", "content": "def cut(): ...\n"}),
            ),
            lab.say("Split. utils.py still exports all three names."),
        ]
    )
    tools = [{**write, "execute": write_while_she_types}]
    agent = harness.Harness(model, "You are a careful refactorer.", tools)
    log = harness.SessionLog(lab.Workspace(), "session.jsonl")
    agent.subscribe(harness.persist_to(log))
    events = await lab.drive(agent.prompt("Split utils.py into a module a function."))
    record = list(agent.messages)
    return {
        "record": record,
        "shape": lab.shape(record),
        "complaints": lab.validate(record, record=True),
        "log": lab.shape(log.replay()),
        "events": events,
        "requests": lab.requests(model),
        "second": lab.shape(model.calls[1].messages),
        "disk": ws.snapshot(),
    }


def tell(seen):
    return [
        f"record: {seen['shape']}",
        f"log:    {seen['log']}",
        f"second request: {seen['second']}",
        f"complaints: {len(seen['complaints'])}",
        *(f"  {complaint}" for complaint in seen["complaints"]),
        f"on disk: {', '.join(seen['disk'])}",
    ]
