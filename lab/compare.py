"""Two of anything side by side: transcripts, event lists, request lists, disks, plain values.

Rows are set side by side by position (by key for a dict), and the first difference is told in
words. It compares what was seen; which side is right is not its business.
"""

from __future__ import annotations

import json
import re

from .model import Request
from .plaindata import copied, same
from .transcript import shape, show_call, show_one

WIDTH = 100
_NARROW = 24  # columns of a side, below which there are no two columns
_MISSING = object()
_REQUEST = {"system", "messages", "tools"}


class Diff:
    """What `diff` gives: text with `str`, a table in a notebook.

    `equal`: whether the two are the same, types included. `first`: the first difference in words,
    None when equal; `parting`: the same as (where, theirs, yours). `rows`: (label, theirs, yours,
    whether they are the same).
    """

    def __init__(self, theirs: object, yours: object, names: tuple[str, str]):
        self.names = names
        sides = _readable(theirs), _readable(yours)
        self.rows = _rows(*sides)
        self.parting = _parting(*sides)
        self.equal = self.parting is None
        self.first = _sentence(self.parting, names) if self.parting else None

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = WIDTH) -> str:
        """The same text in so many columns; in few of them the two sides stand one below the other.

        Only the first difference, told below the rows, may be longer.
        """
        return _as_text(self, width)

    def _repr_html_(self) -> str:
        return _as_html(self)


def diff(theirs: object, yours: object, *, names: tuple[str, str] = ("theirs", "yours")) -> Diff:
    """Two of a kind side by side, the first difference marked; never raises on plain data."""
    return Diff(theirs, yours, names)


def _readable(value: object) -> object:
    """Plain data of it, with each Request as its three parts."""
    if isinstance(value, Request):
        return {"system": value.system, "messages": value.messages, "tools": value.tools}
    if isinstance(value, (list, tuple)):
        return [_readable(item) for item in value]
    if isinstance(value, dict):  # other keys than str are not plain, and must not fall into one
        return {k if isinstance(k, str) else repr(k): _readable(v) for k, v in value.items()}
    return copied(value)


def _rows(theirs: object, yours: object) -> list[tuple[str, str, str, bool]]:
    """(label, theirs, yours, whether they are the same) for each row."""
    left, right = _cells(theirs), _cells(yours)
    labels = list(left) + [label for label in right if label not in left]
    if isinstance(theirs, dict) and isinstance(yours, dict):
        labels.sort()
    return [_row(label, left.get(label, _MISSING), right.get(label, _MISSING)) for label in labels]


def _row(label: str, left: object, right: object) -> tuple[str, str, str, bool]:
    return _line(label), _line(_cell(left)), _line(_cell(right)), same(left, right)


def _cells(value: object) -> dict[str, object]:
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(value)}
    return {"": value}


def _cell(value: object) -> str:
    """One row's words: a message as `show` has it, an event by its type, a request by its shape."""
    if value is _MISSING:
        return "(nothing)"
    if not isinstance(value, dict):
        return _json(value)
    if "role" in value:
        flag = " (error) ->" if value.get("is_error") is True else " ->"
        return show_one(value, None).replace(" ->", flag, 1)
    if isinstance(value.get("type"), str):
        return _event(value)
    if value.keys() == _REQUEST:
        return f"{_shape(value['messages'])} (tools: {_names(value['tools'])})"
    return _json(value)


def _event(event: dict) -> str:
    rest = {key: value for key, value in event.items() if key != "type"}
    words = [event["type"]]
    if isinstance(rest.get("message"), dict):
        words.append(show_one(rest.pop("message"), None))
    if isinstance(rest.get("call"), dict):
        words.append(show_call(rest.pop("call")))
    if isinstance(rest.get("result"), dict):
        words.append(show_one(rest.pop("result"), None))
    if isinstance(rest.get("messages"), list):
        words.append(_shape(rest.pop("messages")))
    return " ".join([*words, _json(rest)] if rest else words)


def _shape(messages: object) -> str:
    return (shape(messages) or "no messages") if isinstance(messages, list) else _json(messages)


def _names(tools: object) -> str:
    if not isinstance(tools, list):
        return _json(tools)
    return ", ".join(str(t.get("name") if isinstance(t, dict) else t) for t in tools) or "none"


def _line(text: str) -> str:
    """The text in one line of ASCII, as JSON would escape the rest."""
    return re.sub("[^ -~]", lambda found: json.dumps(found[0])[1:-1], text)


def _json(value: object) -> str:
    return json.dumps(value)


def _parting(theirs: object, yours: object) -> tuple[str, str, str] | None:
    """Where the two first differ, and each side there in words."""
    found = _difference(theirs, yours)
    if found is None:
        return None
    path, left, right = found
    where = _line(_noun(theirs or yours) + path) or "the value"
    if isinstance(left, str) and isinstance(right, str):
        return where, *_around(left, right)
    return where, _brief(left), _brief(right)


