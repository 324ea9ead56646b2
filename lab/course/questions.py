"""A lesson's questions: a stem, two to four options of which one is right, feedback for each.

`questions.toml` is read strictly here, and what makes a question whole is said once, for that file
and for the scenarios alike. Who answered what is `progress`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lab.course.errors import LabError

LETTERS = "abcd"
_ID = re.compile(r"[a-z0-9_-]+")
_KEYS = ("id", "stem", "options", "right", "feedback", "reveal")


@dataclass(frozen=True)
class Question:
    """One question. `id` is what an answer is recorded under: "D.common", "D.1".

    `options` and `feedback` go from letter to markdown, `right` is a letter, and `reveal` is what
    is told once an answer is committed, beside the feedback ("" for nothing).
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


def question(id: str, fields: Mapping[str, object]) -> Question:
    """A Question from stem, options, right, feedback and reveal; ValueError says what is wrong."""
    texts = {name: _text(fields, name) for name in ("stem", "right")}
    options, feedback = _table(fields, "options"), _table(fields, "feedback")
    if not 2 <= len(options) <= len(LETTERS):
        raise ValueError(f"2 to {len(LETTERS)} options are wanted, not {len(options)}")
    if list(options) != list(LETTERS[: len(options)]):
        raise ValueError(f"the options are a, b, ... in this order, not {', '.join(options)}")
    if texts["right"] not in options:
        raise ValueError(f"the right option {texts['right']!r} is not among the options")
    for letter in options:
        if letter not in feedback:
            raise ValueError(f"option {letter} has no feedback")
    for letter in feedback:
        if letter not in options:
            raise ValueError(f"there is feedback for {letter!r}, which is no option")
    reveal = _text(fields, "reveal") if "reveal" in fields else ""
    return Question(id, texts["stem"], options, texts["right"], feedback, reveal)


def questions(path: Path, key: str) -> list[Question]:
    """The questions of a lesson's `questions.toml`, their ids opened by the lesson's key.

    [] when there is no such file. LabError names the file and the line of what is wrong.
    """
    if not path.is_file():
        return []
    text, data = _read(path)
    rows = data.get("question", [])
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() == "[[question]]"]
    found: list[Question] = []
    try:
        if set(data) - {"question"} or not isinstance(rows, list):
            raise ValueError("only [[question]] tables belong here")
        for row in rows:
            found.append(_from_row(row, key, [one.id for one in found]))
    except ValueError as exc:
        line = f", line {lines[len(found)]}" if len(found) < len(lines) else ""
        raise LabError(f"{path}{line}: {exc}") from None
    return found


def _read(path: Path) -> tuple[str, dict]:
    try:
        text = path.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise LabError(f"{path}: {exc}") from None


def _from_row(row: dict, key: str, taken: list[str]) -> Question:
    id = _text(row, "id")
    if not _ID.fullmatch(id):
        raise ValueError(f"the id {id!r} is not made of a-z, 0-9, _ and -")
    if f"{key}.{id}" in taken:
        raise ValueError(f"the id {id!r} is used twice")
    for name in row:
        if name not in _KEYS:
            raise ValueError(f"question {id!r} has an unknown key {name!r}")
    try:
        return question(f"{key}.{id}", row)
    except ValueError as exc:
        raise ValueError(f"question {id!r}: {exc}") from None


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
        raise ValueError(f"{name} is not a table from letters to texts")
    for key in value:
        if not isinstance(value[key], str) or not value[key].strip():
            raise ValueError(f"{name} {key} is not a text with words in it")
    return {key: words.strip() for key, words in value.items()}
