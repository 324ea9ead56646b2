"""Plain data: what a scene may hand over, a provider may be sent and a snapshot may hold.

Plain means dict with str keys, list, str, int, float, bool and None, of exactly these types: what
JSON says and reads back unchanged. Nothing here knows what a message is.
"""

from __future__ import annotations

import re

MAX_DEPTH = 100
MAX_VALUES = 1_000_000
MAX_BITS = 1024

_SURROGATE = re.compile("[\ud800-\udfff]")
_INFINITY = float("inf")


class NotPlain(ValueError):
    """A value that is not plain data; the message names where it is and what to do."""


def plain(value: object, name: str = "value") -> object:
    """The value itself, when all of it is plain data.

    Raises NotPlain, naming the first place that is not: `value["record"][2] is a tuple; ...`.
    Refused are subclasses, tuples, keys that are no str, NaN and infinities, integers over 1024
    bits, text with a lone surrogate (it has no UTF-8), nesting over 100 levels (so a list that
    holds itself, too) and more than a million values.
    """
    fault = plain_fault(value)
    if fault is not None:
        path, complaint = fault
        raise NotPlain(f"{name}{path} {complaint}")
    return value


def plain_fault(value: object) -> tuple[str, str] | None:
    """The path of the first thing that is not plain and what is wrong with it, or None."""
    return _fault(value, MAX_DEPTH, [MAX_VALUES])


def _fault(value: object, depth: int, left: list[int]) -> tuple[str, str] | None:
    left[0] -= 1
    if left[0] < 0:
        return "", f"is the end of what fits: {MAX_VALUES} values at most"
    if type(value) is not dict and type(value) is not list:
        complaint = leaf_fault(value)
        return ("", complaint) if complaint else None
    if depth == 0:
        return "", f"is nested too deep: {MAX_DEPTH} levels at most"
    if type(value) is dict:
        return _dict_fault(value, depth, left)
    assert type(value) is list
    for index, item in enumerate(value):
        found = _fault(item, depth - 1, left)
        if found:
            return f"[{index}]{found[0]}", found[1]
    return None


def _dict_fault(value: dict, depth: int, left: list[int]) -> tuple[str, str] | None:
    for key, item in value.items():
        if type(key) is not str:
            return "", f"has a key that is {_a(key)}, not a str"
        if _has_surrogate(key):
            return "", "has a key with a lone surrogate: it has no UTF-8"
        found = _fault(item, depth - 1, left)
        if found:
            return f"[{_quoted(key)}]{found[0]}", found[1]
    return None


def leaf_fault(value: object) -> str | None:
    """What is wrong with a value that is neither a dict nor a list, or None."""
    if value is None or type(value) is bool:
        return None
    if type(value) is str:
        return "is text with a lone surrogate: it has no UTF-8" if _has_surrogate(value) else None
    if type(value) is int:
        bits = value.bit_length()
        return f"is an integer of {bits} bits: {MAX_BITS} at most" if bits > MAX_BITS else None
    if type(value) is float:
        finite = -_INFINITY < value < _INFINITY
        return None if finite else f"is {value}, which JSON has no number for"
    if type(value) is tuple:
        return "is a tuple; hand over a list"
    return f"is {_a(value)}; plain data is dict, list, str, int, float, bool and None"


def _has_surrogate(text: str) -> bool:
    return not text.isascii() and _SURROGATE.search(text) is not None


def _a(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"


def _quoted(key: str) -> str:
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def copied(value: object, depth: int = MAX_DEPTH):
    """A deep copy as plain data: a tuple becomes a list, what is not plain its type's name."""
    if not isinstance(value, (dict, list, tuple)):
        return f"<{type(value).__name__}>" if leaf_fault(value) else value
    if depth == 0:
        return "<too deep>"
    if isinstance(value, dict):
        return {_text(key): copied(item, depth - 1) for key, item in value.items()}
    return [copied(item, depth - 1) for item in value]


def _text(key: object) -> str:
    return key if type(key) is str and not _has_surrogate(key) else f"<{type(key).__name__}>"


def same(a: object, b: object) -> bool:
    """Deep equality that minds types: True is not 1, 1 is not 1.0, a tuple is not a list."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b
