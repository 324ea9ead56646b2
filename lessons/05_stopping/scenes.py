"""What lesson 05 plays: runs that have to be stopped, providers that fail, and the run after."""

SYSTEM = "You are a careful release manager."
PROMPT = "Is the build green?"


def _check(lab):
    """A tool that never has good news."""
    return lab.tool("check", returns="still red")


async def _play(harness, lab, steps, prompts=(PROMPT,), history=(), **limits):
    """One run for each prompt, all on one record, by a model that says `steps`."""
    model, tool, record = lab.ScriptedModel(steps), _check(lab), list(history)
    asked = []
    for prompt in prompts:
        run = harness.run_agent(model, SYSTEM, record, [tool], prompt, **limits)
        await lab.drive(run)
        asked.append(len(model.calls))
    return {
        "record": record,
        "requests": lab.requests(model),
        "bill": model.bill,
        "asked": asked,
        "ran": len(tool["calls"]),
    }


async def the_message_itself(harness, lab):
    """Make the message for a failure, and the one for a Stop."""
    return {
        "failure": harness.error_message("529: the provider is overloaded"),
        "stop": harness.error_message("Operation aborted", "aborted"),
    }


async def a_runaway(harness, lab, max_turns):
    """The model asks for the same check again and again; max_turns is given."""
    return await _play(harness, lab, [lab.stuck(lab.call("check", {}))], max_turns=max_turns)


async def two_runaways(harness, lab, max_turns):
    """A runaway, stopped by max_turns, and then a second one on the same record."""
    steps = [lab.stuck(lab.call("check", {}))]
    return await _play(harness, lab, steps, (PROMPT, "And now?"), max_turns=max_turns)


async def a_run_of_turns(harness, lab, turns, together=1, max_turns=None):
    """The model asks for checks, some in one reply, and answers in the last of `turns` replies."""
    asks = [lab.reply(*[lab.call("check", {})] * together) for _ in range(turns - 1)]
    return await _play(harness, lab, [*asks, lab.say("All green.")], max_turns=max_turns)


async def a_provider_that_fails(harness, lab, at, partial=None, max_turns=None):
    """Three replies would do, two checks and an answer; the provider fails at one of them."""
    check = lab.reply(lab.call("check", {}))
    steps = [check, check, lab.say("All green.")]
    steps[("first", "second", "last").index(at)] = lab.fail("529: overloaded", partial=partial)
    going_on = [lab.say("I went on."), lab.say("I went on.")]
    return await _play(harness, lab, [*steps, *going_on], max_turns=max_turns)


async def a_reply_that_was_cut(harness, lab, stop_reason, words=None, calls=0):
    """The first reply did not end well: it has a stop_reason, and maybe words and calls."""
    blocks = [*([lab.text(words)] if words else []), *[lab.call("check", {})] * calls]
    cut = {**lab.reply(*blocks, stop_reason=stop_reason), "error_message": "the line went dead"}
    return await _play(harness, lab, [cut, lab.say("I went on."), lab.say("I went on.")])


async def a_reply_with_a_stop_reason(harness, lab, stop_reason, calls):
    """The first reply says one thing with its stop_reason and another with its calls."""
    odd = lab.reply(lab.text("Let me see."), *[lab.call("check", {})] * calls)
    steps = [{**odd, "stop_reason": stop_reason}, lab.say("All green.")]
    return await _play(harness, lab, steps)


async def the_run_after(harness, lab, first):
    """A first run that ends badly, then a second one on the same record, with a good answer."""
    check = lab.reply(lab.call("check", {}))
    endings = {
        "a failure without words": [lab.fail("529: overloaded")],
        "a failure after half a sentence": [lab.fail("529: overloaded", partial="The build is")],
        "a failure after a check": [check, lab.fail("529: overloaded")],
        "a failure with blanks": [lab.fail("529: overloaded", partial=" \n")],
        "max_turns": [check, check],
        "a reply with nothing in it": [lab.reply()],
        "a reply of blanks": [lab.reply(lab.text(" "), lab.text("\n\t"))],
        "a Stop": [{**lab.reply(stop_reason="aborted"), "error_message": "Operation aborted"}],
    }
    steps = [*endings[first], lab.say("All green.")]
    return await _play(harness, lab, steps, (PROMPT, "And now?"), max_turns=2)


async def a_model_that_raises(harness, lab):
    """The adapter has a bug: asking the model raises a KeyError."""

    def bug(request):
        raise KeyError("choices")

    model, record = lab.ScriptedModel([bug, lab.say("I went on.")]), []
    run = harness.run_agent(model, SYSTEM, record, [_check(lab)], PROMPT)
    raised = await lab.raised(run)
    return {"record": record, "raised": raised and raised["type"], "asked": len(model.calls)}


async def what_a_provider_accepts(harness, lab, messages):
    """Ask for the view of a record, and look at the record again afterwards."""
    record = [*messages]
    view = harness.context_for_model(record)
    return {"view": view, "record": record, "a_new_list": view is not record}
