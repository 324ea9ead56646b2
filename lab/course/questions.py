"""A lesson's questions: a stem, two to four options of which one is right, feedback for each.

An open question has no options: it is answered in words, and names the common answers that miss.
`questions.toml` is read strictly here, and what makes a question whole is said once, for that file
and for the scenarios alike. Who answered what is `progress`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lab.course.errors import LabError

LETTERS = "abcd"
_ID = re.compile(r"[a-z0-9_-]+")
_KEYS = ("id", "stem", "options", "right", "feedback", "reveal", "graded")
_OPEN_KEYS = ("id", "stem", "misses", "reveal", "graded")


@dataclass(frozen=True)
class Question:
    """One question. `id` is what an answer is recorded under: "D.common", "D.1".

    `options` and `feedback` go from letter to markdown, `right` is a letter, and `reveal` is what
    is told once an answer is committed, beside the feedback ("" for nothing). A graded question has
    no more than stem and options: what is right is with the instructor.
    """

    id: str
    stem: str
    options: dict[str, str] = field(default_factory=dict)
    right: str = ""
    feedback: dict[str, str] = field(default_factory=dict)
    reveal: str = ""

    @property
    def letters(self) -> str:
        """The options one can choose: `a, b or c`."""
        *most, last = self.options
        return f"{', '.join(most)} or {last}"

    def is_right(self, letter: str) -> bool | None:
        """Whether this option is right; None where that is not said here."""
        return letter == self.right if self.right else None


@dataclass(frozen=True)
class Open:
    """An open question. `misses` goes from a common answer to what it misses, both markdown.

    `reveal` is what holds, told after those ("" for nothing).
    """

    id: str
    stem: str
    misses: dict[str, str] = field(default_factory=dict)
    reveal: str = ""


def question(id: str, fields: Mapping[str, object]) -> Question:
    """A Question from stem, options, right, feedback and reveal; ValueError says what is wrong."""
    stem, options = _text(fields, "stem"), _table(fields, "options")
    if not 2 <= len(options) <= len(LETTERS):
        raise ValueError(f"2 to {len(LETTERS)} options are wanted, not {len(options)}")
    if list(options) != list(LETTERS[: len(options)]):
        raise ValueError(f"the options are a, b, ... in this order, not {', '.join(options)}")
    if _graded(fields):
        return Question(id, stem, options)
    right, feedback = _text(fields, "right"), _table(fields, "feedback")
    if right not in options:
        raise ValueError(f"the right option {right!r} is not among the options")
    for letter in options:
        if letter not in feedback:
            raise ValueError(f"option {letter} has no feedback")
    for letter in feedback:
        if letter not in options:
            raise ValueError(f"there is feedback for {letter!r}, which is no option")
    reveal = _text(fields, "reveal") if "reveal" in fields else ""
    return Question(id, stem, options, right, feedback, reveal)


def questions(path: Path, key: str) -> list[Question]:
    """The questions of a lesson's `questions.toml`, their ids opened by the lesson's key.

    [] when there is no such file. LabError names the file and the line of what is wrong.
    """
    return [one for one in _all(path, key) if isinstance(one, Question)]


def open_questions(path: Path, key: str) -> list[Open]:
    """The open questions of the same file, its `[[open]]` tables; as `questions` in all else."""
    return [one for one in _all(path, key) if isinstance(one, Open)]


def _all(path: Path, key: str) -> list[Question | Open]:
    if not path.is_file():
        return []
    text, data = _read(path)
    if set(data) - {*_MADE}:
        raise LabError(f"{path}: only [[question]] and [[open]] tables belong here")
    found: list[Question | Open] = []
    for table in _MADE:
        rows = data.get(table, [])
        if not isinstance(rows, list):
            raise LabError(f"{path}: only [[question]] and [[open]] tables belong here")
        head = f"[[{table}]]"
        lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() == head]
        for number, row in enumerate(rows):
            try:
                found.append(_from_row(row, key, table, [one.id for one in found]))
            except ValueError as exc:
                line = f", line {lines[number]}" if number < len(lines) else ""
                raise LabError(f"{path}{line}: {exc}") from None
    return found


def _read(path: Path) -> tuple[str, dict]:
    try:
        text = path.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise LabError(f"{path}: {exc}") from None


def _from_row(row: dict, key: str, table: str, taken: list[str]) -> Question | Open:
    if not isinstance(row, dict):
        raise ValueError(f"{table} is not a table")
    id = _text(row, "id")
    keys, made = _MADE[table]
    if not _ID.fullmatch(id):
        raise ValueError(f"the id {id!r} is not made of a-z, 0-9, _ and -")
    if f"{key}.{id}" in taken:
        raise ValueError(f"the id {id!r} is used twice")
    for name in row:
        if name not in keys:
            raise ValueError(f"{table} {id!r} has an unknown key {name!r}")
    try:
        return made(f"{key}.{id}", row)
    except ValueError as exc:
        raise ValueError(f"{table} {id!r}: {exc}") from None


def _graded(fields: Mapping[str, object]) -> bool:
    """Whether it says of itself that it is graded, and then nothing of what is right."""
    if not fields.get("graded"):
        return False
    for name in ("right", "feedback", "reveal", "misses"):
        if fields.get(name):
            raise ValueError(f"it is graded, and has {name} all the same")
    return True


def _open(id: str, fields: Mapping[str, object]) -> Open:
    if _graded(fields):
        return Open(id, _text(fields, "stem"))
    misses = _table(fields, "misses")
    if not misses:
        raise ValueError("misses names no common answer")
    reveal = _text(fields, "reveal") if "reveal" in fields else ""
    return Open(id, _text(fields, "stem"), misses, reveal)


_MADE: dict[str, tuple[tuple[str, ...], Callable[..., Question | Open]]] = {
    "question": (_KEYS, question),
    "open": (_OPEN_KEYS, _open),
}


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if value is None:
        raise ValueError(f"there is no {name}")
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} is not a text with words in it")
    return value.strip()


def _table(fields: Mapping[str, object], name: str) -> dict[str, str]:
    value = fields.get(name)
    if value is None:
        raise ValueError(f"there is no {name}")
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ValueError(f"{name} is no table of texts")
    for key in value:
        if not isinstance(value[key], str) or not value[key].strip():
            raise ValueError(f"{name} {key} is not a text with words in it")
    return {key: words.strip() for key, words in value.items()}
