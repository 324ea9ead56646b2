"""Looking at a transcript: its shape, its words, and the complaints a strict provider would have.

All of it reads and changes nothing. `validate` looks at what a provider is sent; it does not judge
whether a conversation makes sense.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from .plaindata import plain_fault

_ID = re.compile("[a-zA-Z0-9_-]+")
_KEYS: dict[str, dict[str, type]] = {
    "user": {"content": str},
    "assistant": {"content": list},
    "toolResult": {"tool_call_id": str, "tool_name": str, "content": str, "is_error": bool},
}
_BLOCK_KEYS: dict[str, dict[str, type]] = {
    "text": {"text": str},
    "toolCall": {"id": str, "name": str, "arguments": dict},
}


def blocks_of(message: object, kind: str) -> list[dict]:
    """The blocks of one type in an assistant message, in order; none for anything else."""
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return []
    content = message.get("content")
    blocks = content if isinstance(content, (list, tuple)) else ()
    return [b for b in blocks if isinstance(b, dict) and b.get("type") == kind]


def call_ids(message: object) -> list[str]:
    """The ids of an assistant message's calls, in order, those without one left out."""
    ids = [block.get("id") for block in blocks_of(message, "toolCall")]
    return [id for id in ids if isinstance(id, str)]


def shape(messages: Sequence[dict]) -> str:
    """A transcript in one line: `U A[c1,c2] R(c1) R(c2) A(error)`, roles and ids, no words."""
    return " ".join(_shape(message) for message in messages)


def _shape(message: object) -> str:
    if not isinstance(message, dict):
        return "?"
    role = message.get("role")
    if role == "user":
        return "U"
    if role == "toolResult":
        return f"R({message.get('tool_call_id', '?')})"
    if role != "assistant":
        return "?"
    if message.get("stop_reason") in ("error", "aborted"):
        return f"A({message['stop_reason']})"
    ids = call_ids(message)
    return f"A[{','.join(ids)}]" if ids else "A"


def show(messages: Sequence[dict], clip: int | None = 80) -> str:
    """A line a message: `user -> "words"`, calls as `name(json)`; "" for no messages.

    Words longer than `clip` characters are cut there, `None` cuts nothing. How a reply failed
    follows its words. A content that is no list of blocks reads `assistant -> a str: "words"`.
    """
    return "\n".join(show_one(message, clip) for message in messages)


def show_one(message: object, clip: int | None = 80) -> str:
    """The line `show` gives one message."""
    if not isinstance(message, dict):
        return f"? -> {clipped(message, clip)}"
    role = message.get("role", "?")
    if role == "toolResult":
        role = f"toolResult {message.get('tool_call_id', '?')}"
    if role == "assistant":
        return f"assistant -> {_said(message, clip)}"
    return f"{role} -> {clipped(message.get('content', ''), clip)}"


def _said(message: dict, clip: int | None) -> str:
    words = "".join(str(block.get("text", "")) for block in blocks_of(message, "text"))
    rest = [show_call(block) for block in blocks_of(message, "toolCall")]
    rest += _no_blocks(message.get("content", []), clip)
    parts = rest if rest and not words else [clipped(words, clip), *rest]
    if message.get("stop_reason") in ("error", "aborted"):
        why = clipped(message.get("error_message", ""), clip)
        parts.append(f"({message['stop_reason']}: {why})")
    return " ".join(parts)


def _no_blocks(content: object, clip: int | None) -> list[str]:
    """What stands in the place of blocks, by its type: `a str: "Hi."`; [] where nothing does."""
    if not isinstance(content, (list, tuple)):
        return [_typed(content, clip)]
    return [_typed(block, clip) for block in content if not isinstance(block, dict)]


def _typed(thing: object, clip: int | None) -> str:
    return f"a {type(thing).__name__}: {clipped(thing, clip)}"


def show_call(block: dict) -> str:
    """A call as `name(json arguments)`."""
    return f"{block.get('name', '?')}({json.dumps(block.get('arguments', {}), default=repr)})"


def clipped(words: object, clip: int | None = 80) -> str:
    """Words as a JSON string, cut at `clip` characters, with how many there were."""
    text = words if isinstance(words, str) else repr(words)
    if clip is not None and len(text) > clip:
        text = f"{text[:clip]}... ({len(text)} characters)"
    return json.dumps(text)


