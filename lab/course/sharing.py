"""Progress taken from one machine to another: out as a file, in as a merge that loses nothing.

The merge is a union. It does not matter which of two records is merged into which, in which order,
or how often: the earliest answer wins, passed stays passed, and helped stays helped.
"""

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lab.course.errors import LabError
from lab.course.progress import Progress, parse
from lab.course.store import Damaged, dumped, refusing, write_whole


@dataclass(frozen=True)
class Gained:
    """What an import brought that was not on record: answers, labs passed, open questions seen."""

    answers: int
    labs: int
    open: int

    def __str__(self) -> str:
        counted = [(self.answers, "answer"), (self.labs, "lab"), (self.open, "open question")]
        words = [f"{many} {name}{'' if many == 1 else 's'}" for many, name in counted if many]
        return f"{', '.join(words)} that you did not have" if words else "nothing new"


def merged(one: dict, other: dict) -> dict:
    """What two records know together, as one record. Neither is changed."""
    both = _union(one, other, _lesser)
    for part, join in _JOINS.items():
        both[part] = _union(one.get(part, {}), other.get(part, {}), join)
    return both


def as_text(progress: Progress) -> str:
    """The record as the text of an export: JSON."""
    return dumped(progress.data())


def export(progress: Progress, path: Path) -> None:
    """Writes the record to a file of its own.

    LabError, and nothing written, when the file there holds anything that would be lost.
    """
    data = progress.data()
    _refuse_losing(path, data)
    with refusing(path):
        write_whole(path, dumped(data).encode())


def absorb_file(progress: Progress, name: str) -> Gained:
    """As `absorb`, of a file by its name, "-" being what is typed or piped in."""
    if name == "-":
        return absorb(progress, sys.stdin.buffer.read(), "what was read")
    path = Path(name).expanduser()
    try:
        content = path.read_bytes()
    except OSError as exc:
        raise LabError(f"{path} cannot be read: {exc.strerror or exc}") from None
    return absorb(progress, content, str(path))


def absorb(progress: Progress, content: bytes, name: str) -> Gained:
    """Merges an export, whose file is called `name`, into a record; what it brought.

    LabError, and nothing changed, when it is damaged or from a newer version.
    """
    try:
        theirs = parse(content, name)
    except Damaged as damage:
        raise LabError(f"{name} is no export, or damaged ({damage}): nothing was changed") from None
    before, after = progress.absorb(lambda mine: merged(mine, theirs))
    return Gained(
        len(after["answers"]) - len(before["answers"]),
        _passed(after) - _passed(before),
        len(after["open"]) - len(before["open"]),
    )


def _refuse_losing(path: Path, data: dict) -> None:
    if not path.exists():
        return
    there: dict | None = None
    with contextlib.suppress(Damaged, OSError):
        there = parse(path.read_bytes(), str(path))
    if there is None:
        raise LabError(f"{path} is there and is no export: name another file")
    if merged(data, there) != data:
        raise LabError(f"{path} is there and holds more than this: `lab import {path}` first")


def _passed(data: dict) -> int:
    return sum(bool(lab.get("passed")) for lab in data["labs"].values())


def _union(one: dict, other: dict, join: Callable) -> dict:
    """The keys of both; where both have one, `join` says what stands there."""
    both = {**one, **other}
    return both | {key: join(one[key], other[key]) for key in one if key in other}


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _lesser(one: object, other: object) -> object:
    """Of two values that this version does not know, always the same one."""
    return min(one, other, key=_text)


def _since(at: object) -> tuple[datetime, str]:
    """A place in time for what was written as one; last for what cannot be read as such."""
    try:
        when = datetime.fromisoformat(str(at))
        when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, OverflowError):
        when = datetime.max.replace(tzinfo=UTC)
    return when, str(at)


def _earlier(one: dict, other: dict) -> dict:
    """Of two rows the one that was there first."""
    return min(one, other, key=lambda row: (_since(row.get("at")), _text(row)))


def _answer(one: dict, other: dict) -> dict:
    """The earlier of two answers, and of the times it was gone back to the last."""
    bare = [{key: row[key] for key in row if key != "revisited"} for row in (one, other)]
    both = dict(_earlier(*bare))
    if marks := [row["revisited"] for row in (one, other) if "revisited" in row]:
        both["revisited"] = max(marks, key=lambda mark: (mark is not None, _since(mark)))
    return both


def _lab(one: dict, other: dict) -> dict:
    """A pass comes before none, the earlier of two before the later; the marks of both."""
    both = _union(one, other, _lesser)
    first = min(one, other, key=_lab_place)
    both = {key: both[key] for key in both if key not in ("passed", "at", "helped")}
    both |= {key: first[key] for key in ("passed", "at") if key in first}
    if marks := [row["helped"] for row in (one, other) if "helped" in row]:
        both["helped"] = min(marks, key=lambda mark: (mark is None, _since(mark)))
    return both


def _lab_place(row: dict) -> tuple:
    return not row.get("passed"), _since(row.get("at")), "at" in row


def _hints(one: dict, other: dict) -> dict:
    return _union(one, other, _lesser) | {"tier": max(one["tier"], other["tier"])}


_JOINS = {"answers": _answer, "labs": _lab, "open": _earlier, "hints": _hints}
