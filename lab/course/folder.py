"""A learner's course folder: made once, and given one lesson's gaps after another.

Every write keeps the file it replaces under `.lab/kept/`. What a lesson's gaps are is the merge's
business; whether a suite passed is read from the progress file.
"""

import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from lab.course.beside import start_beside
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons, lesson, lessons_root
from lab.course.merge import diff, read_part, stage_of, start, start_file
from lab.course.progress import Progress

_README = """# Your course folder

`harness.py` is yours: it grows from lesson to lesson, and nothing you write in it is ever lost
(`.lab/kept` has every earlier version).

    lab check       judge the lesson you are in
    lab start       put the next lesson's gaps into harness.py
    lab doctor      broken runs to diagnose
"""


@dataclass(frozen=True)
class Started:
    """A lesson that has been put into a file: which, what changed, and the files beside it."""

    lesson: Lesson
    changes: str
    beside: list[Path]


def make(folder: Path) -> Path:
    """Makes a course folder at lesson 01's start; the harness's path. LabError if one is there."""
    harness = folder / "harness.py"
    if harness.exists():
        raise LabError(f"{harness} is there already: nothing was changed")
    with _refusing(folder):
        (folder / ".lab").mkdir(parents=True, exist_ok=True)
        _write(harness, start_file(find_lessons()[0].key))
        if not (folder / "README.md").exists():
            _write(folder / "README.md", _README.encode())
        for notebook in sorted((lessons_root().parent / "notebooks").glob("*.ipynb")):
            target = folder / "notebooks" / notebook.name
            if not target.exists():
                target.parent.mkdir(exist_ok=True)
                shutil.copyfile(notebook, target)
    return harness


def begin(folder: Path, wanted: str | None = None, force: bool = False) -> Started:
    """Puts a lesson's gaps into the folder's harness.py: the next lesson's, or those `wanted`.

    LabError when there is no course folder here, when the lesson before has not passed (`force`
    overrides), or when the file cannot take the gaps; then nothing is changed.
    """
    harness = folder / "harness.py"
    if not (folder / ".lab").is_dir() or not harness.is_file():
        raise LabError(f"{folder} is no course folder: make one with `lab init DIR`, and go there")
    before = harness.read_bytes()
    lessons = find_lessons()
    chosen = lesson(wanted, lessons) if wanted else _next(before, lessons)
    if not force:
        _refuse_skipping(folder, chosen, before, lessons)
    after = start(before, chosen.key, lessons)
    with _refusing(folder):
        if after != before:
            _keep(folder, before, chosen)
            _write(harness, after)
        beside = [_put_beside(folder, path) for path in chosen.beside]
    return Started(chosen, diff(before, after), [path for path in beside if path])


def _next(source: bytes, lessons: list[Lesson]) -> Lesson:
    """The first lesson after the one whose gaps stand in the file that has something to add."""
    main = [one for one in lessons if one.kind != "elective"]
    stage = stage_of(source, lessons)
    keys = [one.key for one in main]
    rest = main[keys.index(stage) + 1 :] if stage in keys else main
    for one in rest:
        if one.beside or read_part(one).pieces:
            return one
    raise LabError("harness.py has every lesson's gaps already: the course is done")


def _refuse_skipping(folder: Path, chosen: Lesson, source: bytes, lessons: list[Lesson]) -> None:
    """A lesson builds on the one before it, whose suite has passed here."""
    stage = stage_of(source, lessons)
    if stage is None or stage == chosen.key:
        return
    before = lesson(stage, lessons)
    if before.tests.is_file() and not Progress(folder).lab_passed(before.key):
        raise LabError(
            f"lesson {before.key} has not passed here yet: run `lab check {before.key}`"
            f" (or `lab start {chosen.key} --force`)"
        )


def _put_beside(folder: Path, path: Path) -> Path | None:
    """A lesson's own file, put beside harness.py unless the learner has one of that name."""
    target = folder / path.name
    if target.exists():
        return None
    _write(target, start_beside(path))
    return target


def _keep(folder: Path, source: bytes, chosen: Lesson) -> None:
    kept = folder / ".lab" / "kept"
    kept.mkdir(exist_ok=True)
    number = 1 + max((int(path.name[:4]) for path in kept.glob("[0-9]" * 4 + "-*")), default=0)
    _write(kept / f"{number:04}-harness-before-{chosen.key}.py", source)


def _write(path: Path, content: bytes) -> None:
    """The whole file or none of it: a crash half way leaves the one that was there."""
    new = path.with_name(path.name + ".new")
    with open(new, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        shutil.copymode(path, new)
    os.replace(new, path)


@contextlib.contextmanager
def _refusing(folder: Path):
    try:
        yield
    except OSError as exc:
        where = exc.filename or folder
        raise LabError(f"{where} cannot be written: {exc.strerror or exc}") from None