def validate(messages: Sequence[dict], record: bool = False) -> list[str]:
    """The complaints a strict provider would have, in the messages' order; [] when valid.

    A record may also hold failed or aborted replies with nothing in them, and must say of each
    reply how it stopped.
    """
    if not isinstance(messages, (list, tuple)):
        return [f"messages: a list is wanted, not {type(messages).__name__}"]
    complaints: list[str] = []
    used: set[str] = set()
    waiting: list[str] = []
    for index, message in enumerate(messages):
        found = list(_faults(message, record))
        if _is_result(message):
            found += _stray(message, waiting)
        else:
            waiting = call_ids(message)
            found += _repeated(waiting, used)
            found += _unanswered(waiting, messages, index + 1)
        complaints += [f"messages[{index}]{_joint(fault)}{fault}" for fault in found]
    return complaints


def _joint(fault: str) -> str:
    return "" if fault.startswith("[") else ": "


def _is_result(message: object) -> bool:
    return isinstance(message, dict) and message.get("role") == "toolResult"


def _faults(message: object, record: bool) -> Iterator[str]:
    """What is wrong with one message alone."""
    if not isinstance(message, dict):
        yield f"a message is a dict, not {type(message).__name__}"
        return
    fault = plain_fault(message)
    if fault:
        yield f"{fault[0]} {fault[1]}".strip()
        return
    role = message.get("role")
    if role not in ("user", "assistant", "toolResult"):
        yield "no role" if role is None else f"unknown role {json.dumps(role)}"
        return
    keys = _KEYS[role]
    yield from _key_faults(message, {**keys, "stop_reason": str} if _stops(role, record) else keys)
    if role == "user" and _blank(message.get("content")):
        yield "blank words in a user message"
    if role == "assistant" and isinstance(message.get("content"), list):
        yield from _content_faults(message, record)


def _stops(role: str, record: bool) -> bool:
    # A provider is not sent the stop_reason, so only a record can lack one.
    return record and role == "assistant"


def _key_faults(thing: dict, keys: dict[str, type]) -> Iterator[str]:
    for key, kind in keys.items():
        if key not in thing:
            yield f"no {key}"
        elif type(thing[key]) is not kind:
            yield f"{key} is {type(thing[key]).__name__}, not {kind.__name__}"


def _content_faults(message: dict, record: bool) -> Iterator[str]:
    failed = message.get("stop_reason") in ("error", "aborted")
    if not message["content"] and not (record and failed):
        yield "an assistant message with nothing in it"
    for index, block in enumerate(message["content"]):
        for fault in _block_faults(block):
            yield f"content[{index}]: {fault}"


def _block_faults(block: object) -> Iterator[str]:
    if not isinstance(block, dict):
        yield f"a block is a dict, not {type(block).__name__}"
        return
    kind = block.get("type")
    if kind not in ("text", "toolCall"):
        yield "no type" if kind is None else f"unknown type {json.dumps(kind)}"
        return
    yield from _key_faults(block, _BLOCK_KEYS[kind])
    if kind == "text" and _blank(block.get("text")):
        yield "blank words in a text block"
    id = block.get("id")
    if kind == "toolCall" and isinstance(id, str) and not _ID.fullmatch(id):
        yield f"toolCall id {json.dumps(id)} is not made of a-z, A-Z, 0-9, _ and -"


def _blank(words: object) -> bool:
    return isinstance(words, str) and not words.strip()


def _repeated(ids: list[str], used: set[str]) -> Iterator[str]:
    for id in ids:
        if id in used:
            yield f"toolCall id {id} is used twice"
        used.add(id)


def _unanswered(ids: list[str], messages: Sequence[dict], start: int) -> Iterator[str]:
    """The first call that the results directly after do not answer in its place."""
    if not ids:
        return
    waiting, answers = list(ids), []
    while start < len(messages) and _is_result(messages[start]):
        id = messages[start].get("tool_call_id")
        if isinstance(id, str) and id in waiting:
            waiting.remove(id)
            answers.append(id)
        start += 1
    for index, id in enumerate(ids):
        if answers[index : index + 1] != [id]:
            yield f"toolCall {id} has no toolResult"
            return


def _stray(message: dict, waiting: list[str]) -> Iterator[str]:
    """A result that belongs to no call directly before it; takes what it answers off `waiting`."""
    id = message.get("tool_call_id")
    if id in waiting:
        waiting.remove(id)
    elif isinstance(id, str):
        yield f"toolResult {id} does not follow its call"
