"""No answer, made into text"""

LESSON = "4"

REPORT = """
Every morning our assistant is asked which certificates run out within a fortnight. We've moved
that check into a tool of our own, and for eleven mornings it has said that there are none. On the
twelfth two of our sites were down.

I have called the tool's function by hand, at a terminal: both certificates, right there on the
screen. I've also read the record of all eleven mornings. A call, with no arguments, as it should
be; a result, `None`, which isn't flagged; an answer that says just that in a sentence.
"""

QUESTION = "By hand, the function shows two certificates. What does the `None` on the record say?"

OPTIONS = {
    "a": "That the check saw none: run by the assistant, it looks in another place.",
    "b": "That the list was too long for a result.",
    "c": "That the call failed, and its flag was lost on the way to the record.",
    "d": "That nothing was returned. It isn't about certificates.",
}

RIGHT = "d"

FEEDBACK = {
    "a": "It ran the same function in the same place, and both certificates went over a screen"
    " that nobody was watching.",
    "b": "Two lines are no long list, and nothing in your file shortens a result.",
    "c": "A failure would bring an exception's words, and no exception has the word `None`. Nothing"
    " was raised: a function came to its end.",
    "d": "The function prints, and has no `return`. What Python gives back for that is `None`, and"
    " theirs made a text of it.",
}

REVEAL = """
At a terminal, printing and returning look alike. To a model they don't: it gets what a tool
returns, and this one returned nothing.

That alone would be a bug that shows on the first morning. It took theirs to hide it. Their
`run_tool` puts `str(content)` into the result, since a result has to be a text, and so that
nothing can go wrong there. `str(None)` is `None`, and for somebody who asked for certificates,
that is a clear answer, and a false one.

The reference doesn't take anything but a text, and says what it got instead. The words are of no
use to whoever asked, but they can't be mistaken. The model reports a broken check on the first
morning. **What makes everything fit also makes mistakes fit.**
"""

SOURCE = "openai/openai-agents-python#3943"
DIFFERS = ["record", "requests", "result", "answer"]
SAME = ["shape", "screen", "first_request"]
SHOW = ["result", "answer"]
CAUGHT = True


def theirs(harness):
    async def run_tool(tools, call, signal=None):
        tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
        if tool is None:
            return harness.tool_result(call, f"Tool {call['name']} not found", is_error=True)
        try:
            content = await tool["execute"](call["arguments"], signal)
        except Exception as exc:
            return harness.tool_result(call, str(exc) or type(exc).__name__, is_error=True)
        return harness.tool_result(call, str(content))

    harness.run_tool = run_tool


async def scene(harness, lab):
    days_left = {"shop.example": 9, "mail.example": 200, "docs.example": 4}
    screen = []

    def expiring(arguments, signal):
        for site, days in days_left.items():
            if days < 14:
                screen.append(f"{site}: {days} days")

    def watch(request):
        told = request.last_result
        if told is None:
            return lab.reply(lab.call("expiring", {}))
        if told["is_error"]:
            return lab.say(f"The check itself is broken: {told['content']}.")
        found = told["content"].replace("None", "none")
        return lab.say(f"Running out within a fortnight: {found}.")

    model = lab.ScriptedModel([lab.forever(watch)])
    tools, record = [lab.tool("expiring", does=expiring)], []
    prompt = "Which certificates run out within a fortnight?"
    await lab.drive(harness.run_agent(model, "You watch over our sites.", record, tools, prompt))
    sent = lab.requests(model)
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": sent,
        "first_request": sent[0],
        "result": record[2],
        "answer": harness.text_of(record[-1]),
        "screen": screen,
    }


def tell(seen):
    result = seen["result"]
    return [
        f"record: {seen['shape']}",
        f"on the screen: {', '.join(seen['screen'])}",
        f"result: {result['content']} (is_error: {result['is_error']})",
        f"answer: {seen['answer']}",
    ]
