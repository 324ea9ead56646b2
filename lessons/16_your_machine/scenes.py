"""What lesson 16 plays: the adapter on a wire that is whole, cut, busy, broken and stopped."""

import asyncio

from lab.provider import Exchange, ScriptedClient, events

SYSTEM = "You are a careful release manager."
SAID = "Deploy to staging only. Never to production on a Friday."
PIECES = ["Deploy ", "to staging only. Never ", "to production", " on", " a Friday."]
READ = {"path": "notes.md"}
HELLO = [{"role": "user", "content": "What is new?"}]


def _said():
    """A whole reply of words, in a few pieces."""
    return events.streamed([events.text(*PIECES)])


def _refused(status, kind="invalid_request_error", words="", retry_after=None):
    headers = {} if retry_after is None else {"retry-after": retry_after}
    return Exchange(status=status, headers=headers, body=events.error(kind, words))


async def _ask(lab, exchanges, messages=HELLO, tools=(), system=SYSTEM, signal=None, **settings):
    """One call of the adapter, and all that was seen of it on both its sides."""
    from anthropic_model import AnthropicModel

    client, said, slept, waits, replies = ScriptedClient(exchanges), [], [], [], []
    settings = {"on_text": said.append, "jitter": lambda: 0.5, **settings}

    async def sleep(seconds):
        slept.append(seconds)
        if len(client.requests) > len(waits):
            waits.append(0)
        waits[-1] += seconds
        if isinstance(signal, _Stop):
            signal.tick()
        await lab.lap()

    async def ask():
        model = AnthropicModel(client, "a-model", max_tokens=1000, sleep=sleep, **settings)
        replies.append(await model.acomplete(system, messages, list(tools), signal))

    raised = await lab.raised(ask())
    return {
        "reply": replies[0] if replies else None,
        "raised": raised,
        "said": said,
        "slept": slept,
        "waits": waits,
        "requests": client.requests,
        "closed": [stream.closed for stream in client.streams],
        "taken": [stream.taken for stream in client.streams],
    }


class _Stop:
    """A Stop flag that sets itself after so many ticks."""

    def __init__(self, after):
        self._left = after

    def tick(self):
        self._left -= 1

    def is_cancelled(self):
        return self._left <= 0


def _transcripts(lab):
    odd = ["call.1", "call:1", "call_1", "é", "ü", "b" * 65, "b" * 66, "", "a" * 64]
    thrice = [lab.call("read", {}, f"c{n}") for n in (1, 2, 3)]
    one, two, three = (
        lab.tool_result(c, w) for c, w in zip(thrice, ("one", "two", "three"), strict=True)
    )
    flown = lab.call("fly", {"to": [1, None]}, "c-2_B")
    read = lab.call("read", READ, "c1")
    return {
        "a conversation": [
            *HELLO,
            lab.reply(lab.text("I'll look."), read, flown),
            lab.tool_result(read, "2.1 starts faster.\n"),
            lab.tool_result(flown, "Tool fly not found", True),
            lab.say("2.1 starts faster."),
            lab.user("Thanks. \U0001f680"),
        ],
        "a steer among results": [
            lab.user("Look."),
            lab.reply(*thrice),
            one,
            lab.user("Wait."),
            two,
            three,
            lab.user("Go on."),
        ],
        "the same role twice": [
            lab.user("One."),
            lab.user("Two."),
            lab.fail("529: overloaded", partial="Half a"),
            lab.say("Whole."),
            lab.user("Three."),
        ],
        "odd ids": [
            *HELLO,
            lab.reply(*(lab.call("read", {}, id) for id in odd)),
            *(lab.tool_result(lab.call("read", {}, id), id) for id in odd),
        ],
        "blanks": [
            lab.user("Hello."),
            lab.reply(lab.text(" \n"), thrice[0], lab.text("")),
            lab.tool_result(thrice[0], ""),
            lab.reply(lab.text("Done."), lab.text("\t")),
            lab.user("  "),
            lab.reply(),
            lab.say("\n"),
            lab.user("Thanks."),
        ],
    }


