"""A reply that ended in a full stop"""

LESSON = "16"

REPORT = """
Once a week an assistant writes our release post from the changelog, and a job publishes what it
says, if the run ended well. It has its own line to the provider, about forty lines of code, and it
streams.

Last Tuesday the post read `Upgrade to 2.1 today.`, and nothing else. Eleven customers did. What
should have come next was that 2.1 loses data on ARM, and that they had better wait for 2.1.1: the
changelog says so in its second line. The job's exit code was 0. There's no exception in its log,
and none in the provider's status page. At about that time our proxy was updated, which takes a
second.
"""

QUESTION = "Where did the second sentence go?"

OPTIONS = {
    "a": "The model left it out. It had read the changelog's first line only.",
    "b": "It was said, and the adapter lost it: some piece of the stream was skipped.",
    "c": "An exception was caught somewhere, and the run went on without a word about it.",
    "d": "It was never received: the stream ended early, and that passed for the reply's end.",
}

RIGHT = "d"

FEEDBACK = {
    "a": "The request holds the whole changelog, and the model's second piece was on its way.",
    "b": "Every piece that came is in the post. Count the events: four came, of nine.",
    "c": "There was none to catch. A connection that is closed in good order raises nothing,"
    " neither in the provider's package nor below it.",
    "d": "The proxy closed the connection as it should. What was missing is the provider's last"
    " event, and nobody missed it.",
}

REVEAL = """
Theirs joins the words until the stream is over, and then has a reply. The stream was over after
four events. No `message_delta` said why the model stopped, no `message_stop` said that it was done,
and a loop over a stream that is closed simply ends.

In the reference that is a failed reply. The half post is in it, for whoever wants to see it, and
the run didn't end well, so the job publishes nothing. One event decides, and it's the last.
"""

SOURCE = "anomalyco/opencode#39968"
DIFFERS = ["record", "shape", "published"]
SAME = ["requests", "words"]
SHOW = ["published", "record"]
CAUGHT = True

CHANGELOG = "2.1: starts faster.\n2.1 loses data on ARM. Wait for 2.1.1 there.\n"
POST = ["Upgrade to ", "2.1 today.", " But not on ARM, where it loses data:", " wait for 2.1.1."]


def theirs(harness):
    import anthropic_model

    def from_wire(events):
        words = "".join(anthropic_model.words_in(event) for event in events)
        content = [{"type": "text", "text": words}]
        return {"role": "assistant", "content": content, "stop_reason": "stop"}

    anthropic_model.from_wire = from_wire


async def scene(harness, lab):
    from anthropic_model import AnthropicModel

    from lab.provider import Exchange, ScriptedClient, events

    stream = events.streamed([events.text(*POST)])
    client = ScriptedClient([Exchange(events=stream[:4])])
    model = AnthropicModel(client, "a-model")
    prompt = f"Write the release post. The changelog:\n{CHANGELOG}"
    record = []
    await lab.drive(harness.run_agent(model, "You write release posts.", record, [], prompt))
    words = harness.text_of(record[-1])
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": client.requests,
        "words": words,
        "published": "" if harness.failed(record[-1]) else words,
    }


def tell(seen):
    last = seen["record"][-1]
    return [
        f"record: {seen['shape']}",
        f"the reply: {seen['words']} (stop_reason: {last['stop_reason']})",
        f"published: {seen['published'] or 'nothing'}",
    ]
