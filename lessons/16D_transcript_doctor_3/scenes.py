"""What checkpoint D plays: a parent that hands tasks to a subagent, and what is seen of both."""

NOTES = "".join(f"- step {n:03}: check the {n:03} service\n" for n in range(1, 4))
READ = {"path": "notes.md"}


def _child(harness, lab, steps):
    """A child's model, and the tool that hands it tasks."""
    model = lab.ScriptedModel(steps)
    return model, [harness.make_read_tool(lab.Workspace({"notes.md": NOTES}))]


async def _play(harness, lab, subagent, child, tasks):
    """A run of a parent that hands out `tasks`, a list for each of its replies."""
    steps = [
        lab.reply(*(lab.call("subagent", {"task": task}) for task in batch)) for batch in tasks
    ]
    model = lab.ScriptedModel([*steps, lab.say("The subagent has said what I needed.")])
    parent = harness.Harness(model, "You are a careful release manager.", [subagent])
    events = await lab.drive(parent.prompt("Look these checklist steps up for me."))
    record = list(parent.messages)
    return {
        "record": record,
        "results": [m for m in record if m["role"] == "toolResult"],
        "events": events,
        "requests": lab.requests(model),
        "child_requests": lab.requests(child),
    }


async def the_tool_itself(harness, lab):
    """Look at the tool, then hand it a task that is a number."""
    child, tools = _child(harness, lab, [lab.say("Done.")])
    tool = harness.make_subagent_tool(child, "Answer in one line.", tools)
    seen = await _play(harness, lab, tool, child, [[5]])
    return {**seen, "spec": harness.tool_specs([tool])[0]}


async def a_task_handed_over(harness, lab):
    """The child says what it is about to do, reads notes.md, and answers in one line."""
    child, tools = _child(
        harness,
        lab,
        [
            lab.reply(lab.text("I'll read the notes first."), lab.call("read", READ)),
            lab.say("step 003: check the 003 service"),
        ],
    )
    tool = harness.make_subagent_tool(child, "Answer in one line.", tools)
    return await _play(harness, lab, tool, child, [["Give me the line for step 3."]])


async def the_same_sentence_from_a_plain_tool(harness, lab):
    """A tool that looks the same to the parent, and answers the same sentence without a child."""
    child, tools = _child(harness, lab, [])
    tool = harness.make_subagent_tool(child, "Answer in one line.", tools)
    plain = lab.tool("subagent", returns="step 003: check the 003 service")
    tool = {**tool, "execute": plain["execute"]}
    return await _play(harness, lab, tool, child, [["Give me the line for step 3."]])


async def a_child_that_never_stops(harness, lab, cap=None):
    """The child asks for the same file again, for ever."""
    child, tools = _child(harness, lab, [lab.stuck(lab.call("read", READ))])
    limit = {} if cap is None else {"max_turns": cap}
    tool = harness.make_subagent_tool(child, "Answer in one line.", tools, **limit)
    return await _play(harness, lab, tool, child, [["Give me the line for step 3."]])


async def a_child_that_ends_badly(harness, lab, how):
    """The child reads notes.md with a word of its own, and its next reply is no answer."""
    last = {
        "the provider fails half way": lab.fail("529: overloaded", partial="Step 3 says"),
        "it is stopped half way": {
            **lab.reply(lab.text("Step 3 says"), stop_reason="aborted"),
            "error_message": "Operation aborted",
        },
        "it says nothing": lab.reply(),
        "it says blanks": lab.say("  \n"),
    }[how]
    read = lab.reply(lab.text("I'll read the notes first."), lab.call("read", READ))
    child, tools = _child(harness, lab, [read, last])
    tool = harness.make_subagent_tool(child, "Answer in one line.", tools)
    return await _play(harness, lab, tool, child, [["Give me the line for step 3."]])


async def two_tasks(harness, lab, together):
    """Two tasks in one run of the parent: in one reply, or one reply after the other."""
    child, tools = _child(harness, lab, [lab.say("The first line."), lab.say("The second line.")])
    tool = harness.make_subagent_tool(child, "Answer in one line.", tools)
    tasks = ["Give me the line for step 1.", "Give me the line for step 2."]
    batches = [tasks] if together else [[task] for task in tasks]
    return await _play(harness, lab, tool, child, batches)


async def the_checklist(harness, lab, lines, stubborn=False):
    """The build's own figures: a 400-line checklist, of which a child is asked for `lines`."""
    notes = "".join(
        f"- step {n:03}: check the {n:03} service, then tick this line off\n" for n in range(1, 401)
    )
    tools = [harness.make_read_tool(lab.Workspace({"notes.md": notes}))]
    answers = [f"step {n:03}: check the {n:03} service, then tick this line off" for n in lines]
    read = lab.call("read", READ)
    steps = [step for answer in answers for step in (lab.reply(read), lab.say(answer))]
    child = lab.ScriptedModel([lab.stuck(read)] if stubborn else steps)
    brief = "You are a subagent. Do the one task you are given, then answer in one line."
    subagent = harness.make_subagent_tool(child, brief, tools)

    def report(request):
        results = [m["content"] for m in request.messages if m["role"] == "toolResult"]
        return lab.say("The subagents said: " + " ".join(results))

    tasks = [f"Read notes.md and give me the line for step {n:03}." for n in lines]
    asks = [lab.reply(lab.call("subagent", {"task": task})) for task in tasks]
    model = lab.ScriptedModel([*asks, report])
    parent = harness.Harness(model, "You are a careful release manager.", [subagent])
    await lab.drive(parent.prompt("Look these checklist steps up for me."))
    return {
        "child_calls": len(child.calls),
        "child_bill": child.bill,
        "parent_bill": model.bill,
        "told": [m["content"] for m in parent.messages if m["role"] == "toolResult"],
        "answer": harness.text_of(parent.messages[-1]),
    }
