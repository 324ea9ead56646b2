"""A success that said nothing"""

LESSON = "4"

REPORT = """
We gave our release assistant a tool of our own: `announce` posts a line into a channel. It's ten
lines of code, and well tested. On Tuesday the same line was in the channel three times, within a
few seconds.

We have no code that tries anything again. The channel took each post and answered with an empty
body, as its documentation says. Nothing raised, no result is flagged, and the assistant's last
sentence is true: 2.1 is announced.
"""

QUESTION = "Nothing failed. Why was it posted three times?"

OPTIONS = {
    "a": "The model asked three times: the result told it nothing, so it made sure.",
    "b": "The loop takes an empty result for a failure, and runs the call again.",
    "c": "The result was lost, and a call without a result is asked for again.",
    "d": "The channel delivers a post more than once when its answer is empty.",
}

RIGHT = "a"

FEEDBACK = {
    "a": "Three calls are on the record, each with its own id. Three were asked for.",
    "b": "Then there were three posts for one call. Count the calls on the record.",
    "c": "Each call has its result, at once and in order. The result is just empty.",
    "d": "Three calls, three posts: the channel did what it was asked to do.",
}

REVEAL = """
The harness is the reference, and it's right: an empty text is a text, so the call has not failed.
But it's all the model ever learns about what happened. From an empty result it can't tell a post
that went out from one that was lost. This one asked again, twice, and then gave up asking.

The mended tool says what it did: `Posted to #releases.` One call, one post, and two requests
fewer to pay for.

A result is the answer to somebody's question, in success as in failure. That is why your `write`
ends with a sentence.
"""

SOURCE = "tontinton/maki#87"
DIFFERS = ["record", "shape", "requests", "channel", "bill"]
SAME = ["flagged", "answer"]
SHOW = ["record", "channel"]
MENDED = "the same tool, saying what it did"
CAUGHT = False


async def played(harness, lab, says):
    channel = []

    def announce(arguments, signal):
        channel.append(arguments["line"])
        return says

    def makes_sure(request):
        """Asks until a result says something, at most three times."""
        asked = sum(m["role"] == "toolResult" for m in request.messages)
        if asked == 3 or (asked and request.last_result["content"]):
            return lab.say("2.1 is announced.")
        return lab.reply(lab.call("announce", {"line": "2.1 is out."}))

    model = lab.ScriptedModel([lab.forever(makes_sure)])
    tools = [lab.tool("announce", does=announce)]
    record = []
    system, prompt = "You help with releases.", "Announce 2.1."
    await lab.drive(harness.run_agent(model, system, record, tools, prompt))
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "channel": channel,
        "flagged": [m["tool_call_id"] for m in record if m.get("is_error")],
        "answer": harness.text_of(record[-1]),
        "bill": model.bill,
    }


async def scene(harness, lab):
    return await played(harness, lab, "")


async def mended(harness, lab):
    return await played(harness, lab, "Posted to #releases.")


def tell(seen):
    results = [m["content"] for m in seen["record"] if m["role"] == "toolResult"]
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        f"results: {', '.join(words or '(empty)' for words in results)}",
        f"in the channel: {' '.join(seen['channel'])}",
        f"answer: {seen['answer']}",
    ]
