"""What lesson 12 plays: transcripts that outgrow the window, and logs with compactions in them."""

import json

PATH = "session.jsonl"
SYSTEM = "You are a careful release manager."


def _log_of(harness, lab, messages):
    """A disk and a log on it that holds these messages."""
    ws = lab.Workspace()
    log = harness.SessionLog(ws, PATH)
    for message in messages:
        log.append_message(message)
    return ws, log


def _rows(log):
    """The log's rows, as plain data."""
    return [[row_id, message] for row_id, message in log.rows()]


def _found(ws, log):
    """The log as it is on the disk, and what it amounts to."""
    rows = _rows(log)
    return {
        "disk": ws.snapshot(),
        "writes": [list(write) for write in ws.writes],
        "ids": [row_id for row_id, _message in rows],
        "record": [message for _row_id, message in rows],
        "replay": list(log.replay()),
    }


def transcripts_as_text(harness, lab, transcripts):
    """Render some transcripts as plain text, and estimate what each costs."""
    return {
        "texts": {name: harness.render(messages) for name, messages in transcripts.items()},
        "tokens": {name: harness.estimate_tokens(m) for name, m in transcripts.items()},
    }


def a_compaction_appended(harness, lab, messages, summary, first_kept_id):
    """Append one compaction to a log of some messages."""
    ws, log = _log_of(harness, lab, messages)
    before = ws.snapshot()
    told = log.append_compaction(summary, first_kept_id)
    return {**_found(ws, log), "before": before, "told": told}


def a_log_read_back(harness, lab, entries):
    """Read a log that holds these entries."""
    text = "".join(json.dumps(entry) + "\n" for entry in entries)
    ws = lab.Workspace({PATH: text})
    return _found(ws, harness.SessionLog(ws, PATH))


def cuts(harness, lab, messages, budgets):
    """Ask where to cut some rows, e1, e2 and so on, for each of several budgets."""
    rows = [(f"e{number}", message) for number, message in enumerate(messages, start=1)]
    found = {f"budget {budget}": harness.find_cut(list(rows), budget) for budget in budgets}
    return {"cuts": found}


async def a_summary(harness, lab, messages, answer):
    """Have a model sum up some messages; this is its reply."""
    model = lab.ScriptedModel([answer])
    told = raised = None
    try:
        told = await harness.summarize(model, messages)
    except RuntimeError as exc:
        raised = str(exc)
    return {
        "record": messages,
        "told": told,
        "raised": raised,
        "requests": lab.requests(model),
        "summary_system": harness.SUMMARY_SYSTEM,
    }


async def compactions(harness, lab, messages, budgets, answers=None):
    """Compact a log once for each of these budgets, one after the other."""
    ws, log = _log_of(harness, lab, messages)
    before = ws.snapshot()
    model = lab.ScriptedModel([lab.summariser()] if answers is None else answers)
    told = [await harness.compact(log, model, keep_recent_tokens=budget) for budget in budgets]
    sent = [request["messages"] for request in lab.requests(model)]
    return {**_found(ws, log), "before": before, "told": told, "sent": sent}


async def a_compaction_that_fails(harness, lab, messages, how):
    """Compact between two runs, when something breaks."""
    ws, log = _log_of(harness, lab, messages)
    model = lab.ScriptedModel([lab.summariser()])
    if how == "the log is torn":
        ws.tear(PATH, 20)
    if how == "the disk is full":
        ws.full_after(0)
    if how == "the adapter has a bug":
        model = lab.ScriptedModel([lambda request: {}["usage"]])
    owner = harness.Harness(lab.ScriptedModel([]), SYSTEM, [], messages)
    before = ws.snapshot()
    raised = await lab.raised(
        harness.maybe_compact(owner, log, model, window=10, reserve=5, keep_recent_tokens=10)
    )
    return {
        "raised": raised,
        "before": before,
        "disk": ws.snapshot(),
        "record": list(owner.messages),
    }


