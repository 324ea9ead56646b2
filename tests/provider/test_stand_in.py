"""The stand-in behaves as the provider's package does, on each stream that a lesson plays.

The package itself is asked over a socket on loopback, where somebody writes the same events down
the wire. It takes a second or two to import, and only these tests pay for it.
"""

import asyncio
import json

import pytest

from lab.provider import Exchange, ScriptedClient, events

anthropic = pytest.importorskip("anthropic")

CALL = events.call("toolu_1", "read", '{"path"', ': "a"}')
WHOLE = events.streamed([events.text("I'll ", "look."), CALL], "tool_use")
STRANGERS = [
    events.ping(),
    {"type": "weather", "delta": {"type": "text_delta", "text": "Rain."}},
    events.content_block_start(7, {"type": "thinking", "thinking": "", "signature": ""}),
    {"type": "content_block_delta", "index": 7, "delta": {"type": "nod_delta", "text": "Yes."}},
    events.content_block_start(8, {"type": "nod", "text": "Well,"}),
]
OVERLOADED = events.error("overloaded_error", "Overloaded")
REQUEST = {
    "model": "a-model",
    "max_tokens": 10,
    "messages": [{"role": "user", "content": "Hi."}],
    "stream": True,
}


async def real(exchange):
    """What the package makes of an exchange."""

    async def serve(reader, writer):
        asked = await reader.readuntil(b"\r\n\r\n")
        size = asked.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
        await reader.readexactly(int(size))
        writer.write(answer(exchange))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    if exchange.refused:
        server.close()
    url = f"http://127.0.0.1:{port}"
    async with anthropic.AsyncAnthropic(api_key="none", base_url=url, max_retries=0) as client:
        seen = await told(client)
    server.close()
    return seen


def answer(exchange):
    """An exchange as HTTP: a body with its length, or a stream in chunks, whole or cut off."""
    headers = [f"{name}: {value}" for name, value in exchange.headers.items()]
    if exchange.status != 200:
        body = json.dumps(exchange.body).encode()
        headers += ["content-type: application/json", f"content-length: {len(body)}"]
        return head(exchange.status, headers) + body
    headers += ["content-type: text/event-stream", "transfer-encoding: chunked"]
    chunks = [f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in exchange.events]
    sent = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return head(200, headers) + sent + (b"" if exchange.broken else b"0\r\n\r\n")


def head(status, headers):
    return "\r\n".join([f"HTTP/1.1 {status} -", *headers, "", ""]).encode()


async def told(client):
    """Each event as an adapter reads it, then what was raised."""
    seen = []
    try:
        async with await client.messages.create(**REQUEST) as stream:
            async for event in stream:
                seen.append(read(event))
    except Exception as exc:
        seen.append([type(exc).__name__, *(getattr(exc, name, None) for name in SAID)])
        response = getattr(exc, "response", None)
        seen.append(response and response.headers.get("retry-after"))
    return seen


SAID = ("status_code", "type", "api_message")


def read(event):
    """What an adapter may look at."""
    block, delta = getattr(event, "content_block", None), getattr(event, "delta", None)
    return [
        event.type,
        getattr(event, "index", None),
        *(getattr(block, name, None) for name in ("type", "id", "name")),
        *(getattr(delta, name, None) for name in ("type", "text", "partial_json", "stop_reason")),
    ]


@pytest.mark.parametrize(
    "exchange",
    [
        Exchange(WHOLE),
        Exchange([WHOLE[0], *STRANGERS, *WHOLE[1:]]),
        *(Exchange(WHOLE[:n]) for n in range(len(WHOLE))),
        *(Exchange(WHOLE[:n], broken=True) for n in (0, 3, 6, len(WHOLE))),
        Exchange([*WHOLE[:1], OVERLOADED]),
        Exchange([*WHOLE[:4], events.error("api_error", "Internal server error")]),
        *(
            Exchange(status=status, body=events.error("api_error", "No."))
            for status in (400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 529)
        ),
        Exchange(status=429, headers={"retry-after": "86400"}, body=OVERLOADED),
        Exchange(status=500, body="<html>"),
        Exchange(refused=True),
    ],
)
def test_an_adapter_sees_the_same_of_both(exchange):
    assert asyncio.run(told(ScriptedClient([exchange]))) == asyncio.run(real(exchange))


def test_an_event_gives_itself_back_as_data():
    async def taken():
        stream = await ScriptedClient([Exchange(WHOLE)]).messages.create(**REQUEST)
        return [event.to_dict() async for event in stream]

    assert asyncio.run(taken()) == WHOLE


def test_a_request_is_kept_as_it_was_and_one_too_many_ends_the_scene():
    messages = [{"role": "user", "content": "Hi."}]
    client = ScriptedClient([Exchange(WHOLE)])
    asyncio.run(client.messages.create(**{**REQUEST, "messages": messages}))
    messages.append({})
    assert client.requests == [REQUEST]
    with pytest.raises(BaseException, match="this scene has 1 answers") as caught:
        asyncio.run(client.messages.create(**REQUEST))
    assert not isinstance(caught.value, Exception)
