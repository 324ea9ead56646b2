"""A page saved four times, and empty"""

LESSON = "16"

REPORT = """
Our assistant moves the handbook to a new site, a page at a time. It has a tool `save`: a path, and
a `content`, which may be left out for an empty page. Most pages went well. `travel.md` is the
longest one, and on the new site it's empty.

In the transcript the model saves it, is told `Saved travel.md.`, looks at it, says that the page
seems to be empty and saves it again, and so on, until somebody switched it off after the fourth
time. Each call in the record holds the path and nothing else. We blamed the model. But
its bill shows 1,000 tokens for each of these replies, and `save("travel.md")` isn't ten.
"""

QUESTION = "A thousand tokens were paid for each of those short calls. What were they?"

OPTIONS = {
    "a": "Thoughts: the model thinks before it calls, and that is billed too.",
    "b": "The page. It was cut off at the reply's limit, and what was cut is not in the call.",
    "c": "The transcript: all of it is sent and paid for on every call.",
    "d": "The page. The tool dropped it, since its path was known already.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "Then they'd differ from reply to reply. These are 1,000 each time, which is the limit the"
    " requests ask for.",
    "b": "Each reply ended at max_tokens, in the middle of the JSON. The adapter couldn't parse it,"
    " and made a call of what it could.",
    "c": "It is, and it's on the bill under another heading: that is input. These are output.",
    "d": "The tool saved what it was given. Look at the call on the record: there is no content.",
}

REVEAL = """
The page is longer than one reply may be. So the provider stopped in the middle of it, said
`max_tokens`, and closed with a `message_stop`, as it should. What had come of the arguments is no
JSON. Theirs keeps the part it can read, the path, and throws the rest away. A call with a path and
no content is a good call for this tool. It did as it was told, four times, and said so.

Nothing on this way is an error, and the model was told of four successes. It asked for the same
thing again, since nobody had told it what was wrong.

In the reference a reply that was cut is a failed reply: no call of it is run, the old page is still
there, and the reason is on the record. The way out is a higher limit, or a page in two parts.
"""

SOURCE = "NousResearch/hermes-agent#35151"
DIFFERS = ["record", "shape", "requests", "saved", "disk"]
SAME = ["prompt"]
SHOW = ["saved", "disk", "record"]
CAUGHT = True

PAGE = "# Travel\n\nBook the train first. " + "Keep each receipt. " * 5


def theirs(harness):
    import json
    import re

    import anthropic_model

    def parse_arguments(name, text):
        try:
            return json.loads(text)
        except ValueError:
            return dict(re.findall(r'"(\w+)": "([^"]*)"', text))

    anthropic_model.parse_arguments = parse_arguments
    anthropic_model.WHOLE = (*anthropic_model.WHOLE, "max_tokens")


async def scene(harness, lab):
    import json

    from anthropic_model import AnthropicModel

    from lab.provider import Exchange, ScriptedClient, events

    whole = json.dumps({"path": "travel.md", "content": PAGE})
    streams = []
    for number in range(1, 5):
        call = events.call(f"toolu_{number}", "save", whole[:90])
        streams.append(events.streamed([events.text("I'll save it."), call], "max_tokens"))
    client = ScriptedClient([Exchange(events=stream) for stream in streams])
    ws = lab.Workspace({"travel.md": "(the old page)\n"})

    def save(arguments, signal):
        ws.write_text(arguments["path"], arguments.get("content", ""))
        return f"Saved {arguments['path']}."

    tool = lab.tool("save", does=save)
    model = AnthropicModel(client, "a-model", max_tokens=1000)
    record, prompt = [], "Move travel.md to the new site."
    run = harness.run_agent(model, "You move pages.", record, [tool], prompt, max_turns=4)
    await lab.drive(run)
    return {
        "prompt": prompt,
        "record": record,
        "shape": lab.shape(record),
        "requests": client.requests,
        "saved": [call.get("content", "") for call in tool["calls"]],
        "disk": ws.snapshot(),
    }


def tell(seen):
    return [
        f"record: {seen['shape']}",
        f"pages saved: {len(seen['saved'])}, with {sum(map(len, seen['saved']))} characters",
        f"travel.md: {seen['disk']['travel.md'].strip() or 'empty'}",
        f"the last reply: {seen['record'][-1].get('error_message', 'no error')}",
    ]