async def a_transcript(harness, lab, which):
    """Send a transcript, with the tools `read` and `write`; the provider answers in one word."""
    ws = lab.Workspace()
    tools = harness.tool_specs([harness.make_read_tool(ws), harness.make_write_tool(ws)])
    system = " \n" if which == "blanks" else SYSTEM
    stream = events.streamed([events.text("Fine.")])
    seen = await _ask(lab, [Exchange(stream)], _transcripts(lab)[which], tools, system)
    return {**seen, "tools": tools}


async def a_whole_stream(harness, lab, how):
    """Words, a call, words and a call, their events in an order of `how`."""
    if how == "words only":
        return await _ask(lab, [Exchange(_said())])
    small = how == "in small pieces"
    blocks = [
        events.text(*("Both, then." if small else ["Both, ", "then."])),
        events.call("toolu_1", "read", *_cut('{"path": "notes.md"}', 1 if small else 7)),
        events.text("And the list: ", "\U0001f4cb"),
        events.call("toolu_2", "list", *([""] if small else [])),
    ]
    first, *inner, reason, last = events.streamed(blocks, "tool_use")
    if how == "the other way round":
        inner.sort(key=lambda event: -event["index"])
    if how == "interleaved":
        seen = [0] * len(blocks)
        inner.sort(key=lambda event: _count(seen, event["index"]))
    if how == "among strangers":
        inner = [*_strangers(4), *inner[:6], *_strangers(6), *inner[6:], *_strangers(8)]
    return await _ask(lab, [Exchange([first, *inner, reason, last])])


def _count(seen, index):
    seen[index] += 1
    return seen[index]


def _cut(text, size):
    return ["", *(text[at : at + size] for at in range(0, len(text), size))]


def _strangers(first):
    """What an adapter has no use for: a ping, a thought, and things of next year's."""
    thought = {"type": "thinking", "thinking": "", "signature": ""}
    deltas = [{"type": "thinking_delta", "thinking": "Hm."}, {"type": "nod_delta", "text": "Yes."}]
    return [
        events.ping(),
        {"type": "weather", "delta": {"type": "text_delta", "text": "Rain."}},
        events.content_block_start(first, thought),
        *({"type": "content_block_delta", "index": first, "delta": delta} for delta in deltas),
        events.content_block_stop(first),
        events.content_block_start(first + 1, {"type": "nod", "text": "Well,"}),
        events.content_block_stop(first + 1),
    ]


async def words_with_a_listener(harness, lab):
    """Somebody hears the words, and notes how many events had been taken from the stream."""
    from anthropic_model import AnthropicModel

    heard, client = [], ScriptedClient([Exchange(_said()), Exchange(_said())])

    def hear(words):
        heard.append([words, client.streams[-1].taken])

    model = AnthropicModel(client, "a-model", on_text=hear)
    await model.acomplete(SYSTEM, HELLO, [])
    alone = await AnthropicModel(client, "a-model").acomplete(SYSTEM, HELLO, [])
    return {"heard": heard, "alone": alone}


async def a_stream_cut_everywhere(harness, lab, ending):
    """Words and a call, cut before each of its events: the stream is closed, or the line breaks."""
    call = events.call("toolu_1", "read", '{"path"', ': "a"}')
    stream = events.streamed([events.text("I'll ", "look."), call], "tool_use")
    broken = ending == "broken"
    cuts = [Exchange(stream[:n], broken=broken) for n in range(len(stream))]
    return [await _ask(lab, [cut]) for cut in cuts]


async def a_line_that_breaks_after_the_end(harness, lab):
    """A whole reply, and then the line breaks."""
    return await _ask(lab, [Exchange(_said(), broken=True)])


async def an_error_in_the_stream(harness, lab, kind, after_words):
    """The status was 200; then an error event, before or after the first words. Next time: fine."""
    begun = _said()[: 4 if after_words else 2]
    words = {"overloaded_error": "Overloaded", "api_error": "Internal server error"}
    failing = [*begun, events.error(kind, words.get(kind, "No."))]
    return await _ask(lab, [Exchange(failing), Exchange(_said())])


async def a_reason_to_stop(harness, lab, reason, silent=False):
    """A reply that ended for this reason, with words or without; None: nobody said why."""
    stream = events.streamed([] if silent else [events.text(*PIECES)], reason)
    if reason is None:
        stream = [event for event in stream if event["type"] != "message_delta"]
    return await _ask(lab, [Exchange(stream), Exchange(_said())])


