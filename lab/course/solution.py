"""A solution taken: the reference for a lesson's gaps, put into the learner's own files.

It is worked out first and changes nothing until it is taken; taking it before the lesson's suite
has passed leaves a mark on the lesson. Whether somebody wants it is asked elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.course.beside import beside_gaps, solve_beside
from lab.course.errors import LabError
from lab.course.folder import own_harness, rewrite
from lab.course.lesson import Lesson, find_lessons, lesson, released
from lab.course.merge import diff, read_part, solve, stage_of
from lab.course.progress import Progress


@dataclass(frozen=True)
class Change:
    """One file of the learner's, as it is and as it will be."""

    path: Path
    before: bytes
    after: bytes


@dataclass(frozen=True)
class Solution:
    """The solution of some gaps of a lesson, for one learner's files; `changes` may be empty."""

    lesson: Lesson
    names: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def diff(self) -> str:
        """What differs from theirs, "" when nothing does."""
        return "".join(diff(one.before, one.after, one.path.name) for one in self.changes)


def solution(folder: Path, key: str | None = None, name: str | None = None) -> Solution:
    """The solution of one gap of a lesson, or of all its gaps, as it is at the learner's stage.

    `key` is by default the lesson their file is in. LabError when there is no course folder, no
    such gap, when the lesson has not been started, or when their file cannot take it.
    """
    harness = own_harness(folder)
    lessons = find_lessons()
    if released():
        raise LabError("this course comes without solutions: `lab hint` helps, and your instructor")
    stage = stage_of(harness, lessons, folder)
    one = lesson(key or stage or lessons[0].key, lessons)
    inside, beside = list(read_part(one).gaps), _beside(one)
    if inside:
        _refuse_unstarted(one, stage, lessons)
    names = [_meant(one, name, [*inside, *beside])] if name else [*inside, *beside]
    changes = [_inside(folder, harness, one, [gap for gap in names if gap in inside], lessons)]
    for path in dict.fromkeys(beside.values()):
        changes.append(_in_file(folder, path, [gap for gap in names if beside.get(gap) == path]))
    return Solution(one, tuple(names), tuple(c for c in changes if c.after != c.before))


def take(folder: Path, taken: Solution) -> bool:
    """Puts the solution into the files, each kept as it was; whether the lesson is now marked.

    LabError, and nothing more changed, when a file is no longer what it was or cannot be written.
    """
    marked = Progress(folder).record_help(taken.lesson.key)
    for one in taken.changes:
        rewrite(one.path, one.before, one.after, taken.lesson.key)
    return marked


def _beside(one: Lesson) -> dict[str, Path]:
    """The gaps in the files that the lesson puts beside harness.py, each with its file."""
    return {gap: path for path in one.beside for gap in beside_gaps(path)}


def _refuse_unstarted(one: Lesson, stage: str | None, lessons: Sequence[Lesson]) -> None:
    order = [each.key for each in lessons]
    if stage and order.index(stage) < order.index(one.after or one.key):
        reason = f"lesson {one.key} is not in harness.py yet, which is at lesson {stage}"
        raise LabError(f"{reason}: `lab start {one.key}` puts its gaps in")


def _meant(one: Lesson, name: str, there: Sequence[str]) -> str:
    """The gap of this name; of a method its own name will do."""
    found = [gap for gap in there if name in (gap, gap.rpartition(".")[2])]
    if len(found) != 1:
        named = ", ".join(there) or "none"
        raise LabError(f"lesson {one.key} has no gap {name!r}; its gaps are: {named}")
    return found[0]


def _inside(
    folder: Path, before: bytes, one: Lesson, names: Sequence[str], lessons: Sequence[Lesson]
) -> Change:
    after = before
    for name in names:
        after = solve(after, one.key, name, lessons=lessons)
    return Change(folder / "harness.py", before, after)


def _in_file(folder: Path, path: Path, names: Sequence[str]) -> Change:
    own = folder / path.name
    if not own.is_file():
        raise LabError(f"{own} is not there: `lab start` puts it beside harness.py")
    before = after = own.read_bytes()
    for name in names:
        after = solve_beside(after, path, name)
    return Change(own, before, after)
