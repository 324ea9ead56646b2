"""What `lab check` and `lab_check` do: choose, judge, print as it goes, sum up."""

import contextlib
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from lab.check import explain, report, run
from lab.check.record import Record
from lab.check.report import Line
from lab.check.run import Result, Unwritten
from lab.check.runner import Runner
from lab.check.screen import Screen
from lab.check.suite import Suite, read_source
from lab.course.errors import LabError
from lab.course.kept import copies
from lab.course.lesson import Lesson, find_lessons
from lab.course.progress import Progress, course_folder, is_course


def judge_and_print(
    runner: Runner,
    harness: Path,
    wanted: str | None,
    tests: str | None = None,
    everything: bool = False,
    to_json: bool = False,
    following: Callable[[], str] | None = None,
) -> int:
    """Judges `harness` with the lessons `wanted`; the exit code. LabError when it cannot.

    `following` says what to do next in a course folder, once nothing that was begun fails.
    """
    if not harness.is_file():
        raise LabError(f"{harness}: no such file; say which with --harness FILE")
    chosen, suite = _chosen(harness, wanted, tests)
    screen = Screen(sys.stdout, onward=True)  # the verdict counts, read or not
    if to_json:
        mark, record = _marker(harness), recorder(harness, suite)
        results = run.check(harness, chosen, runner, suite, on_lesson=mark, on_result=record)
        screen.print(Line(json.dumps(report.as_data(harness, results), indent=2)))
        return run.exit_code(results)
    explain.fit(shutil.get_terminal_size().columns)
    lines, record = _Lines(screen, _marker(harness)), recorder(harness, suite)

    def done(result: Result) -> None:
        lines.done(result)
        record(result)

    results = run.check(
        harness,
        chosen,
        runner,
        suite,
        on_lesson=lines.lesson,
        on_record=lines.record,
        on_result=done,
    )
    own = suite is None and _is_here(harness) and _nothing_to_mend(results)
    what = f"Next: {following()}." if own and following else after(harness)
    screen.print(*report.details(results, everything), *report.total(results, what))
    return run.exit_code(results)


class _Lines:
    """A lesson's lines as they come; they wait where they may all turn out to say the same."""

    def __init__(self, screen: Screen, mark: Callable[[Result], None]) -> None:
        self._screen, self._mark = screen, mark

    def lesson(self, result: Result) -> None:
        self._mark(result)
        self._result, self._waiting = result, True
        self._held: list[Record] = []
        self._screen.print(*report.heading(result))

    def record(self, record: Record) -> None:
        self._held.append(record)
        if self._waiting and (self._result.ahead or report.unloaded(self._held)):
            return
        self._screen.print(*(report.row(one) for one in self._held))
        self._held, self._waiting = [], False

    def done(self, result: Result) -> None:
        if self._waiting and result.records:
            self._screen.print(*report.rows(result))


def _chosen(
    harness: Path, wanted: str | None, tests: str | None
) -> tuple[list[Lesson], Suite | None]:
    """The lessons to judge with, and the suite that a file of tests is, if it is no lesson's."""
    if tests and wanted is None and (own := run.own_suite(tests)):
        return [own[0]], own[1]
    chosen = run.choose(wanted, read_source(harness).text, find_lessons(), harness.parent)
    suite = run.suite_file(tests, chosen) if tests else None
    return (chosen[:1] if suite else chosen), suite


def recorder(
    harness: Path, suite: Suite | None = None, say: Callable[[str], object] | None = None
) -> Callable[[Result], None]:
    """What tells a learner's progress of a lesson: their own file counts, on the lesson's suite.

    `say` hears of a damaged progress file, which is otherwise told on stderr.
    """
    if suite is not None or not _is_course(harness):
        return lambda _: None
    progress = Progress(harness.resolve().parent, say)
    return lambda result: progress.record_lab(result.lesson.key, result.passed)


def _marker(harness: Path) -> Callable[[Result], None]:
    """What tells a lesson's result, in a course folder, what stands between it and a pass.

    That is which gaps are as start left them, or why it cannot be started yet.
    """
    if not _is_course(harness):
        return lambda _: None
    passed = Progress(harness.resolve().parent).labs_passed()

    def mark(result: Result) -> None:
        if not result.has_suite or result.lesson.key in passed:
            return
        from lab.course.carried import to_change  # here, not above: the merge takes its time
        from lab.course.folder import barred

        if result.ahead:
            result.barred = barred(harness.resolve().parent, result.lesson.key)

        with contextlib.suppress(LabError):  # a file that does not parse is the suite's to tell
            found = to_change(harness, result.lesson.key)
            result.untouched = [Unwritten(gap.name, harness.name, gap.line) for gap in found]

    return mark


def last_begun(harness: Path, lessons: Sequence[Lesson]) -> str:
    """The lesson somebody is at by the record, its key, of several that a file could be judged by.

    It is the last of those that were started or whose suite has passed, else the first. "" for a
    file that is no course folder's, and where there is no choice.
    """
    if not _is_course(harness) or len(lessons) < 2:
        return ""
    folder = harness.resolve().parent
    passed = Progress(folder).labs_passed()
    seen = [one.key for one in lessons if one.key in passed or copies(folder, one.key)]
    return seen[-1] if seen else lessons[0].key


def after(harness: Path) -> str:
    """What to do once everything passes; "" where there is nothing to say."""
    if _is_course(harness):
        return "Next: `lab start` puts the next lesson's gaps into harness.py."
    if is_course(course_folder()):
        return ""  # another file than theirs: that is no step on their way
    return "Next: `lab init DIR` makes a folder of your own, with harness.py at lesson 1's start."


def _nothing_to_mend(results: Sequence[Result]) -> bool:
    judged = [result for result in results if result.has_suite]
    return bool(judged) and all(result.passed or result.ahead for result in judged)


def _is_here(harness: Path) -> bool:
    """Whether it is the harness of the course folder that the other commands mean."""
    return _is_course(harness) and harness.resolve().parent == course_folder().resolve()


def _is_course(harness: Path) -> bool:
    path = harness.resolve()
    return path.name == "harness.py" and (path.parent / ".lab").is_dir()
