"""What the provider refuses a request for, of what an adapter can get wrong.

Source: the Messages API's reference and its pages on tool use. Where its rules for two rows of the
same role have softened (it joins them today), the stricter one stands here, so that an adapter
works with those who kept it.
"""

import re
from typing import Any

_ID = re.compile("[a-zA-Z0-9_-]{1,64}")
_GONE = ("temperature", "top_p", "top_k")  # sampling parameters that are no longer taken


def fault_of(request: dict) -> str | None:
    """The first thing that is wrong with a request, in the provider's manner; None: it is fine."""
    for key in ("model", "max_tokens", "messages"):
        if key not in request:
            return f"{key}: field required"
    for key in _GONE:
        if key in request:
            return f"{key}: no longer supported"
    if not isinstance(request["max_tokens"], int) or request["max_tokens"] < 1:
        return "max_tokens: an integer of 1 or more is wanted"
    return _tools_fault(request.get("tools", [])) or _messages_fault(request["messages"])


def _tools_fault(tools: Any) -> str | None:
    for number, tool in enumerate(tools):
        if not _ID.fullmatch(str(tool.get("name"))):
            return f"tools.{number}.name: letters, digits, _ and - only, 64 at most"
        if not isinstance(tool.get("input_schema"), dict):
            return f"tools.{number}.input_schema: field required"
    return None


def _messages_fault(messages: list[dict]) -> str | None:
    if not messages:
        return "messages: at least one message is required"
    open_calls: list[str] = []
    for number, message in enumerate(messages):
        at = f"messages.{number}"
        if message.get("role") != ("user", "assistant")[number % 2]:
            return f"{at}: roles must alternate, and the first is user"
        blocks = _blocks(message.get("content"))
        if not blocks:
            return f"{at}: content must not be empty"
        fault = next(filter(None, map(_block_fault, blocks)), None) or _order_fault(blocks)
        if fault:
            return f"{at}.content: {fault}"
        answered = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if sorted(answered) != sorted(open_calls):
            return f"{at}: each tool_use needs one tool_result in the next message, and no other"
        open_calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
    return "messages: a tool_use at the end has no tool_result" if open_calls else None


def _blocks(content: Any) -> list[dict]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content or []


def _block_fault(block: dict) -> str | None:
    kind = block.get("type")
    if kind == "text":
        blank = not str(block.get("text", "")).strip()
        return "text content blocks must contain non-whitespace text" if blank else None
    if kind == "tool_use":
        if not isinstance(block.get("input"), dict):
            return "tool_use.input: an object is wanted"
        return _id_fault("tool_use.id", block.get("id"))
    if kind == "tool_result":
        inner = block.get("content") or []
        faults = [] if isinstance(inner, str) else map(_block_fault, inner)
        return next(filter(None, faults), None) or _id_fault(
            "tool_use_id", block.get("tool_use_id")
        )
    return f"a block of type {kind!r} is none that can be sent"


def _id_fault(where: str, id: Any) -> str | None:
    fits = isinstance(id, str) and _ID.fullmatch(id)
    return None if fits else f"{where}: letters, digits, _ and - only, 64 at most"


def _order_fault(blocks: list[dict]) -> str | None:
    kinds = [block["type"] == "tool_result" for block in blocks]
    return None if kinds == sorted(kinds, reverse=True) else "tool_result blocks must come first"
