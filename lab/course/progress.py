"""What a learner has done: answers committed, labs passed and helped, one file in their folder.

The file is `.lab/progress.json`; how it is kept from harm is `store`. What a lesson or a question
is, and how the map counts them, is not known here.
"""

import contextlib
import json
import math
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lab.course.errors import LabError
from lab.course.store import Damaged, Store, dumped

VERSION = 1


def course_folder() -> Path:
    """The learner's folder: LAB_COURSE, else the nearest folder up from here with a `.lab`.

    With neither it is the current folder, which becomes one at the first write.
    """
    named = os.environ.get("LAB_COURSE")
    if named:
        return Path(named).absolute()
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".lab").is_dir()), here)


def is_course(folder: Path) -> bool:
    """Whether a course folder has been made of this folder."""
    return (folder / ".lab").is_dir()


def own_folder() -> Path:
    """The learner's folder, for what needs one: LabError when there is none here."""
    folder = course_folder()
    if not is_course(folder):
        raise LabError(f"{folder} is no course folder: make one with `lab init DIR`, and go there")
    return folder


@dataclass(frozen=True)
class Answer:
    """A committed answer: the option's letter, whether it is right, and when (UTC, ISO 8601).

    `right` is None for a graded question, where only the instructor knows.
    `seconds` is how long the question was thought about, where that is known, and `revisited` when
    a run that was diagnosed wrong was last gone back to.
    """

    answer: str
    right: bool | None
    at: str
    seconds: float | None = None
    revisited: str | None = None


class Progress:
    """One course folder's record. Each method reads the file anew: another command may write it.

    `say` is handed the one line that tells of a damaged file; by default it goes to stderr.
    LabError when the file is from a newer version, or cannot be read or written.
    """

    def __init__(self, folder: Path | None = None, say: Callable[[str], object] | None = None):
        self.folder = course_folder() if folder is None else Path(folder)
        self.path = self.folder / ".lab" / "progress.json"
        self._store = Store(self.path, _parse, say or _to_stderr)

    @property
    def stays(self) -> bool:
        """Whether there is a course folder for it: one that was made, or that LAB_COURSE names."""
        return is_course(self.folder) or bool(os.environ.get("LAB_COURSE"))

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Holds the folder's lock, for a change to another of its files.

        Nothing may be put on record meanwhile: that takes the same lock.
        """
        return self._store.alone()

    def data(self) -> dict:
        """All that is on record, as the file has it."""
        return self._store.read()

    def absorb(self, join: Callable[[dict], dict]) -> tuple[dict, dict]:
        """Puts what `join` makes of the data in its place; the data before and after."""
        with self._store.changing() as data:
            before = json.loads(dumped(data))
            after = join(before)
            data.clear()
            data.update(after)
        return before, after

    def answer(self, question: str) -> Answer | None:
        """The answer on record, or None."""
        return self.answers().get(question)

    def answers(self) -> dict[str, Answer]:
        """Every answer on record, by question."""
        return {key: Answer(**_known(value)) for key, value in self.data()["answers"].items()}

    def commit(
        self, question: str, answer: str, right: bool | None, seconds: float | None = None
    ) -> Answer:
        """Puts an answer on record and returns the one that counts: the first ever committed."""
        with self._store.changing() as data:
            new: dict = {"answer": answer, "right": right, "at": _now()}
            if seconds is not None:
                new["seconds"] = round(seconds, 1)
            return Answer(**_known(data["answers"].setdefault(question, new)))

    def revisit(self, question: str) -> None:
        """Puts on record that an answer which was wrong is gone back to now; any other stays."""
        there = self.answer(question)
        if there is None or there.right is not False:
            return
        with self._store.changing() as data:
            if question in data["answers"]:
                data["answers"][question]["revisited"] = _now()

    def written(self) -> dict[str, str]:
        """What was written to open questions, by question; "" for one that was only looked at."""
        return {key: row.get("words") or "" for key, row in self.data()["open"].items()}

    def write(self, question: str, words: str) -> str:
        """Puts on record what was written to an open question; what counts: the first words."""
        with self._store.changing() as data:
            return data["open"].setdefault(question, {"words": words, "at": _now()})["words"] or ""

    def lab_passed(self, key: str) -> bool:
        """Whether the suite of this lesson has ever passed."""
        return bool(self.data()["labs"].get(key, {}).get("passed"))

    def labs_passed(self) -> list[str]:
        """The keys of the lessons whose suite has passed, in the order they did."""
        labs = self.data()["labs"]
        passed = [key for key in labs if labs[key].get("passed")]
        return sorted(passed, key=lambda key: labs[key].get("at") or "")

    def record_lab(self, key: str, passed: bool) -> None:
        """Puts a suite's pass on record. A fail changes nothing: what has passed stays passed."""
        if not passed or self.lab_passed(key):
            return
        with self._store.changing() as data:
            lab = data["labs"].setdefault(key, {})
            if not lab.get("passed"):
                lab.update({"passed": True, "at": _now()})

    def labs_helped(self) -> list[str]:
        """The keys of the lessons that were built with help, in the order the help was taken."""
        labs = self.data()["labs"]
        helped = [key for key in labs if labs[key].get("helped") is not None]
        return sorted(helped, key=lambda key: labs[key]["helped"])

    def record_help(self, key: str) -> bool:
        """Marks a lesson whose solution is opened before its suite has passed; whether it is so.

        Nothing clears the mark.
        """
        with self._store.changing() as data:
            lab = data["labs"].setdefault(key, {"passed": False})
            if not lab["passed"] and lab.get("helped") is None:
                lab["helped"] = _now()
            return lab.get("helped") is not None

    def hints_seen(self, key: str) -> int:
        """How many of a lesson's hints have been shown."""
        return self.data()["hints"].get(key, {}).get("tier", 0)

    def see_hints(self, key: str, tier: int) -> None:
        """Puts on record that a lesson's hints have been shown up to this one."""
        with self._store.changing() as data:
            row = data["hints"].setdefault(key, {"tier": tier})
            row["tier"] = max(tier, row["tier"])