async def a_run_with_a_cut_reply(harness, lab, how):
    """A harness runs on the adapter; its first reply has a call, and is cut. Then a new prompt."""
    from anthropic_model import AnthropicModel

    half = '{"path": "notes' if how == "half of the arguments" else '{"path": "notes.md"}'
    reason = "max_tokens" if how == "max_tokens" else "tool_use"
    blocks = [events.text("I'll look."), events.call("toolu_1", "read", half)]
    stream = events.streamed(blocks, reason)
    if how == "closed":
        stream = stream[:-2]
    if how == "overloaded":
        stream = [*stream[:-2], events.error("overloaded_error", "Overloaded")]
    answers = [events.streamed([events.text("2.1 starts faster.")])] * 2
    client = ScriptedClient([Exchange(each) for each in [stream, *answers]])
    tool = lab.tool("read", returns="2.1: starts faster\n")
    run = harness.Harness(AnthropicModel(client, "a-model"), SYSTEM, [tool])
    await lab.drive(run.prompt("What is new?"))
    if how != "whole":
        await lab.drive(run.prompt("Once more, please."))
    return {"record": list(run.messages), "ran": tool["calls"], "requests": client.requests}


async def arguments_of_a_call(harness, lab, text):
    """A call whose arguments are this text, in a reply that is whole otherwise."""
    blocks = [events.text("I'll look."), events.call("toolu_1", "read", text)]
    return await _ask(lab, [Exchange(events.streamed(blocks, "tool_use"))])


async def a_status(harness, lab, status, words="No.", times=9, retry_after=None, **settings):
    """So many requests are refused with this status, the next one is answered."""
    if "jitter" in settings:
        jitter = settings["jitter"]
        settings["jitter"] = lambda: jitter
    kinds = {529: "overloaded_error", 429: "rate_limit_error"}
    refusal = (status, kinds.get(status, "api_error"), words, retry_after)
    exchanges = [*(_refused(*refusal) for _ in range(times)), Exchange(_said())]
    return await _ask(lab, exchanges, **settings)


async def no_connection(harness, lab):
    """Nobody is there: the request itself cannot be made."""
    return await _ask(lab, [Exchange(events=[], refused=True)])


async def a_listener_that_raises(harness, lab):
    """Whoever shows the words fails at the first of them."""

    def hear(words):
        raise RuntimeError("no screen")

    return await _ask(lab, [Exchange(_said())], on_text=hear)


async def a_stop_in_the_stream(harness, lab, after):
    """Stop is pressed as the n-th piece of text is shown."""
    from anthropic_model import AnthropicModel

    client, said = ScriptedClient([Exchange(_said()), Exchange(_said())]), []
    stop, stopped_at = harness.CancelToken(), []

    def hear(words):
        said.append(words)
        if len(said) == after:
            stop.cancel()
            stopped_at.append(client.streams[0].taken)

    model, replies = AnthropicModel(client, "a-model", on_text=hear), []

    async def ask():
        replies.append(await model.acomplete(SYSTEM, HELLO, [], stop))

    raised = await lab.raised(ask())
    return {
        "reply": replies[0] if replies else None,
        "raised": raised,
        "said": said,
        "stopped_at": stopped_at[0],
        "requests": client.requests,
        "closed": [stream.closed for stream in client.streams],
        "taken": [stream.taken for stream in client.streams],
    }


async def a_stop_in_a_wait(harness, lab, after):
    """The provider is busy, and Stop is pressed after so many looks at the clock."""
    busy = _refused(529, "overloaded_error", "Overloaded", "30")
    return await _ask(lab, [busy, Exchange(_said())], signal=_Stop(after))


async def a_cancelled_task(harness, lab, laps):
    """The task that waits for the reply is cancelled after so many laps."""
    from anthropic_model import AnthropicModel

    client = ScriptedClient([Exchange(_said())])
    model = AnthropicModel(client, "a-model")
    task = asyncio.ensure_future(model.acomplete(SYSTEM, HELLO, []))
    for _ in range(1 + laps):
        await lab.lap()
    task.cancel()
    await asyncio.wait([task])
    ended = "cancelled" if task.cancelled() else f"with {task.exception() or task.result()}"
    return {"ended": ended, "closed": [stream.closed for stream in client.streams]}
