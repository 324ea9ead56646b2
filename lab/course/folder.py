"""A learner's course folder: made once, and given one lesson's gaps after another.

Every write keeps the file it replaces under `.lab/kept/`. What a lesson's gaps are is the merge's
business; whether a suite passed is read from the progress file.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.course.beside import start_beside
from lab.course.carried import to_change
from lab.course.errors import LabError
from lab.course.kept import copies, keep
from lab.course.lesson import Lesson, find_lessons, lesson, lessons_root
from lab.course.map import Place, standing
from lab.course.markers import Gap, gaps, stage_of
from lab.course.merge import diff, read_part, start, start_file
from lab.course.outline import outlined
from lab.course.progress import Progress, course_folder, is_course
from lab.course.source import decode
from lab.course.store import write_whole

_README = """# Your course folder

`harness.py` is yours: it grows from lesson to lesson, and nothing you write in it is ever lost
(`.lab/kept` has every earlier version).

    lab             where you are, and what to do next
    lab read        the page of the lesson you are in
    lab ask         its questions
    lab check       judge the lesson you are in
    lab hint        when you are stuck
    lab start       put the next lesson's gaps into harness.py
    lab doctor      broken runs to diagnose
    lab map         what is done, and what is left
"""


@dataclass(frozen=True)
class Started:
    """A lesson that has been put into a file: which, what changed, and the files beside it.

    `left` says what is to do in its gaps, and `past` are the checkpoints of runs alone that lie
    between the lesson before and this one.
    """

    lesson: Lesson
    changes: str
    beside: list[Path]
    left: str = ""
    past: tuple[Lesson, ...] = ()


def named_folder(words: str) -> Path:
    """The folder that is meant by what was typed; LabError for an empty name."""
    if not words.strip():
        raise LabError(
            "the folder has no name: `lab init DIR`, or `lab init` alone for this folder"
        )
    return Path(words).expanduser()


def make(folder: Path) -> Path:
    """Makes a course folder at lesson 01's start; the harness's path. LabError if one is there."""
    harness = folder / "harness.py"
    if harness.exists():
        raise LabError(f"{harness} is there already: nothing was changed")
    if copies(folder):
        raise LabError(f"{_gone(folder)}; nothing was changed")
    with _refusing(folder):
        (folder / ".lab").mkdir(parents=True, exist_ok=True)
        if not (folder / "README.md").exists():
            write_whole(folder / "README.md", _README.encode())
        for notebook in sorted((lessons_root().parent / "notebooks").glob("*.ipynb")):
            target = folder / "notebooks" / notebook.name
            if not target.exists():
                target.parent.mkdir(exist_ok=True)
                write_whole(target, notebook.read_bytes())
        write_whole(harness, start_file(find_lessons()[0].key))  # last: until then, once more works
    return harness


def begin(folder: Path, wanted: str | None = None, force: bool = False) -> Started:
    """Puts a lesson's gaps into the folder's harness.py: the next lesson's, or those `wanted`.

    LabError when there is no course folder here, when the lesson before has not passed (`force`
    overrides), when a lesson that is skipped made what is not in the file, or when the file cannot
    take the gaps; then nothing is changed.
    """
    before = own_harness(folder)
    lessons = find_lessons()
    chosen = lesson(wanted, lessons) if wanted else next_lesson(before, lessons, folder)
    if chosen is None:
        raise LabError("harness.py has every lesson's gaps already: the course is done")
    lacking = _lacking(folder, chosen, before, lessons)
    if not force:
        _refuse_skipping(folder, chosen, before, lessons, may_force=not lacking)
    if lacking:
        raise LabError(lacking)
    after = start(before, chosen.key, lessons)
    rewrite(folder / "harness.py", before, after, chosen.key)
    with _refusing(folder):
        beside = [_put_beside(folder, path) for path in chosen.beside]
    new = [path for path in beside if path]
    left = standing(*_gaps_left(folder, after, chosen))
    return Started(chosen, diff(before, after), new, left, _past(before, chosen, lessons, folder))


def own_harness(folder: Path) -> bytes:
    """The learner's harness.py; LabError when this is no course folder."""
    harness = folder / "harness.py"
    if is_course(folder) and not harness.exists() and copies(folder):
        raise LabError(_gone(folder))
    if not is_course(folder) or not harness.is_file():
        raise LabError(f"{folder} is no course folder: make one with `lab init DIR`, and go there")
    try:
        return harness.read_bytes()
    except OSError as exc:
        raise LabError(f"{harness} cannot be read: {exc.strerror or exc}") from None


def rewrite(path: Path, before: bytes, after: bytes, key: str) -> None:
    """Puts `after` in the place of a file of the course folder, for lesson `key`; keeps `before`.

    LabError, and nothing changed, when the file is no longer what `before` says.
    """
    if after == before:
        return
    with Progress(path.parent).alone(), _refusing(path.parent):
        if path.read_bytes() != before:
            raise LabError(f"{path} was changed meanwhile: nothing was done, so try again")
        keep(path, before, key)
        write_whole(path, after)


def next_lesson(
    source: bytes, lessons: Sequence[Lesson], folder: Path | None = None
) -> Lesson | None:
    """The first lesson after the one whose gaps stand in the file that has something to add.

    With a `folder`, the files that lessons have put there count too.
    """
    main = [one for one in lessons if one.kind != "elective"]
    stage = stage_of(source, lessons, folder)
    keys = [one.key for one in main]
    rest = main[keys.index(stage) + 1 :] if stage in keys else main
    return next((one for one in rest if one.beside or read_part(one).pieces), None)


