"""What lesson 01 plays: words said to a model that follows a script, and what is seen of both."""

SYSTEM = "You answer in one short line."


async def _exchange(harness, lab, model, record, prompt):
    """One prompt, played to its end on the list `record`."""
    await lab.drive(harness.run_agent(model, SYSTEM, record, [], prompt))


def a_users_words(harness, lab):
    """Make a message of what a user said, twice."""
    first = harness.user_message("Where is the bug?")
    return {"messages": [first, harness.user_message("In line 2,\nI think. ")]}


def the_words_of_replies(harness, lab):
    """Ask for the words of a few replies: of one text block, of several, and of other blocks."""
    call = lab.call("look", {"text": "not said", "where": "here"}, id="c1")
    replies = {
        "one block": lab.say("Hello."),
        "three blocks": lab.reply(lab.text("One, "), lab.text("two,\n"), lab.text(" three.")),
        "the same block twice": lab.reply(lab.text("ha"), lab.text("ha")),
        "words before a call": lab.reply(lab.text("I will look."), call),
        "words around a call": lab.reply(lab.text("Before."), call, lab.text("After.")),
        "a call alone": lab.reply(call),
        "no block at all": lab.reply(),
    }
    return {"told": {how: harness.text_of(reply) for how, reply in replies.items()}}


async def one_exchange(harness, lab):
    """The user says one thing to the model, on an empty list, and the model answers."""
    model = lab.ScriptedModel([lab.say("Four.")])
    record = []
    await _exchange(harness, lab, model, record, "What is two and two?")
    return {"record": record, "requests": lab.requests(model)}


async def a_conversation(harness, lab):
    """Four prompts, one after the other, on one list; two of them are the same words."""
    replies = ["Red.", "Blue.", "Green.", "Red, blue and green."]
    model = lab.ScriptedModel([lab.say(words) for words in replies])
    record = []
    for prompt in ("Name a colour.", "Another.", "Another.", "Which were they?"):
        await _exchange(harness, lab, model, record, prompt)
    return {
        "record": record,
        "requests": lab.requests(model),
        "tokens": [lab.count_tokens(sent.text) for sent in model.calls],
        "bill": model.bill,
    }


async def a_conversation_resumed(harness, lab):
    """The list holds one exchange already; the user says one thing more."""
    model = lab.ScriptedModel([lab.say("Ada.")])
    record = [lab.user("My name is Ada."), lab.say("Hello, Ada.")]
    await _exchange(harness, lab, model, record, "What is my name?")
    return {"record": record, "requests": lab.requests(model)}


async def a_long_conversation_resumed(harness, lab):
    """The list holds thirty exchanges already; the user says one thing more."""
    model = lab.ScriptedModel([lab.say("It was the first.")])
    conversation = []
    for number in range(1, 31):
        conversation += [lab.user(f"Question {number}."), lab.say(f"Answer {number}.")]
    await _exchange(harness, lab, model, conversation, "Which question was that?")
    return {"conversation": conversation, "sent": lab.requests(model)[-1]["messages"]}


async def two_conversations(harness, lab):
    """Two conversations with one model, each on a list of its own, taking turns."""
    model = lab.ScriptedModel([lab.say(f"Answer {number}.") for number in (1, 2, 3, 4)])
    records = {"left": [], "right": []}
    for prompt in ("Question one.", "Question two."):
        for side, record in records.items():
            await _exchange(harness, lab, model, record, f"{prompt} ({side})")
    return {**records, "requests": lab.requests(model)}


async def replies_of_every_kind(harness, lab):
    """Three prompts on three lists; the replies: two blocks, nothing at all, half a sentence."""
    replies = {
        "two blocks": lab.reply(lab.text("One."), lab.text("Two.")),
        "nothing in it": lab.reply(),
        "failed half way": lab.fail("529: overloaded", partial="I was about"),
    }
    recorded = {}
    for how, reply in replies.items():
        record = []
        await _exchange(harness, lab, lab.ScriptedModel([reply]), record, "Go on.")
        recorded[how] = record[1:]
    return {"recorded": recorded}


async def unusual_words(harness, lab):
    """User and model speak with blanks at both ends, CRLF, a tab, Greek, Chinese and an emoji."""
    words = "  \u03b1\u03b2\u03b3\r\n\t\u4f60\u597d \U0001f600\u2028 \n\n"
    model = lab.ScriptedModel([lab.say(f"\n{words}")])
    record = []
    await _exchange(harness, lab, model, record, words)
    return {
        "record": record,
        "requests": lab.requests(model),
        "text_of": harness.text_of(record[-1]),
    }


async def a_model_that_breaks(harness, lab):
    """The model's own code raises a ZeroDivisionError when it is asked."""

    def broken(request):
        raise ZeroDivisionError("the adapter divided by zero")

    record = []
    run = harness.run_agent(lab.ScriptedModel([broken]), SYSTEM, record, [], "Hello?")
    told = await lab.raised(run)
    return {
        "record": record,
        "raised": told and f"{told['type']}: {told['message']}",
        "replies": [message for message in record if message["role"] == "assistant"],
    }
