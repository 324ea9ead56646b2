"""Says what went wrong in a learner's words: what their harness did beside what it should have.

It reads what an assertion compared and what was played; it shows neither the toolkit's frames nor
the source of a test.
"""

import json
import re
from dataclasses import dataclass

import lab
from lab.check.outcome import CLIP, Outcome, clipped

_SHAPE = re.compile(r"[UA?](\S*)( [UAR?]\S*)*")
_DIFF = 100  # no wider than this, though the terminal is
_OPERATORS = {
    "==": "should be",
    "is": "should be",
    "!=": "should not be",
    "is not": "should not be",
    "<": "should be less than",
    "<=": "should be at most",
    ">": "should be more than",
    ">=": "should be at least",
    "in": "should be one of",
}
_DENIED = {"not in": "should not hold", "in": "should hold"}


_room = 76


def fit(columns: int) -> None:
    """From now on what stands side by side fits a terminal of so many columns (80 unless said)."""
    global _room
    _room = min(columns - 4, _DIFF)  # two for the indentation, and some wrap in the last column


@dataclass(frozen=True)
class Played:
    """One scene as it was played for a test, by its name and arguments, and its docstring."""

    name: str
    doc: str
    args: dict
    outcome: Outcome


@dataclass(frozen=True)
class Compared:
    """What an assertion compared, `left` being the harness's side."""

    op: str
    left: object
    right: object


def explain(exc: BaseException, compared: Compared | None, played: Played | None) -> str:
    """The message of a failed test, several lines of plain text."""
    words = _words(exc)
    blocks = [words] if words else []
    if compared and isinstance(exc, AssertionError):
        blocks.append(beside(compared))
    if not blocks:
        blocks.append(_plain(exc))
    text = "\n\n".join([*blocks, *context(played)])
    return "\n".join(line.rstrip() for line in text.split("\n"))


def context(played: Played | None) -> list[str]:
    """What was played, and the record when the scene saw one."""
    if played is None:
        return []
    words = " ".join((played.doc or played.name).strip().split("\n\n")[0].split())
    given = ", ".join(f"{name}={_said(value)}" for name, value in played.args.items())
    blocks = [f"played: {words}" + (f" (with {given})" if given else "")]
    seen = played.outcome.seen
    record = seen.get("record") if isinstance(seen, dict) else None
    if record and _messages(record):
        blocks.append("its record:\n" + _indented(_shown(record)))
    return blocks


def beside(compared: Compared) -> str:
    """`your harness: …` over `should be: …`, or two columns where that reads better."""
    op, left, right = compared.op, compared.left, compared.right
    if op in _DENIED and not isinstance(right, tuple | set | frozenset):
        left, right, label = right, left, _DENIED[op]
    else:
        label = _OPERATORS.get(op, f"should be {op}")
        if label == "should be" and lab.same(left, right):
            label = "should not be"
    if label == "should be" and _long(left, right):
        return lab.diff(left, right, names=("your harness", "should be")).text(_room)
    width = max(len("your harness:"), len(label) + 1)
    return "\n".join(
        f"{name + ':':{width}} {_said(value)}"
        for name, value in (("your harness", left), (label, right))
    )


def _long(left: object, right: object) -> bool:
    if not isinstance(left, list | dict) or not isinstance(right, list | dict):
        return False
    return _messages(left) or _messages(right) or max(len(_said(left)), len(_said(right))) > 70


def _messages(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(m, dict) and "role" in m for m in value)


def _said(value: object) -> str:
    if isinstance(value, str):
        shape = _SHAPE.fullmatch(value) and len(value) < CLIP
        return value if shape else clipped(json.dumps(value, ensure_ascii=False))
    if _messages(value):
        return "\n" + _indented(_shown(value))  # type: ignore[arg-type]
    return clipped(repr(value))


def _shown(messages: list) -> str:
    """The messages a line each; one that says how it failed is what to read, and hardly cut."""
    return "\n".join(lab.show([one], CLIP if _failed(one) else 80) for one in messages)


def _failed(message: object) -> bool:
    return isinstance(message, dict) and message.get("stop_reason") in ("error", "aborted")


def _words(exc: BaseException) -> str:
    """The words of `assert x, "words"`, without what pytest adds about the expression."""
    if not isinstance(exc, AssertionError) or not exc.args:
        return ""
    text = str(exc)
    return (
        ""
        if text.startswith("assert ")
        else text.partition("\nassert ")[0].replace("\n  ", "\n").strip()
    )


def _plain(exc: BaseException) -> str:
    if isinstance(exc, AssertionError):
        return "that does not hold for your harness"
    error = f"{type(exc).__name__}: {exc}"
    return f"what your harness gave has not the form that is looked at here ({clipped(error)})"


def _indented(text: str) -> str:
    return "\n".join("  " + line for line in text.split("\n"))
