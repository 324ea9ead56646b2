"""The first to arrive answered the first call"""

import asyncio

LESSON = "3"

REPORT = """
We have two servers, blue and green, and an assistant that compares them before we move the
traffic. It said that blue has 3.1 and green 2.9, so we moved to blue. It's the other way round.

It is right on most days, and it always is when it asks for one of them at a time. On the bad day
it asked for both in one reply. We run the calls of a reply side by side, since blue tends to be
slow, and wait for all of them.

The record is in order: two calls, two results, in the order of the calls, each with its call's id.
Every request was taken. But under blue's id it says `3.1`. The tool has a log of its own, and there
each server has its own version.
"""

QUESTION = "Under blue's id stands green's version. Where were they swapped?"

OPTIONS = {
    "a": "In the tool: run twice at once, it gave one server's answer to the other call.",
    "b": "On the way to the record: what came in first went under the first id.",
    "c": "In the reply: the model mixed up the two ids.",
    "d": "At the provider: it sorts the results of a batch by the time at which they came in.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "Its own log has the right version for each server, on that day too. It answered the call"
    " that it was asked.",
    "b": "Two lists were laid side by side: the calls, as the model wrote them, and the results, as"
    " they came in.",
    "c": "Each call holds its server's name next to its id. On the record the first one asks for"
    " blue, and is answered with green's version.",
    "d": "They were swapped on the record, and a provider never touches that.",
}

REVEAL = """
Theirs starts all calls of a reply, collects what comes in, and then goes through the calls and the
collected results together: the first call gets the first, the second gets the second. On a day
when blue answers first, that's right. On the bad day green did.

A result in the wrong place would have been seen. Here each result stands in its place, in call
order, with the right id, and a provider can't object to anything. It just holds the other call's
words.

Side by side is fine, if a result is made where its call is known, and sorted afterwards. The
reference runs one after the other: slower, and there's nothing to sort. **An id ties a result to a
call only if it was put there by somebody who knew.**
"""

SOURCE = "JustVugg/colibri#118"
DIFFERS = ["record", "requests", "versions", "answer"]
SAME = ["shape", "calls", "tool_log"]
SHOW = ["versions", "answer"]
CAUGHT = True


async def side_by_side(harness, tools, calls):
    done = []

    async def work(call):
        done.append(await harness.run_tool(tools, call))

    await asyncio.gather(*(work(call) for call in calls))
    return done


def theirs(harness):
    async def run_agent(model, system, messages, tools, prompt):
        messages.append(harness.user_message(prompt))
        while True:
            reply = await model.acomplete(system, messages, harness.tool_specs(tools))
            messages.append(reply)
            calls = harness.tool_calls(reply)
            if not calls:
                return
            done = await side_by_side(harness, tools, calls)
            for call, result in zip(calls, done, strict=True):
                answer = harness.tool_result(call, result["content"], result["is_error"])
                messages.append(answer)

    harness.run_agent = run_agent


async def scene(harness, lab):
    laps, running = {"blue": 9, "green": 1}, {"blue": "2.9", "green": "3.1"}
    log = {}

    async def version(arguments, signal):
        server = arguments["server"]
        for _ in range(laps[server]):
            await lab.lap()
        log[server] = running[server]
        return running[server]

    def compares(request):
        found = [m["content"] for m in request.messages if m["role"] == "toolResult"]
        if not found:
            return lab.reply(*(lab.call("version", {"server": s}) for s in ("blue", "green")))
        blue, green = found
        newer = "blue" if blue > green else "green"
        return lab.say(f"blue has {blue}, green has {green}: move to {newer}.")

    model = lab.ScriptedModel([lab.forever(compares)])
    tools, record = [lab.tool("version", does=version)], []
    prompt = "Which server has the newer version?"
    await lab.drive(harness.run_agent(model, "You look after servers.", record, tools, prompt))
    calls = harness.tool_calls(record[1])
    asked = {call["id"]: call["arguments"]["server"] for call in calls}
    results = [m for m in record if m["role"] == "toolResult"]
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "calls": calls,
        "versions": {asked[m["tool_call_id"]]: m["content"] for m in results},
        "tool_log": dict(sorted(log.items())),
        "answer": harness.text_of(record[-1]),
    }


def tell(seen):
    def listed(versions):
        return ", ".join(f"{server} {version}" for server, version in versions.items())

    return [
        f"record: {seen['shape']}",
        f"the tool's own log: {listed(seen['tool_log'])}",
        f"on the record: {listed(seen['versions'])}",
        f"answer: {seen['answer']}",
    ]
