"""Messages and blocks, made by hand: what a user, a model and a tool say.

Every function returns a fresh plain dict in the shape a transcript holds. Nothing here checks a
transcript (that is `validate`) and nothing here numbers a call (the model that says it does).
"""

from __future__ import annotations

from .plaindata import copied


def user(text: str) -> dict:
    """A user message."""
    return {"role": "user", "content": text}


def text(words: str) -> dict:
    """A text block, for `reply`."""
    return {"type": "text", "text": words}


def call(name: str, arguments: dict, id: str | None = None) -> dict:
    """A toolCall block. Without an id, the model that says it gives it one."""
    block = {"type": "toolCall", "id": id, "name": name, "arguments": copied(arguments)}
    if id is None:
        del block["id"]
    return block


def reply(*blocks: dict, stop_reason: str | None = None) -> dict:
    """An assistant message; its stop_reason is `toolUse` when it holds a call, else `stop`."""
    for block in blocks:
        if not isinstance(block, dict):
            raise TypeError(f"reply takes blocks, lab.text(...) or lab.call(...), not {block!r}")
    content = [copied(block) for block in blocks]
    calls = any(block.get("type") == "toolCall" for block in content)
    reason = stop_reason or ("toolUse" if calls else "stop")
    return {"role": "assistant", "content": content, "stop_reason": reason}


def say(words: str) -> dict:
    """An assistant message of one text block."""
    return reply(text(words))


def fail(message: str = "529: the provider is overloaded", partial: str | None = None) -> dict:
    """A reply that failed, with the half-sentence it got out, if any."""
    blocks = [text(partial)] if partial else []
    return {**reply(*blocks, stop_reason="error"), "error_message": message}


def tool_result(call: dict, content: str, is_error: bool = False) -> dict:
    """The toolResult message that answers `call`, which must have its id."""
    if call.get("id") is None:
        raise ValueError("this call has no id to answer: make it with lab.call(..., id='c1')")
    return {
        "role": "toolResult",
        "tool_call_id": call["id"],
        "tool_name": call["name"],
        "content": content,
        "is_error": is_error,
    }
