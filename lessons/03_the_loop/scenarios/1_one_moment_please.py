"""It said stop, and held two calls"""

LESSON = "3"

REPORT = """
Our assistant looks invoices up. Last week we put a router in front of it, which sends each request
to whichever provider is cheapest at that moment. Since then, about one question in ten is answered
with `One moment, I'll look both up.` and nothing else. The run is marked as completed.

The old provider's replies also opened with such a sentence, and there it always went on and
looked. We have found no exception. And whoever asks again in the same conversation gets an error
400; in a new conversation it works, nine times out of ten.
"""

QUESTION = "The run says that it completed. Why did it end there?"

OPTIONS = {
    "a": "The reply has words in it, and words are taken for the answer.",
    "b": "The reply was cut off: the calls got lost on the way here.",
    "c": "The reply says that it stopped, and the loop takes its word for it.",
    "d": "The calls were run and both failed, and the loop ended without a word.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "Then the old provider's runs would have ended there too: it spoke before it looked.",
    "b": "Both calls are on the record, whole. They arrived, and nobody ran them.",
    "c": "A field beside the content said `stop`. The content asked for two files.",
    "d": "A call that was run has a result, good or bad. There is none on the record.",
}

REVEAL = """
Theirs goes on while `stop_reason` is `toolUse`. That is how their first provider marks a reply
with calls, so it worked for months. One of the router's providers sends the same reply marked
`stop`. Two things said what the model wants, and they disagreed; theirs believed the wrong one.

The damage stays. The two calls are on the record without a result, so the next prompt is refused
before any model has seen it, and so is each one after that.

The reference looks at the reply itself: does it hold a call? A stop reason is a remark about the
reply. The calls are the reply.
"""

SOURCE = "vercel/workflow#1387"
DIFFERS = ["record", "shape", "requests", "answers"]
SAME = ["first_request", "first_reply"]
SHOW = ["record", "answers"]
CAUGHT = True


def theirs(harness):
    async def run_agent(model, system, messages, tools, prompt):
        messages.append(harness.user_message(prompt))
        while True:
            reply = await model.acomplete(system, messages, harness.tool_specs(tools))
            messages.append(reply)
            if reply["stop_reason"] != "toolUse":
                return
            for call in harness.tool_calls(reply):
                messages.append(await harness.run_tool(tools, call))

    harness.run_agent = run_agent


async def scene(harness, lab):
    ws = lab.Workspace({"may.txt": "unpaid: none\n", "june.txt": "unpaid: 2 (Miller, Sato)\n"})
    read = lab.tool("read", does=lambda arguments, signal: ws.read_text(arguments["path"]))
    looks_both_up = lab.reply(
        lab.text("One moment, I'll look both up."),
        lab.call("read", {"path": "may.txt"}),
        lab.call("read", {"path": "june.txt"}),
        stop_reason="stop",
    )
    model = lab.ScriptedModel(
        [
            looks_both_up,
            lab.say("Two, both from June: Miller and Sato."),
            lab.say("As I said: Miller and Sato."),
        ]
    )
    record, answers = [], []
    for prompt in ("Which invoices of May and June are unpaid?", "Hello? Which ones?"):
        await lab.drive(harness.run_agent(model, "You look invoices up.", record, [read], prompt))
        answers.append(record[-1].get("error_message") or harness.text_of(record[-1]))
    sent = lab.requests(model)
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": sent,
        "answers": answers,
        "first_request": sent[0],
        "first_reply": record[1],
    }


def tell(seen):
    return [
        f"requests: {len(seen['requests'])}",
        f"record: {seen['shape']}",
        f"the first reply's stop_reason: {seen['first_reply']['stop_reason']}",
        f"answered first: {seen['answers'][0]}",
        f"answered then: {seen['answers'][1]}",
    ]