async def another_transcript(harness, lab, messages):
    """Replace a harness's transcript before, during and after runs; then go on from it."""
    model = lab.ScriptedModel([lab.say("First."), lab.say("Second.")])
    owner = harness.Harness(model, SYSTEM, [])
    raised = {}

    def replace():
        owner.replace_messages(messages)

    run = owner.prompt("Go.")
    raised["before its first event"] = lab.raised(replace)
    async for event in run:
        if event["type"] in ("turn_start", "turn_end"):
            raised[f"at its {event['type']}"] = lab.raised(replace)
    first_run = list(owner.messages)
    raised["after it"] = lab.raised(replace)
    closed = owner.prompt("Never mind.")
    await closed.aclose()
    raised["after a run that was closed"] = lab.raised(replace)
    replaced = list(owner.messages)
    given = list(messages)
    await lab.drive(owner.prompt("Go on."))
    return {
        "raised": raised,
        "first_run": first_run,
        "replaced": replaced,
        "record": list(owner.messages),
        "given_before": given,
        "given_after": list(messages),
        "requests": lab.requests(model),
    }


async def between_runs(harness, lab, messages, limits, keep):
    """Maybe compact a harness whose transcript is this one, for each [window, reserve]."""
    seen = {}
    for window, reserve in limits:
        _ws, log = _log_of(harness, lab, messages)
        model = lab.ScriptedModel([lab.summariser()])
        owner = harness.Harness(lab.ScriptedModel([]), SYSTEM, [], messages)
        told = await harness.maybe_compact(
            owner, log, model, window=window, reserve=reserve, keep_recent_tokens=keep
        )
        seen[f"window {window}, reserve {reserve}"] = {
            "told": told,
            "summaries": len(model.calls),
            "entries": len(log.entries()),
            "record": list(owner.messages),
            "replay": list(log.replay()),
        }
    return seen


async def during_a_run(harness, lab, messages):
    """Try to compact before a run's first event, half way through it, and once it was closed."""
    _ws, log = _log_of(harness, lab, messages)
    model = lab.ScriptedModel([lab.summariser()])
    owner = harness.Harness(lab.ScriptedModel([lab.say("Hello.")]), SYSTEM, [], messages)
    raised = {}

    async def compact(when):
        raised[when] = await lab.raised(
            harness.maybe_compact(owner, log, model, window=10, reserve=5, keep_recent_tokens=10)
        )
        return len(log.entries())

    run = owner.prompt("Go.")
    entries = {"before its first event": await compact("before its first event")}
    async for event in run:
        if event["type"] == "turn_start":
            break
    entries["half way"] = await compact("half way")
    await run.aclose()
    entries["after it was closed"] = await compact("after it was closed")
    return {"raised": raised, "entries": entries}


async def a_long_session(harness, lab, prompts, compacting):
    """A session of many prompts on one log, compacting between the runs or never."""
    ws = lab.Workspace()
    model = lab.ScriptedModel([lab.say(f"Step {n} is done. ".ljust(60, ".")) for n in range(99)])
    owner = harness.Harness(model, SYSTEM, [])
    owner.subscribe(harness.persist_to(harness.SessionLog(ws, PATH)))
    summaries = lab.ScriptedModel([lab.forever(lab.say("The steps so far are done."))])
    told = []
    for number in range(prompts):
        await lab.drive(owner.prompt(f"Do step {number}. ".ljust(60, ".")))
        if compacting:
            log = harness.SessionLog(ws, PATH)
            told.append(
                await harness.maybe_compact(
                    owner, log, summaries, window=300, reserve=160, keep_recent_tokens=60
                )
            )
    found = _found(ws, harness.SessionLog(ws, PATH))
    resumed = harness.Harness(lab.ScriptedModel([]), SYSTEM, [], found["replay"])
    return {
        **found,
        "told": told,
        "tokens": [lab.count_tokens(request.text) for request in model.calls],
        "requests": lab.requests(model),
        "record": list(owner.messages),
        "resumed": list(resumed.messages),
    }
