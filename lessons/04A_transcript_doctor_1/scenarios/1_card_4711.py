"""A failure that looked like an answer"""

LESSON = ["3", "4"]

REPORT = """
Our shop's assistant answers questions about bonus cards. It has one tool, `points`, which takes a
card's number: `return str(points[card])`, nothing else. There is nothing to add to what it
returns, so our loop sends that to the customer as it is, and saves the second request. That has
worked for a year.

On Friday somebody asked how many points there are on card 4711, and read: `4711`. She bought a
coffee machine with them. The card is an old one, and isn't in our list. I've been through the
record: one prompt, one call with `{"card": 4711}`, one result. No exception has reached us.
"""

QUESTION = "Where does the answer `4711` come from?"

OPTIONS = {
    "a": "From the model: it repeats the number that it was asked about.",
    "b": "From the tool: it gave its argument back.",
    "c": "From a failure: those are all the words it had.",
    "d": "From another call, whose result it is.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "The model was asked once, and its only reply is a call. It never got to say a sentence.",
    "b": "There is one `return` in the tool, and it looks the card up. Ask what that line does with"
    " a card that isn't in the list.",
    "c": "`points[4711]` raises `KeyError(4711)`, and its own words are the key. The result is"
    " flagged, and nobody looked.",
    "d": "There is one call on the record, and one result. No other was there to be mixed up.",
}

REVEAL = """
The tool raised. `run_tool` did what it should: it made a result of the exception's words, and
flagged it. The words of a `KeyError` are the key, so the failure reads like a number of points.

Theirs then took the result for the answer. That was meant to save a request, and it took out the
only reader who could have done something about it. In the reference the model gets the same
result, flag and all, and says that it can't find the card.

Who wants the short way can have it, for results that aren't flagged. Words don't tell a failure
from an answer; the flag is there so that they needn't. And an error that says what is wrong, `no
card 4711`, would have been seen by the customer at least.
"""

SOURCE = "crewAIInc/crewAI#5156"
DIFFERS = ["record", "shape", "requests", "answer"]
SAME = ["call", "result"]
SHOW = ["answer", "record"]
CAUGHT = False

DIRECT = {"points"}  # tools whose result goes to the customer as it is


def theirs(harness):
    async def run_agent(model, system, messages, tools, prompt):
        messages.append(harness.user_message(prompt))
        while True:
            reply = await model.acomplete(system, messages, harness.tool_specs(tools))
            messages.append(reply)
            calls = harness.tool_calls(reply)
            for call in calls:
                messages.append(await harness.run_tool(tools, call))
            if not calls or calls[-1]["name"] in DIRECT:
                return

    harness.run_agent = run_agent


async def scene(harness, lab):
    points = {1207: 350, 5114: 80}
    tool = lab.tool("points", does=lambda arguments, signal: str(points[arguments["card"]]))

    def clerk(request):
        told = request.last_result
        if told is None:
            return lab.reply(lab.call("points", {"card": 4711}))
        if told["is_error"]:
            return lab.say("I can't find a card 4711. Is the number right?")
        return lab.say(f"There are {told['content']} points on it.")

    model = lab.ScriptedModel([lab.forever(clerk)])
    record = []
    prompt = "How many points are on card 4711?"
    await lab.drive(harness.run_agent(model, "You are a shop's clerk.", record, [tool], prompt))
    last = record[-1]
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "call": record[1],
        "result": record[2],
        "answer": harness.text_of(last) if last["role"] == "assistant" else last["content"],
    }


def tell(seen):
    result = seen["result"]
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        f"result: {result['content']} (is_error: {result['is_error']})",
        f"the customer reads: {seen['answer']}",
    ]