def wanted_lesson(wanted: str | None) -> Lesson:
    """The lesson that is asked for, or the one the learner here is in; LabError without either."""
    if wanted:
        return lesson(wanted)
    folder, lessons = course_folder(), find_lessons()
    return lesson(stage_of(own_harness(folder), lessons, folder) or lessons[0].key, lessons)


def place(folder: Path) -> Place:
    """Where the learner is, by what stands in their harness.py. LabError without a folder."""
    source, lessons = own_harness(folder), find_lessons()
    stage = stage_of(source, lessons, folder)
    here = lesson(stage, lessons) if stage else None
    after = next_lesson(source, lessons, folder)
    main = [one.key for one in lessons if one.kind != "elective"]
    start = main.index(stage) + 1 if stage else 0
    following = main[start : main.index(after.key) if after else len(main)]
    try:
        empty, untouched = _gaps_left(folder, source, here)
    except LabError as exc:
        return Place(here, following=tuple(following), next=after, trouble=str(exc))
    return Place(here, empty, untouched, tuple(following), after)


def barred(folder: Path, key: str) -> str:
    """Why a lesson cannot be started yet in a course folder, in one line; "" when it can."""
    lessons = find_lessons()
    try:
        _refuse_skipping(folder, lesson(key), own_harness(folder), lessons, may_force=False)
    except LabError as exc:
        return str(exc)
    return ""


def _refuse_skipping(
    folder: Path, chosen: Lesson, source: bytes, lessons: Sequence[Lesson], may_force: bool
) -> None:
    """A lesson builds on the one before it, which is in the file and whose suite has passed."""
    stage = stage_of(source, lessons, folder)
    if stage is None or stage == chosen.key:
        return
    force = f" (or `lab start {chosen.key} --force`)" if may_force else ""
    before = lesson(stage, list(lessons))
    if before.tests.is_file() and not Progress(folder).lab_passed(before.key):
        reason = f"lesson {before.key} has not passed here yet: run `lab check {before.key}`"
        raise LabError(f"{reason}{force}")
    if skipped := _skipped(stage, chosen, lessons):
        reason = f"lesson {skipped[0].key} comes before lesson {chosen.key}"
        raise LabError(f"{reason}: run `lab start {skipped[0].key}`{force}")


def _lacking(folder: Path, chosen: Lesson, source: bytes, lessons: Sequence[Lesson]) -> str:
    """What skipped lessons make and the file has not, in a line; there is no way back to it."""
    stage = stage_of(source, lessons, folder)
    if stage is None or not (chosen.beside or read_part(chosen).pieces):
        return ""
    for one in _skipped(stage, chosen, lessons):
        there = outlined(decode(source)).named
        missing = [piece.name for piece in read_part(one).pieces if piece.name not in there]
        if missing:
            more = f" (and {len(missing) - 1} more)" if missing[1:] else ""
            reason = f"which lesson {one.key} makes and lesson {chosen.key} builds on"
            return (
                f"harness.py has no {missing[0]}{more}, {reason}: run `lab start {one.key}` first"
            )
    return ""


def _skipped(stage: str, chosen: Lesson, lessons: Sequence[Lesson]) -> list[Lesson]:
    """The lessons with something to add between the one a file is at and the one to begin."""
    order = [one.key for one in lessons]
    until = order.index(chosen.after or chosen.key) + bool(chosen.after)
    between = lessons[order.index(stage) + 1 : until]
    return [one for one in between if one.kind == "lesson" and read_part(one).pieces]


def _gaps_left(
    folder: Path, source: bytes, here: Lesson | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a lesson's gaps that are empty, and of those that are as start left them."""
    there = [*gaps(source), *_gaps_beside(folder, here)]
    if here is None:
        return (), ()
    untouched = [gap.name for gap in to_change(folder / "harness.py", here.key)]
    empty = [gap.name for gap in there if gap.empty and gap.key == here.key]
    return tuple(empty), tuple(untouched)


def _past(
    before: bytes, chosen: Lesson, lessons: Sequence[Lesson], folder: Path
) -> tuple[Lesson, ...]:
    """The checkpoints of runs alone between the lesson that a file was at and the one begun."""
    order = [one.key for one in lessons]
    stage = stage_of(before, lessons, folder)
    first = order.index(stage) + 1 if stage else 0
    between = lessons[first : order.index(chosen.key)] if chosen.kind != "elective" else []
    return tuple(one for one in between if one.kind == "checkpoint" and not one.part.is_file())


def _gaps_beside(folder: Path, here: Lesson | None) -> list[Gap]:
    """The gaps in the files that a lesson has put beside harness.py."""
    own = [folder / path.name for path in (here.beside if here else ()) if path.suffix == ".py"]
    there = [path for path in own if path.is_file()]
    return [gap for path in there for gap in gaps(path.read_bytes(), path.name)]


def _put_beside(folder: Path, path: Path) -> Path | None:
    """A lesson's own file, put beside harness.py unless the learner has one of that name."""
    target = folder / path.name
    if target.exists():
        return None
    write_whole(target, start_beside(path))
    return target


def _gone(folder: Path) -> str:
    """What to do where harness.py is not there any more: the last copy kept is put back by hand."""
    last = copies(folder)[-1].relative_to(folder).as_posix()
    return (
        f"{folder / 'harness.py'} is gone, but {last} is its last copy: put it back under its name"
    )


@contextlib.contextmanager
def _refusing(folder: Path):
    try:
        yield
    except OSError as exc:
        where = exc.filename or folder
        raise LabError(f"{where} cannot be written: {exc.strerror or exc}") from None
