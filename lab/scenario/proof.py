"""Proves of a scenario what its file says: three equal runs, the differences, and who catches it.

What is wrong is a line each; nothing is printed here. The two runs are played in workers, and so is
the lesson's suite, on the finished harness with the scenario's broken definitions put in.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from lab.check.judge import judge
from lab.check.runner import Runner
from lab.check.suite import read_beside, reference_with
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.doctor.compare import complaints
from lab.doctor.run import Both, run_both
from lab.doctor.scenario import Scenario, load

RUNS = 3
# The scenario gets a namespace of its own: only what `theirs` changes is changed.
_BROKEN = """

_scenario = {{"__name__": "scenario"}}
exec(compile({text!r}, "scenario", "exec"), _scenario)
_scenario["theirs"](__import__("sys").modules["harness"])
"""


def prove(
    path: Path, key: str, runner: Runner, lessons: Sequence[Lesson] | None = None
) -> list[str]:
    """What of a scenario's file is not so, a line each; [] when all is proved."""
    lessons = find_lessons() if lessons is None else lessons
    try:
        scenario = load(path, key)
        strange = [one for one in scenario.lessons if one not in [each.key for each in lessons]]
        if strange:
            return [f"LESSON names {strange[0]}, and there is no such lesson"]
        both = [run_both(scenario, runner=runner) for _ in range(RUNS)]
    except LabError as exc:
        return [str(exc).removeprefix(f"{path}: ").removeprefix(f"{path}, ")]
    return [*_wavering(both), *complaints(scenario, both[0]), *_caught(scenario, lessons, runner)]


def caught(scenario: Scenario, lessons: Sequence[Lesson], runner: Runner) -> bool | None:
    """Whether a suite of the scenario's lessons catches what is broken; None when none has one.

    Where the code is right and its use is not, there is nothing that a suite could catch.
    """
    suites = [one for one in lessons if one.key in scenario.lessons and one.tests.is_file()]
    if not scenario.setup:
        return False
    if not suites:
        return None
    return any(_fails(scenario, one, runner) for one in suites)


def _fails(scenario: Scenario, one: Lesson, runner: Runner) -> bool:
    harness = reference_with(scenario.lessons)
    text = scenario.text.decode("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "harness.py"
        broken.write_bytes(harness.text + _BROKEN.format(text=text).encode())
        for source in read_beside(Path(harness.path), one.path):
            (Path(folder) / Path(source.path).name).write_bytes(source.text)
        records = judge(broken, one, runner=runner, first_only=True)
    return any(record.status not in ("pass", "not_reported") for record in records)


def _wavering(both: Sequence[Both]) -> list[str]:
    first = asdict(both[0])
    if all(asdict(other) == first for other in both[1:]):
        return []
    return [f"{RUNS} runs did not show the same: the scene has a clock, a coin or an order in it"]


def _caught(scenario: Scenario, lessons: Sequence[Lesson], runner: Runner) -> list[str]:
    found = caught(scenario, lessons, runner)
    if found is None or scenario.caught is found:
        return []
    said = "does not say" if scenario.caught is None else f"says {scenario.caught}"
    does = "catches" if found else "does not catch"
    return [f"CAUGHT {said}, and the suite {does} it: CAUGHT = {found}"]
