"""What `lab check` and `lab_check` do: choose, judge, print as it goes, sum up."""

import json
import sys
from pathlib import Path

from lab.check import report, run
from lab.check.runner import Runner
from lab.check.screen import Screen
from lab.check.suite import read_source
from lab.course.errors import LabError
from lab.course.lesson import find_lessons


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
    chosen = run.choose(wanted, read_source(harness).text, find_lessons())
    suite = run.suite_file(tests, chosen[0]) if tests else None
    chosen = chosen[:1] if suite else chosen
    if to_json:
        results = run.check(harness, chosen, runner, suite)
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
    )
    screen.print(*report.details(results, everything), *report.total(results))
    return run.exit_code(results)
