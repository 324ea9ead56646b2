"""What lesson 11 plays: logs that are written, torn, shared and gone on from."""

import json

SYSTEM = "You are a careful release manager."
PATH = "logs/session.jsonl"


def _line(number, words="Well."):
    """A whole line of a log, as an entry of a user message."""
    message = {"role": "user", "content": words}
    return json.dumps({"id": f"e{number}", "type": "message", "message": message}) + "\n"


def _tried(play):
    """What calling it gives, or what it raises, in words."""
    try:
        return play()
    except Exception as exc:
        kind = "ValueError" if isinstance(exc, ValueError) else type(exc).__name__
        return f"{kind}: {exc}"


def _read(log):
    """What entries, rows and replay give."""
    return {
        "entries": _tried(lambda: list(log.entries())),
        "rows": _tried(lambda: _pairs(log.rows())),
        "replay": _tried(lambda: list(log.replay())),
    }


def _changes(ws):
    return [{"how": how, "path": path, "text": text} for how, path, text in ws.writes]


def _pairs(rows):
    return [[id, message] for id, message in rows]


def a_log_is_read(harness, lab, text=None):
    """A log is read whose file holds `text`, or is not there."""
    ws = lab.Workspace({} if text is None else {PATH: text})
    seen = _read(harness.SessionLog(ws, PATH))
    return {**seen, "disk": ws.snapshot(), "changes_of_the_disk": _changes(ws)}


def messages_are_appended(harness, lab, messages, before=None):
    """Messages are appended to a log whose file is not there, or holds `before`."""
    ws = lab.Workspace({} if before is None else {PATH: before})
    log = harness.SessionLog(ws, PATH)
    ids = [_tried(lambda message=message: log.append_message(message)) for message in messages]
    seen = _read(log)
    lines = ws.snapshot().get(PATH, "").split("\n")
    return {**seen, "ids": ids, "lines": lines, "changes_of_the_disk": _changes(ws)}


def sessions_on_one_file(harness, lab, sessions):
    """Session after session opens the same file anew, and appends its messages."""
    ws = lab.Workspace()
    ids = []
    for messages in sessions:
        log = harness.SessionLog(ws, PATH)
        ids += [log.append_message(message) for message in messages]
    return {"ids": ids, "replay": list(harness.SessionLog(ws, PATH).replay())}


def two_logs_on_one_file(harness, lab):
    """Two logs are opened on one file, and take turns; a third on another file."""
    ws = lab.Workspace()
    first, second = harness.SessionLog(ws, PATH), harness.SessionLog(ws, PATH)
    other = harness.SessionLog(ws, "logs/other.jsonl")
    ids = {"first": [], "second": [], "other": []}
    for number in range(1, 4):
        ids["first"].append(first.append_message(lab.user(f"First {number}.")))
        ids["second"].append(second.append_message(lab.user(f"Second {number}.")))
        ids["other"].append(other.append_message(lab.user(f"Other {number}.")))
    return {"ids": ids, "rows": _pairs(first.rows()), "rows_of_second": _pairs(second.rows())}


def the_file_is_changed_by_others(harness, lab):
    """A log is read and appended to while others change its file: lines added, all deleted."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    ids = [log.append_message(lab.user("One."))]
    ws.append_text(PATH, _line(2) + _line(3))
    ids.append(log.append_message(lab.user("Four.")))
    four = len(list(log.entries()))
    ws.delete(PATH)
    none = len(list(log.entries()))
    ids.append(log.append_message(lab.user("One again.")))
    return {"ids": ids, "entries_then": [four, none, len(list(log.entries()))]}


def a_power_cut(harness, lab, missing):
    """The power fails while a third message is appended: its last `missing` bytes are lost."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    log.append_message(lab.user("One."))
    log.append_message(lab.user("Two."))
    log.append_message(lab.say("Gr\u00fc\u00df dich."))
    ws.tear(PATH, len(ws.writes[-1][2].encode()) - missing)
    torn = ws.snapshot()
    log = harness.SessionLog(ws, PATH)
    seen = _read(log)
    appended = _tried(lambda: log.append_message(lab.user("Four.")))
    return {
        **seen,
        "appending": appended,
        "disk_changed_by_appending": ws.snapshot() != torn,
    }


def a_power_cut_at_every_byte(harness, lab):
    """The power fails during a third append, once for each number of its bytes on the disk."""
    found = []
    size = kept = 0
    while kept <= size:
        ws = lab.Workspace()
        log = harness.SessionLog(ws, PATH)
        for words in ("One.", "Two.", 'Gr\u00fc\u00df dich, \u2028 "Drei".'):
            log.append_message(lab.user(words))
        size = len(ws.writes[-1][2].encode())
        ws.tear(PATH, kept)
        entries = _read(harness.SessionLog(ws, PATH))["entries"]
        found.append(entries if isinstance(entries, str) else f"{len(entries)} entries")
        kept += 1
    return {"nothing": found[0], "a_part": sorted(set(found[1:-1])), "everything": found[-1]}


