"""The reviewed file of equivalent mutants: those that no suite can catch, each with its reason.

A mark names a mutant by what does not move when a file is edited: the lesson, the definition, the
text of the line and the change. It never turns an operator off.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from lab.course.errors import LabError

NAME = "equivalent_mutants.toml"
_TEXTS = ("definition", "line", "change", "reason")


@dataclass(frozen=True)
class Mark:
    """One entry: the mutant it means, in each of `lessons`, and why it is equivalent."""

    lessons: tuple[str, ...]
    definition: str
    line: str
    change: str
    reason: str

    def means(self, definition: str, line: str, change: str) -> bool:
        """Whether this is that mutant's mark; `line` is compared without its indentation."""
        return (self.definition, self.line, self.change) == (definition, line.strip(), change)


def read_marks(path: Path) -> list[Mark]:
    """The marks of a file, none when there is no file. LabError names the entry that is no good."""
    if not path.is_file():
        return []
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeError) as exc:
        raise LabError(f"{path}: {exc}") from None
    entries = data.pop("mutant", [])
    if data or not isinstance(entries, list):
        raise LabError(f"{path}: it holds [[mutant]] entries and nothing else")
    marks = [_mark(path, number, entry) for number, entry in enumerate(entries, 1)]
    _refuse_doubles(path, marks)
    return marks


def _mark(path: Path, number: int, entry: dict) -> Mark:
    where = f"{path}: entry {number}"
    if set(entry) != {"lessons", *_TEXTS}:
        raise LabError(f"{where}: it has the keys lessons, {', '.join(_TEXTS)}")
    for key in _TEXTS:
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise LabError(f"{where}: {key} is a text, and not an empty one")
    lessons = entry["lessons"]
    if not lessons or not isinstance(lessons, list) or not all(isinstance(k, str) for k in lessons):
        raise LabError(f"{where}: lessons is a list of keys, such as ['05', '07']")
    return Mark(tuple(lessons), *(entry[key].strip() for key in _TEXTS))


def _refuse_doubles(path: Path, marks: list[Mark]) -> None:
    seen: set[tuple[str, ...]] = set()
    for mark in marks:
        for key in mark.lessons:
            name = (key, mark.definition, mark.line, mark.change)
            if name in seen:
                raise LabError(f"{path}: marked twice for lesson {key}: {' | '.join(name[1:])}")
            seen.add(name)
