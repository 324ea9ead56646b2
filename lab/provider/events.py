"""The events of a streamed reply, as plain dicts, in the form in which the wire has them.

Source: the event types of the Messages API (`message_start` to `message_stop`, `ping`, `error`).
Whether their order makes a reply is not decided here: a broken stream is built from the same.
"""

import json
from collections.abc import Iterable


def message_start(input_tokens: int = 10) -> dict:
    """The first event: an empty message, and what the request cost."""
    usage = {"input_tokens": input_tokens, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "a-model"}
    stop = {"stop_reason": None, "stop_sequence": None}
    return {"type": "message_start", "message": {**message, "content": [], **stop, "usage": usage}}


def content_block_start(index: int, block: dict) -> dict:
    """A block begins: its type, and of a call its id and name, with empty input."""
    return {"type": "content_block_start", "index": index, "content_block": block}


def content_block_stop(index: int) -> dict:
    """A block is over."""
    return {"type": "content_block_stop", "index": index}


def text_delta(index: int, words: str) -> dict:
    """More words of a text block."""
    return _delta(index, {"type": "text_delta", "text": words})


def json_delta(index: int, fragment: str) -> dict:
    """More of the JSON of a call's arguments."""
    return _delta(index, {"type": "input_json_delta", "partial_json": fragment})


def message_delta(stop_reason: str | None, output_tokens: int = 5) -> dict:
    """Why the model stopped, and what the reply cost."""
    delta = {"stop_reason": stop_reason, "stop_sequence": None}
    return {"type": "message_delta", "delta": delta, "usage": {"output_tokens": output_tokens}}


def message_stop() -> dict:
    """The last event."""
    return {"type": "message_stop"}


def ping() -> dict:
    """A sign of life."""
    return {"type": "ping"}


def error(kind: str, words: str) -> dict:
    """An error: an event of a stream that began well, or the body of a refusal."""
    return {"type": "error", "error": {"type": kind, "message": words}}


def text(*pieces: str) -> list[dict]:
    """A text block for `streamed`, a delta for each piece."""
    start = content_block_start(0, {"type": "text", "text": ""})
    return [start, *(text_delta(0, piece) for piece in pieces), content_block_stop(0)]


def call(id: str, name: str, *fragments: str) -> list[dict]:
    """A call for `streamed`, a delta for each fragment of its JSON."""
    block = {"type": "tool_use", "id": id, "name": name, "input": {}}
    deltas = [json_delta(0, fragment) for fragment in fragments]
    return [content_block_start(0, block), *deltas, content_block_stop(0)]


def streamed(blocks: Iterable[list[dict]], stop_reason: str | None = "end_turn") -> list[dict]:
    """A whole reply: its blocks numbered in this order, between the events around them."""
    inner = [{**event, "index": index} for index, block in enumerate(blocks) for event in block]
    return [message_start(), *inner, message_delta(stop_reason), message_stop()]


def sse(stream: Iterable[dict]) -> bytes:
    """Events as the bytes of a stream: server-sent events, named by their type."""
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
        for event in stream
    )


def _delta(index: int, delta: dict) -> dict:
    return {"type": "content_block_delta", "index": index, "delta": delta}
