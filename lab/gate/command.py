"""What `lab suite check` does: choose the suites, measure them, print what was found."""

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence

from lab.check.report import Line
from lab.check.run import choose
from lab.check.screen import Screen
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons, released
from lab.gate import report
from lab.gate.crew import Crew
from lab.gate.marks import NAME, Mark, read_marks
from lab.gate.measure import Gate, Measure, Meter, Options, Silent


def check_and_print(
    wanted: Sequence[str], options: Options, jobs: int | None = None, to_json: bool = False
) -> int:
    """Measures the suites of the lessons `wanted` (none: all); 0 when good, 1 when not.

    LabError when there is nothing to measure, in a release, or for a bad file of
    marks.
    """
    if released():
        raise LabError("a suite is measured with the solutions, and this course comes without them")
    lessons = find_lessons()
    chosen = chosen_suites(wanted, lessons)
    marks = course_marks(lessons)
    measures = []
    with Crew(jobs) as crew, _meter(not to_json) as meter:
        gate = Gate(crew, lessons, marks, options, meter)
        measures = [gate.measure(lesson) for lesson in chosen]
    if to_json:
        print(json.dumps(report.as_data(measures, options), indent=2))
    else:
        _print(measures, options)
    return 0 if all(measure.good for measure in measures) else 1


def chosen_suites(wanted: Sequence[str], lessons: list[Lesson]) -> list[Lesson]:
    """The lessons that `wanted` means (keys, ranges, `all`) and that have a suite, in order."""
    named = [one for each in wanted for one in _meant(each, lessons)] if wanted else lessons
    found = [one for one in lessons if one in named and one.tests.is_file()]
    if not found:
        raise LabError(f"no suite to check: {', '.join(one.key for one in named)} has no tests.py")
    return found


def course_marks(lessons: Sequence[Lesson]) -> list[Mark]:
    """The course's marks; LabError when one is for a lesson that is not there."""
    path = lessons[0].path.parent / NAME
    marks = read_marks(path)
    there = {one.key for one in lessons}
    for mark in marks:
        for key in set(mark.lessons) - there:
            raise LabError(f"{path}: {mark.definition}: {mark.change}: there is no lesson {key!r}")
    return marks


def _meant(wanted: str, lessons: list[Lesson]) -> list[Lesson]:
    return lessons if wanted.strip().lower() == "all" else choose(wanted, b"", lessons)


def _print(measures: Sequence[Measure], options: Options) -> None:
    screen = Screen(sys.stdout)
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(report.rich_table(measures))
    else:
        screen.print(*map(Line, report.table(measures)))
    drawn = f"{options.runs} runs in random order a suite, seed {options.seed}"
    if options.mutants and options.sample is not None:
        drawn += f"; {options.sample} mutants a lesson, drawn with the same seed"
    screen.print(Line(drawn), Line(""), *report.complaints(measures))


@contextlib.contextmanager
def _meter(wanted: bool) -> Iterator[Meter]:
    """A progress bar on a terminal; nothing elsewhere."""
    if not wanted or not sys.stderr.isatty():
        yield Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        yield _Bar(progress)


class _Bar:
    """A bar a lesson, longer as more work comes up."""

    def __init__(self, progress) -> None:
        self._progress = progress
        self._tasks: dict[str, int] = {}
        self._now = 0

    def more(self, lesson: Lesson, jobs: int) -> None:
        if lesson.key not in self._tasks:
            title = f"{lesson.key} {lesson.title}"
            self._tasks[lesson.key] = self._progress.add_task(title, total=0)
        self._now = self._tasks[lesson.key]
        task = self._progress.tasks[self._progress.task_ids.index(self._now)]
        self._progress.update(self._now, total=task.total + jobs)

    def done(self) -> None:
        self._progress.advance(self._now)
