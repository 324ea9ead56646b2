"""Which scenarios are meant: files, runs, names, lessons, ranges; of the course or of a folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.check.run import choose
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.doctor.scenario import own_files

_LISTED = "`lab scenario list` names them"


@dataclass(frozen=True)
class File:
    """A scenario's file, and the key of the lesson it is shown in ("" in a folder of one's own)."""

    path: Path
    key: str

    @property
    def name(self) -> str:
        """What it is called in a list: A/1_card_4711."""
        return f"{self.key}/{self.path.stem}".lstrip("/")

    @property
    def run(self) -> str:
        """What the doctor calls it, in small letters: a.1, mine.1."""
        stem, key = self.path.stem, self.key or self.path.resolve().parent.name
        number = stem.partition("_")[0]
        return f"{key}.{number if number.isdecimal() else stem}".lower()


def chosen(wanted: Sequence[str], folder: Path | None) -> list[File]:
    """The files that are meant, each once, in the order they are named.

    None named, or `all`: all of the folder, else of the course. A name is looked for in the folder
    first, then in the course. LabError for one that means nothing.
    """
    own = [] if folder is None else [File(path, "") for path in own_files(folder)]
    course = [File(path, one.key) for one in find_lessons() for path in one.scenarios]
    if not wanted or list(wanted) == ["all"]:
        return own or course
    found = [one for name in wanted for one in _meant(name, own, course)]
    return list(dict.fromkeys(found))


def doubled(one: File, there: Sequence[File]) -> list[str]:
    """A line when an earlier file of `there` is called as this one is; else []."""
    for other in there:
        if other == one:
            return []
        if other.run == one.run:
            return [f"{other.path.name} is {one.run} as well; give each a number of its own"]
    return []


def _meant(name: str, own: Sequence[File], course: Sequence[File]) -> list[File]:
    path = Path(name).expanduser()
    if path.suffix == ".py" and path.exists():
        same = [one for one in (*own, *course) if one.path.resolve() == path.resolve()]
        return same or [File(path, "")]
    found = _named(name, own) or _named(name, course)
    return found or _of_lessons(name, course)


def _named(name: str, there: Sequence[File]) -> list[File]:
    """Those of this file's name, or this run: A.1; one of a folder of one's own: mine.1."""
    wanted = name.strip().lower()
    return [one for one in there if wanted in _names(one)]


def _names(one: File) -> tuple[str, ...]:
    return tuple(each.lower() for each in (one.name, one.path.stem, one.run))


def _of_lessons(name: str, course: Sequence[File]) -> list[File]:
    try:
        keys = [one.key for one in choose(name, b"", find_lessons())]
    except LabError:
        raise LabError(f"there is no scenario {name!r}; {_LISTED}") from None
    found = [one for one in course if one.key in keys]
    if not found:
        raise LabError(f"there are no scenarios in lesson {name} yet; {_LISTED}")
    return found
