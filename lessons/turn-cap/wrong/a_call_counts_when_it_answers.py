"""caught by: test_replay_rebuilds_plan_and_cursor

A tool call is counted with its result, so one that was under way at a crash was free.
"""


def apply(at, event):
    kind = event["type"]
    if kind in ("plan.draft", "budget.warn") and at["state"] == "reflecting":
        change_state(at, "planning")  # one more turn: what comes of it is the first to say so
    if at["state"] not in FITS.get(kind, ()):
        raise ValueError(f"{kind} does not come in state {at['state']}")
    if kind == "session.start":
        if at["paused"] is None:
            at["messages"].append(user_message(event["prompt"]))
        change_state(at, at["paused"]["state"] if at["paused"] else "planning")
        at.update(budget=event["budget"], paused=None, warned=None)
    elif kind == "plan.draft":
        at["messages"].append(event["message"])
        at.update(draft=event["message"], turns=at["turns"] + 1)
    elif kind == "plan.commit":
        change_state(at, "executing" if event["steps"] else "reflecting")
        at.update(plan=event["steps"], cursor=0, draft=None)
    elif kind == "step.start":
        at["step"] = "open"
    elif kind == "tool.call":
        change_state(at, "awaiting_tool")
    elif kind in ("tool.result", "tool.error"):
        change_state(at, "executing")
        at["messages"].append(event["message"])
        at["step"] = "answered"
        at["tool_calls"] += 1
    elif kind == "step.end":
        at.update(step=None, cursor=at["cursor"] + 1)
        if at["cursor"] == len(at["plan"]):
            change_state(at, "reflecting")
    elif kind == "budget.warn":
        at["warned"] = event["limit"]
    elif kind == "session.pause":
        at.update(paused={"reason": event["reason"], "state": at["state"]}, draft=None)
        change_state(at, "idle")
    else:
        change_state(at, "done")
