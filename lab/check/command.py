"""What `lab check` and `lab_check` do: choose, judge, print as it goes, sum up."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from lab.check import report, run
from lab.check.run import Result
from lab.check.runner import Runner
from lab.check.screen import Screen
from lab.check.suite import Suite, read_source
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.progress import Progress


def judge_and_print(
    runner: Runner,
    harness: Path,
    wanted: str | None,
    tests: str | None = None,
    everything: bool = False,
    to_json: bool = False,
) -> int:
    """Judges `harness` with the lessons `wanted`; the exit code. LabError when it cannot."""
    if not harness.is_file():
        raise LabError(f"{harness}: no such file; say which with --harness FILE")
    chosen = run.choose(wanted, read_source(harness).text, find_lessons(), harness.parent)
    suite = run.suite_file(tests, chosen) if tests else None
    chosen = chosen[:1] if suite else chosen
    if to_json:
        results = run.check(harness, chosen, runner, suite, on_result=recorder(harness, suite))
        print(json.dumps(report.as_data(harness, results), indent=2))
        return run.exit_code(results)
    screen = Screen(sys.stdout)
    results = run.check(
        harness,
        chosen,
        runner,
        suite,
        on_lesson=lambda result: screen.print(*report.heading(result)),
        on_record=lambda record: screen.print(report.row(record)),
        on_result=recorder(harness, suite),
    )
    screen.print(*report.details(results, everything), *report.total(results, after(harness)))
    return run.exit_code(results)


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


def after(harness: Path) -> str:
    """What to do once everything passes."""
    if _is_course(harness):
        return "Next: `lab start` puts the next lesson's gaps into harness.py."
    return "Next: `lab init DIR` makes a folder of your own, with harness.py at lesson 1's start."


def _is_course(harness: Path) -> bool:
    path = harness.resolve()
    return path.name == "harness.py" and (path.parent / ".lab").is_dir()
