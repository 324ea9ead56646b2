"""What lesson 10 plays: records with holes in them, and what is sent of them."""

SYSTEM = "You are a careful release manager."


def a_repair(harness, lab, messages):
    """A transcript is repaired, and what came of it is repaired once more."""
    repaired = list(harness.repair_tool_history(messages))

    def place(message):
        """Where the very same dict stands in what was handed over."""
        same = (f"messages[{i}]" for i, given in enumerate(messages) if given is message)
        return next(same, "a new dict")

    return {
        "repaired": repaired,
        "from": [place(message) for message in repaired],
        "repaired_twice": list(harness.repair_tool_history(list(repaired))),
        "messages_afterwards": messages,
    }


def a_view(harness, lab, messages):
    """A record is made into the view that a provider is sent."""
    view = harness.context_for_model(messages)
    seen = {"view": list(view), "is_a_new_list": view is not messages}
    complaints = lab.validate(list(view))
    return {**seen, "messages_afterwards": messages, "complaints": complaints}


def the_constant(harness, lab):
    """INTERRUPTED is looked at."""
    return harness.INTERRUPTED


async def gone_on_from(harness, lab, messages):
    """A harness is made from a record, and prompted: Go on."""
    model = lab.ScriptedModel([lab.reply(lab.call("build", {})), lab.say("Done.")])
    tool = lab.tool("build", returns="built")
    agent = harness.Harness(model, SYSTEM, [tool], messages=messages)
    events = await lab.drive(agent.prompt("Go on."))
    return {
        "record": list(agent.messages),
        "requests": lab.requests(model),
        "announced": [event["message"] for event in events if event["type"] == "message_end"],
        "tool_runs": len(tool["calls"]),
    }


async def closed_while_tools_run(harness, lab, after):
    """A reply asks for two tools, and the run is closed on the way; then the user prompts again."""
    both = lab.reply(lab.call("build", {}), lab.call("test", {}))
    model = lab.ScriptedModel([both, lab.say("Let me check first.")])
    tools = [lab.tool("build", returns="built"), lab.tool("test", returns="tested")]
    agent = harness.Harness(model, SYSTEM, tools)
    run = agent.prompt("Build it.")
    left = after
    async for event in run:
        left -= event["type"] == "tool_execution_start"
        if not left:
            break
    await run.aclose()
    closed = list(agent.messages)
    await lab.drive(agent.prompt("Go on."))
    record = list(agent.messages)
    return {"record": record, "when_closed": closed, "requests": lab.requests(model)}


async def a_reply_that_fails_with_calls(harness, lab, how):
    """A reply holds a call, and failed or was stopped; the user prompts twice more."""
    call = lab.call("build", {})
    bad = {**lab.reply(lab.text("Let me."), call, stop_reason=how), "error_message": "cut off"}
    model = lab.ScriptedModel([bad, lab.say("It did not run."), lab.say("Still not.")])
    tool = lab.tool("build", returns="built")
    agent = harness.Harness(model, SYSTEM, [tool])
    for prompt in ("Build it.", "Go on.", "And now?"):
        await lab.drive(agent.prompt(prompt))
    return {
        "record": list(agent.messages),
        "requests": lab.requests(model),
        "tool_runs": len(tool["calls"]),
    }


async def said_with_nothing_in_it(harness, lab):
    """The user steers a blank while a tool runs; the reply to the result has no words either."""

    def build(arguments, signal):
        agent.steer(" \n")
        agent.follow_up("And now?")
        return ""

    model = lab.ScriptedModel([lab.reply(lab.call("build", {})), lab.reply(), lab.say("Built.")])
    agent = harness.Harness(model, SYSTEM, [lab.tool("build", does=build)])
    await lab.drive(agent.prompt("Build it."))
    return {"record": list(agent.messages), "requests": lab.requests(model)}