def a_power_cut_at_the_first_line(harness, lab):
    """The power fails before a byte of the first message is on the disk; then two are appended."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    log.append_message(lab.user("Lost."))
    ws.tear(PATH, 0)
    seen = _read(log)
    ids = [log.append_message(lab.user(words)) for words in ("One.", "Two.")]
    return {**seen, "ids": ids, "replay_then": list(log.replay())}


def a_full_disk(harness, lab):
    """The disk is full when a second message is appended; room is made, and it is tried again."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    ids = [log.append_message(lab.user("One."))]
    ws.full_after(0)
    raised = lab.raised(lambda: log.append_message(lab.user("Two.")))
    replay = list(log.replay())
    ws.full_after(None)
    ids.append(log.append_message(lab.user("Two.")))
    return {
        "raised": raised is not None,
        "replay_when_full": replay,
        "ids": ids,
        "replay": list(log.replay()),
    }


def _agent(harness, lab, model, log, messages=(), tools=None):
    tools = tools or [lab.tool("build", returns="built"), lab.tool("test", raises="no disk")]
    agent = harness.Harness(model, SYSTEM, tools, messages=messages)
    agent.subscribe(harness.persist_to(log))
    return agent


def _both(lab):
    return lab.reply(lab.text("Both."), lab.call("build", {"job": 1}), lab.call("test", {}))


async def a_run_is_persisted(harness, lab):
    """A run is persisted: two calls, one of which fails, a steered message, a failed reply."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    model = lab.ScriptedModel([_both(lab), lab.fail("529: overloaded", partial="Let me")])
    agent = _agent(harness, lab, model, log)
    agent.steer("Use port 8081.")
    announced, logged = 0, []
    async for event in agent.prompt("Build it."):
        announced += event["type"] == "message_end"
        lines = len(list(log.entries()))
        logged.append(f"{event['type']}: {announced} announced, {lines} on the disk")
    return {"record": list(agent.messages), "log": list(log.replay()), "at_each_event": logged}


def the_listener_alone(harness, lab):
    """The listener of persist_to hears one event of each kind, and one of a kind not known yet."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    listener = harness.persist_to(log)
    call = lab.call("build", {}, "c1")
    message, result = lab.say("Built."), lab.tool_result(call, "built")
    appended = []
    for event in (
        {"type": "agent_start"},
        {"type": "turn_start"},
        {"type": "message_end", "message": message},
        {"type": "tool_execution_start", "call": call},
        {"type": "message_end", "message": result},
        {"type": "tool_execution_end", "call": call, "result": result},
        {"type": "turn_end", "message": message},
        {"type": "message_update", "message": message},
        {"type": "agent_end", "messages": [message, result]},
    ):
        before = len(ws.writes)
        listener(event)
        appended.append([event["type"], len(ws.writes) - before])
    return {"appended": appended, "log": list(log.replay())}


async def a_run_dies(harness, lab, after):
    """A persisted run is closed after so many messages; a new harness goes on from the log.

    The new one is made from what the log replays, persists to the same file, and is prompted.
    """
    ws = lab.Workspace()
    model = lab.ScriptedModel([_both(lab), lab.say("Built.")])
    agent = _agent(harness, lab, model, harness.SessionLog(ws, PATH))
    run = agent.prompt("Build it.")
    async for event in run:
        after -= event["type"] == "message_end"
        if not after:
            break
    await run.aclose()
    log = harness.SessionLog(ws, PATH)
    replay = list(log.replay())
    model = lab.ScriptedModel([lab.say("Let me check.")])
    tool = lab.tool("build", returns="built")
    agent = _agent(harness, lab, model, log, replay, [tool])
    on_the_disk = ws.snapshot()[PATH]
    await lab.drive(agent.prompt("Go on."))
    return {
        "record": list(agent.messages),
        "requests": lab.requests(model),
        "replayed": replay,
        "log": list(harness.SessionLog(ws, PATH).replay()),
        "old_lines_kept": ws.snapshot()[PATH].startswith(on_the_disk),
        "tool_runs": len(tool["calls"]),
    }


async def interrupted_or_not(harness, lab, interrupted):
    """Two prompts: to one harness, or each to a harness of its own, made from the log."""
    ws = lab.Workspace()
    model = lab.ScriptedModel([_both(lab), lab.say("Built."), lab.say("Yes.")])
    agent = _agent(harness, lab, model, harness.SessionLog(ws, PATH))
    await lab.drive(agent.prompt("Build it."))
    if interrupted:
        log = harness.SessionLog(ws, PATH)
        agent = _agent(harness, lab, model, log, log.replay())
    await lab.drive(agent.prompt("Is it built?"))
    return {
        "record": list(agent.messages),
        "requests": lab.requests(model),
        "log": list(harness.SessionLog(ws, PATH).replay()),
    }


async def a_disk_fills_during_a_run(harness, lab):
    """A run is persisted to a disk with room for two messages; then there is room, and a prompt."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    model = lab.ScriptedModel([_both(lab), lab.forever(lab.say("Built."))])
    agent = _agent(harness, lab, model, log)
    ws.full_after(2)
    raised = await lab.raised(agent.prompt("Build it."))
    full = _read(log)
    running = agent.is_running
    ws.full_after(None)
    agent = _agent(harness, lab, model, log, log.replay())
    await lab.drive(agent.prompt("Go on."))
    return {
        "raised": raised is not None,
        "is_running": running,
        "when_full": full["replay"],
        "record": list(agent.messages),
        "log": list(log.replay()),
    }
