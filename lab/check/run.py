"""One harness through the suites somebody asked for: which lessons, in which order, and the gaps.

A lesson whose gaps are still empty is not judged: a swallowed NotImplementedError would look like
a result. Nothing is printed here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lab.check import awaits
from lab.check.judge import judge
from lab.check.record import Record, passed
from lab.check.runner import Runner
from lab.check.suite import Suite, read_source
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons, lesson


@dataclass(frozen=True)
class Unwritten:
    """A gap with nothing of this lesson in it: `line` counts from 1."""

    name: str
    file: str
    line: int


@dataclass
class Result:
    """One lesson's suite on one harness; `has_suite` is False where nothing could be judged.

    `ahead` says that the file is at an earlier lesson: this one has not been started in it, and
    `barred` why it cannot be, where that is known.
    `untouched` are the gaps that hold what `lab start` put there, where that is known.
    """

    lesson: Lesson
    has_suite: bool = True
    unwritten: list[Unwritten] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    ahead: bool = False
    untouched: list[Unwritten] = field(default_factory=list)
    barred: str = ""

    @property
    def passed(self) -> bool:
        return not self.unwritten and passed(self.records)


def choose(
    wanted: str | None, source: bytes, lessons: Sequence[Lesson], folder: Path | None = None
) -> list[Lesson]:
    """The lessons that `wanted` means: a key, a range `1-8`, `all`; LabError for anything else.

    A lesson brings the checkpoint directly after it. With nothing said it is the lesson whose gaps
    stand in the file (or in those that lessons put into `folder`, beside it), that one only, else
    all of them.
    """
    from lab.course.markers import stage_of

    main = [one for one in lessons if one.kind != "elective"]
    if wanted is None:
        stage = stage_of(source, lessons, folder)
        return main if stage is None else [lesson(stage, list(lessons))]
    if wanted.strip().lower() == "all":
        return main
    electives = [one for one in lessons if one.kind == "elective"]
    if named := [one for one in electives if one.key == wanted.strip().lower()]:
        return named  # its name may have a dash in it, as a range has
    first, dash, last = wanted.partition("-")
    if not (dash and first.strip().isalnum() and last.strip().isalnum()):
        chosen = lesson(wanted, list(lessons))
        return [chosen, *_checkpoint(chosen, lessons)]
    ends = [lesson(end, list(lessons)) for end in (first, last)]
    between = main[_place(ends[0], main) : _place(ends[1], main) + 1]
    if not between:
        raise LabError(f"{wanted}: lesson {ends[0].key} comes after lesson {ends[1].key}")
    return [*between, *(one for one in _checkpoint(between[-1], lessons) if one not in between)]


def unwritten(harness: Path, chosen: Lesson) -> list[Unwritten]:
    """The lesson's gaps, in the harness and the files beside it, that hold nothing yet."""
    from lab.course.markers import gaps

    files = [harness, *(harness.parent / path.name for path in chosen.beside)]
    found = []
    for file in filter(Path.is_file, files):
        try:
            there = gaps(file.read_bytes(), file.name)
        except LabError:  # a file that does not parse: the suite says so, once for each sentence
            continue
        empty = [gap for gap in there if gap.empty and gap.key == chosen.key]
        found += [Unwritten(gap.name, file.name, gap.line) for gap in empty]
    return found


def check(
    harness: Path,
    chosen: Sequence[Lesson],
    runner: Runner,
    suite: Suite | None = None,
    on_lesson: Callable[[Result], None] = lambda _: None,
    on_record: Callable[[Record], None] = lambda _: None,
    on_result: Callable[[Result], None] = lambda _: None,
) -> list[Result]:
    """Judges the harness with each lesson's suite, or with `suite` in the first one's place.

    `on_lesson` hears of a lesson before it is judged, `on_record` each record, `on_result` a lesson
    when it is done (a course folder's progress is told there). LabError when a file cannot be read.
    """
    source, results = read_source(harness), []
    beyond = ahead(source.text, find_lessons(), harness.parent)

    def hear(record: Record) -> None:
        on_record(awaits.told(record, source))

    for one in chosen:
        result = _result(harness, one, suite, beyond)
        on_lesson(result)
        if result.has_suite and not result.unwritten:
            found = judge(harness, suite or one, on_record=hear, runner=runner)
            result.records = [awaits.told(record, source) for record in found]
        on_result(result)
        results.append(result)
    return results


def _result(harness: Path, one: Lesson, suite: Suite | None, beyond: set[str]) -> Result:
    """A lesson's result before it is judged."""
    has_suite = suite is not None or (one.tests.is_file() and one.scenes.is_file())
    gaps = unwritten(harness, one) if has_suite else []
    return Result(one, has_suite, gaps, ahead=suite is None and one.key in beyond)


def ahead(source: bytes, lessons: Sequence[Lesson], folder: Path) -> set[str]:
    """The keys of what comes after the lesson that the file is in; none when it is in no lesson."""
    from lab.course.markers import stage_of

    keys = [one.key for one in lessons if one.kind != "elective"]
    stage = stage_of(source, lessons, folder)
    return set(keys[keys.index(stage) + 1 :]) if stage else set()


def exit_code(results: Sequence[Result]) -> int:
    """0 when all that was judged passed, 1 when not, 2 when nothing could be judged, or not all."""
    judged = [result for result in results if result.has_suite]
    troubles = [r for result in judged for r in result.records if r.status == "grader_error"]
    if not judged or troubles:
        return 2
    return 0 if all(result.passed for result in judged) else 1


def own_suite(name: str) -> tuple[Lesson, Suite] | None:
    """The suite that a file is which belongs to no lesson, and what stands for its lesson.

    Both go by the file's name. None when it is not there, or is a lesson's. LabError when there is
    no scenes.py beside it.
    """
    path = Path(name).expanduser()
    if not path.is_file() or any(path.samefile(one.tests) for one in _with_tests(find_lessons())):
        return None
    scenes = path.resolve().with_name("scenes.py")
    if not scenes.is_file():
        raise LabError(f"{path}: no scenes.py beside it; whose scenes it plays is --lesson N")
    one = Lesson(path.name, "", "", scenes.parent)
    return one, Suite(one.key, path.resolve(), scenes, one.path)


def suite_file(name: str, chosen: Sequence[Lesson]) -> Suite | None:
    """The suite that a file named on the command line is; None when it is the lessons' own.

    It stands for the first lesson's. Its scenes.py is the one beside it, else that lesson's. A name
    that is not there is looked for in the lessons' folders.
    """
    path = Path(name).expanduser()
    own = [one.tests for one in _with_tests(chosen)]
    if not path.is_file():
        if any((tests.parent / name).is_file() for tests in own):
            return None
        folders = " or ".join(f"{one.key}'s" for one in chosen)
        raise LabError(f"{name}: no such file, here or in lesson {folders} folder")
    if any(path.samefile(tests) for tests in own):
        return None
    beside = path.resolve().with_name("scenes.py")
    scenes = beside if beside.is_file() else chosen[0].scenes
    return Suite(chosen[0].key, path.resolve(), scenes, chosen[0].path)


def _with_tests(lessons: Sequence[Lesson]) -> list[Lesson]:
    return [one for one in lessons if one.tests.is_file()]


def _checkpoint(chosen: Lesson, lessons: Sequence[Lesson]) -> list[Lesson]:
    return [one for one in lessons if one.kind == "checkpoint" and one.after == chosen.key]


def _place(chosen: Lesson, main: Sequence[Lesson]) -> int:
    if chosen not in main:
        raise LabError(f"{chosen.key} is an elective, and a range has none: give it alone")
    return main.index(chosen)
