"""What lesson 03 plays: replies with several calls, runs of several rounds, and what is seen."""

SYSTEM = "You are a careful assistant."


async def _run(harness, lab, steps, tools, prompts=("Go on.",)):
    """Prompts played to their end on one list, and what was seen of them."""
    model = lab.ScriptedModel(steps)
    record = []
    for prompt in prompts:
        await lab.drive(harness.run_agent(model, SYSTEM, record, tools, prompt))
    return {
        "record": record,
        "requests": lab.requests(model),
        "results": [m["content"] for m in record if m["role"] == "toolResult"],
        "tokens": [lab.count_tokens(sent.text) for sent in model.calls],
        "bill": model.bill,
    }


def _weigh(lab):
    """A tool that answers with what it was asked to weigh, and keeps a log of it."""
    return lab.tool("weigh", does=lambda arguments, signal: f"{arguments['what']}: weighed")


def _asks(lab, *things):
    """A reply that asks to weigh some things."""
    return lab.reply(*(lab.call("weigh", {"what": what}) for what in things))


async def three_calls_in_one_reply(harness, lab):
    """One reply with a word and three calls, of two tools; then the model answers."""
    weigh, look = _weigh(lab), lab.tool("look", returns="a kitchen")
    first = lab.reply(
        lab.text("Let me see."),
        lab.call("weigh", {"what": "salt"}),
        lab.call("look", {"at": "room"}),
        lab.call("weigh", {"what": "flour"}),
    )
    steps = [first, lab.say("All weighed.")]
    seen = await _run(harness, lab, steps, [look, weigh], ["Weigh salt and flour."])
    return {**seen, "log": {"weigh": weigh["calls"], "look": look["calls"]}}


async def rounds(harness, lab, batches):
    """A reply for each number: it holds so many calls. After the last one the model answers."""
    numbers = iter(range(1, sum(batches) + 1))
    steps = [_asks(lab, *(f"thing {next(numbers)}" for _ in range(size))) for size in batches]
    weigh = _weigh(lab)
    seen = await _run(harness, lab, [*steps, lab.say("Done.")], [weigh])
    return {**seen, "log": [arguments["what"] for arguments in weigh["calls"]]}


async def sixty_rounds(harness, lab):
    """Sixty replies with a call each; then the model answers."""
    weigh = _weigh(lab)
    steps = [_asks(lab, f"thing {number}") for number in range(1, 61)]
    seen = await _run(harness, lab, [*steps, lab.say("Done.")], [weigh])
    return {"asked": len(seen["requests"]), "log": weigh["calls"], "last": seen["record"][-1]}


async def the_same_call_twice(harness, lab):
    """The model asks for the same twice in one reply, and once more in the next."""
    count = lab.tool("count", does=lambda arguments, signal: f"count {len(count['calls'])}")
    call = lab.call("count", {"by": 1})
    steps = [lab.reply(call, call), lab.reply(call), lab.say("Three times.")]
    seen = await _run(harness, lab, steps, [count])
    return {**seen, "log": count["calls"]}


async def slow_and_fast_tools(harness, lab):
    """Three calls in one reply; the first tool takes the longest, the second is at once done."""
    tools = [
        lab.tool("slow", returns="the slow one", laps=9),
        lab.tool("fast", returns="the fast one"),
        lab.tool("medium", returns="the medium one", laps=3),
    ]
    first = lab.reply(*(lab.call(name, {}) for name in ("slow", "fast", "medium")))
    return await _run(harness, lab, [first, lab.say("All there.")], tools)


async def words_beside_calls(harness, lab):
    """Two replies say something and hold a call; the third only says something."""
    steps = [
        lab.reply(lab.text("The answer is near."), lab.call("weigh", {"what": "salt"})),
        lab.reply(lab.call("weigh", {"what": "flour"}), lab.text("Salt is done.")),
        lab.say("Both are done."),
    ]
    return await _run(harness, lab, steps, [_weigh(lab)])


async def a_last_reply_without_words(harness, lab):
    """The model asks for a tool, sees the result, and has nothing to say."""
    steps = [_asks(lab, "salt"), lab.reply()]
    return await _run(harness, lab, steps, [_weigh(lab)])


async def stop_reasons_that_mislead(harness, lab):
    """Replies with calls say that they stopped; the reply without one says that it asks for one."""
    steps = [
        {**_asks(lab, "salt"), "stop_reason": "stop"},
        {**_asks(lab, "flour", "milk"), "stop_reason": "stop"},
        {**lab.say("All weighed."), "stop_reason": "toolUse"},
    ]
    return await _run(harness, lab, steps, [_weigh(lab)])


async def two_runs(harness, lab):
    """Two prompts on one list; each run has two rounds of calls."""
    weigh = _weigh(lab)
    steps = [
        _asks(lab, "salt", "flour"),
        _asks(lab, "milk"),
        lab.say("Three things."),
        _asks(lab, "eggs"),
        _asks(lab, "sugar", "butter"),
        lab.say("Three more."),
    ]
    seen = await _run(harness, lab, steps, [weigh], ["Weigh.", "Weigh more."])
    return {**seen, "log": [arguments["what"] for arguments in weigh["calls"]]}


async def a_long_result(harness, lab, length):
    """The first of four results is as long as told, the other three are a word."""
    texts = iter(["x" * length, "one", "two", "three"])
    tool = lab.tool("fetch", does=lambda arguments, signal: next(texts))
    asks = lab.reply(lab.call("fetch", {}))
    return await _run(harness, lab, [asks, asks, asks, asks, lab.say("Done.")], [tool])