def parse(data: bytes, name: str) -> dict:
    """The bytes of a progress file as its data, keys that are not known here included.

    LabError when a newer version wrote it, Damaged when it is no progress file.
    """
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number, parse_float=_number)
        dumped(found).encode()  # half a surrogate pair can be escaped in JSON, and not be written
    except json.JSONDecodeError as exc:
        raise Damaged(f"line {exc.lineno}: {exc.msg}") from None
    except (ValueError, RecursionError) as exc:
        raise Damaged(str(exc).split("\n")[0]) from None
    version = found.get("version") if isinstance(found, dict) else None
    if type(version) is int and version > VERSION:
        raise LabError(
            f"{name} is of version {version} and this lab reads version {VERSION}: "
            "update harness-lab to use it (nothing was changed)"
        )
    if version != VERSION or type(version) is not int:
        raise Damaged("it names no version")
    for part, wanted in _PARTS.items():
        _check(part, found.setdefault(part, {}), wanted)
    return found


# What a row must hold: a key's types, None among them where the key may be missing, and NULL where
# it must be there and may be null.
NULL = type(None)
_ANSWER = {
    "answer": (str,),
    "right": (bool, NULL),
    "at": (str,),
    "seconds": (int, float, None),
    "revisited": (str, None),
}
_LAB = {"passed": (bool,), "at": (str, None), "helped": (str, None)}
_OPEN = {"words": (str,), "at": (str,)}
_HINTS = {"tier": (int,)}
_PARTS: dict[str, dict[str, tuple]] = {
    "answers": _ANSWER,
    "labs": _LAB,
    "open": _OPEN,
    "hints": _HINTS,
}


def _parse(data: bytes | None, name: str) -> dict:
    new = {"version": VERSION, **{part: {} for part in _PARTS}}
    return new if data is None else parse(data, name)


def _check(part: str, rows: object, wanted: dict[str, tuple]) -> None:
    if not isinstance(rows, dict):
        raise Damaged(f"its {part} are no table")
    for key, row in rows.items():
        if not isinstance(row, dict):
            raise Damaged(f"{part}: {key!r} is no table")
        for name, kinds in wanted.items():
            value = row.get(name)
            missing = value is None and not (name in row and NULL in kinds)
            if (None if missing else type(value)) not in kinds:
                raise Damaged(f"{part}: {key!r} has no usable {name!r}")


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _known(row: dict) -> dict:
    return {key: row[key] for key in _ANSWER if key in row}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _to_stderr(line: str) -> None:
    print(f"lab: {line}", file=sys.stderr)