def _sentence(parting: tuple[str, str, str], names: tuple[str, str]) -> str:
    where, left, right = parting
    return f"{where}: {names[0]} {left}, {names[1]} {right}"


def _noun(value: object) -> str:
    """What a list is a list of, so that a path reads like a complaint's."""
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict):
        return ""
    if "role" in first:
        return "messages"
    return "requests" if first.keys() == _REQUEST else "events" if "type" in first else ""


def _difference(a: object, b: object) -> tuple[str, object, object] | None:
    """Path and the two values where they first differ, as deep down as it goes."""
    if same(a, b):
        return None
    if isinstance(a, dict) and isinstance(b, dict) and _kind(a) == _kind(b):
        keys = sorted({*a, *b})
        pairs = [(key, a.get(key, _MISSING), b.get(key, _MISSING)) for key in keys]
    elif isinstance(a, list) and isinstance(b, list):
        longest = range(max(len(a), len(b)))
        pairs = [(i, _at(a, i), _at(b, i)) for i in longest]
    else:
        return "", a, b
    for key, left, right in pairs:
        found = _difference(left, right)
        if found:
            return f"[{json.dumps(key)}]{found[0]}", found[1], found[2]
    return None


def _kind(value: dict) -> tuple[str, str]:
    """What it is one of: a user message and a toolResult differ as a whole, not in each key."""
    return str(value.get("role")), str(value.get("type"))


def _at(items: list, index: int) -> object:
    return items[index] if index < len(items) else _MISSING


def _around(a: str, b: str, reach: int = 50) -> tuple[str, str]:
    """Both texts about where they part."""
    pairs = enumerate(zip(a, b, strict=False))
    place = next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))
    start = max(0, place - reach // 2) if place > reach else 0
    return _piece(a, start, place + reach), _piece(b, start, place + reach)


def _piece(text: str, start: int, end: int) -> str:
    before, after = "..." if start else "", "..." if end < len(text) else ""
    return f"{before}{json.dumps(text[start:end])}{after}"


def _brief(value: object) -> str:
    return "(nothing)" if value is _MISSING else _clip(_line(_cell(value)), 60)


def _clip(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    tail = f"... ({len(text)} characters)"
    return text[: max(0, width - len(tail))] + tail


def _as_text(d: Diff, columns: int) -> str:
    labels = max([len(_clip(row[0], 24)) for row in d.rows] + [0])
    width = (columns - labels - 6) // 2
    if width < _NARROW:
        return "\n".join([*_stacked(d, columns), *_footer(d)])
    lines = [f"  {'':{labels}}  {d.names[0]:{width}}  {d.names[1]}"]
    marked = False
    for label, left, right, equal in d.rows:
        mark = " " if equal else ("~" if marked else ">")
        marked = marked or not equal
        cells = f"{_clip(left, width):{width}}  {_clip(right, width)}"
        lines.append(f"{mark} {_clip(label, 24):{labels}}  {cells}")
    return "\n".join(line.rstrip() for line in [*lines, *_footer(d)])


def _stacked(d: Diff, columns: int) -> list[str]:
    """The rows in few columns: what is the same once, what differs one side below the other."""
    lines, marked = [], False
    wide = max(map(len, d.names)) + 1
    for label, left, right, equal in d.rows:
        if equal:
            lines.append(_clip(f"  {label}  {left}", columns))
            continue
        lines.append(_clip(f"{'~' if marked else '>'} {label}", columns))
        marked = True
        for name, side in zip(d.names, (left, right), strict=True):
            lines.append(_clip(f"    {name + ':':{wide}} {side}", columns))
    return [line.rstrip() for line in lines]


def _footer(d: Diff) -> list[str]:
    if d.parting is None:
        return ["no difference"]
    where, *sides = d.parting
    wide = max(map(len, d.names)) + 1
    named = [f"    {name + ':':{wide}} {side}" for name, side in zip(d.names, sides, strict=True)]
    return [f"> first difference: {where}", *named]


# Transparent tints and the page's own colours: readable in a light and in a dark notebook.
_CELL = "text-align:left;vertical-align:top;padding:2px 8px;white-space:pre-wrap"
_TINT = ";background:rgba(255,170,0,0.25)"


def _as_html(d: Diff) -> str:
    import html  # here, not above: only a notebook needs it

    head = "".join(f'<th style="{_CELL}">{html.escape(name)}</th>' for name in ("", *d.names))
    rows, marked = [], False
    for label, left, right, equal in d.rows:
        mark = "" if equal else (" differs" if marked else " first difference")
        marked = marked or not equal
        style = _CELL + ("" if equal else _TINT)
        words = (label + mark, _clip(left, 300), _clip(right, 300))
        cells = "".join(f'<td style="{style}">{html.escape(word)}</td>' for word in words)
        rows.append(f"<tr>{cells}</tr>")
    said = html.escape(f"First difference, {d.first}" if d.first else "No difference")
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"<table>{body}</table><p>{said}</p>"
