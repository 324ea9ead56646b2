"""Proves of a scenario what its file says: three equal runs, the differences, and who catches it.

What is wrong is a line each; nothing is printed here. The two runs are played in workers, and so is
the lesson's suite, on the finished harness with the scenario's broken definitions put in.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from lab.check.judge import judge
from lab.check.player import Source
from lab.check.runner import Runner
from lab.check.suite import read_beside, read_source, reference_with
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.doctor.compare import complaints
from lab.doctor.run import Both, run_both
from lab.doctor.scenario import Scenario, load

RUNS = 3
# What a sentence comes to that a broken definition fails, and what a broken file comes to.
_CATCHES = ("fail", "error", "timeout", "memory", "crashed")
_BREAKS = ("grader_error", "syntax")
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
            where = f"line {scenario.line('LESSON')}"
            return [f"{where}: LESSON names {strange[0]}, and there is no such lesson"]
        both = [run_both(scenario, runner=runner) for _ in range(RUNS)]
        if wavering := _wavering(scenario, both):  # nothing else would hold in the next run
            return wavering
        wrong = _compared(scenario, both[0])
        if _broke(scenario, both[0]):  # what the suite makes of a slip is no proof of anything
            return wrong
        return [*wrong, *_caught(scenario, lessons, runner)]
    except LabError as exc:
        return [str(exc).removeprefix(str(path)).lstrip(":, ")]


def caught(scenario: Scenario, lessons: Sequence[Lesson], runner: Runner) -> bool | None:
    """Whether a suite of the scenario's lessons catches what is broken; None when none has one.

    Where the code is right and its use is not, there is nothing that a suite could catch. LabError
    when theirs() cannot even be put into the harness, or goes wrong by a slip in the suite.
    """
    suites = _suites(scenario, lessons)
    if not scenario.setup:
        return False
    if not suites:
        return None
    return any(_fails(scenario, one, runner) for one in suites)


def unproved(path: Path, key: str, lessons: Sequence[Lesson] | None = None) -> list[str]:
    """What a good file leaves unsaid since nobody could prove it: CAUGHT, where there is no suite.

    A graded one says nothing of it where there is a suite, too.
    """
    scenario = load(path, key)
    there = _suites(scenario, find_lessons() if lessons is None else lessons)
    if there or not scenario.setup or scenario.caught is not None:
        return []
    return [_no_suite(scenario)]


def _suites(scenario: Scenario, lessons: Sequence[Lesson]) -> list[Lesson]:
    return [one for one in lessons if one.key in scenario.lessons and one.tests.is_file()]


def _no_suite(scenario: Scenario) -> str:
    line = scenario.line("CAUGHT")
    where = f"line {line}: " if line else ""
    keys = ", ".join(scenario.lessons)
    have = "lesson {} has" if len(scenario.lessons) == 1 else "lessons {} have"
    return f"{where}CAUGHT is not proved: {have.format(keys)} no suite"


def _fails(scenario: Scenario, one: Lesson, runner: Runner) -> bool:
    harness = reference_with(scenario.lessons)
    text = scenario.text.decode("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "harness.py"
        broken.write_bytes(harness.text + _BROKEN.format(text=text).encode())
        beside = read_beside(Path(harness.path), one.path)
        for source in beside:
            (Path(folder) / Path(source.path).name).write_bytes(source.text)
        _refuse_unloaded(scenario, read_source(broken), beside, runner)
        records = judge(broken, one, runner=runner, first_only=True)
    for record in records:
        if record.status in _BREAKS:
            how = record.message.rpartition("scenes.py raised ")[2].split("\n")[0]
            said = f"theirs() breaks in the suite of lesson {one.key}: {how}"
            raise LabError(f"{scenario.path}, line {scenario.line('theirs')}: {said}")
    return any(record.status in _CATCHES for record in records)


def _refuse_unloaded(
    scenario: Scenario, broken: Source, beside: Sequence[Source], runner: Runner
) -> None:
    worker = runner.open(broken, Source("scenes.py", b""), list(beside))
    try:
        if worker.failed:
            said = f"theirs() cannot be put into the harness: {worker.failed.line}"
            raise LabError(f"{scenario.path}, line {scenario.line('theirs')}: {said}")
    finally:
        worker.close()


def _broke(scenario: Scenario, both: Both) -> bool:
    raised = both.theirs.raised and both.theirs.raised["type"]
    return bool(both.reference.raised) or raised != scenario.raises


def _wavering(scenario: Scenario, both: Sequence[Both]) -> list[str]:
    first = asdict(both[0])
    if all(asdict(other) == first for other in both[1:]):
        return []
    said = f"{RUNS} runs did not show the same: the scene has a clock, a coin or an order in it"
    return [f"line {scenario.line('scene')}: {said}"]


def _compared(scenario: Scenario, both: Both) -> list[str]:
    """What is not as the file says, with the line that says it, else that of the scene."""
    found = []
    for said in complaints(scenario, both):
        name = said.partition(":")[0].partition(" ")[0]
        fields = {
            **dict.fromkeys(scenario.same, "SAME"),
            **dict.fromkeys(scenario.differs, "DIFFERS"),
        }
        line = scenario.line(fields.get(name, name)) or scenario.line("scene")
        found.append(f"line {line}: {said}")
    return found


def _caught(scenario: Scenario, lessons: Sequence[Lesson], runner: Runner) -> list[str]:
    found = caught(scenario, lessons, runner)
    graded = not scenario.question.right and scenario.caught is None  # a release says neither
    if scenario.caught is found or graded:
        return []
    if found is None:
        return [_no_suite(scenario)]
    where = f"line {scenario.line('CAUGHT')}: " if scenario.line("CAUGHT") else ""
    said = "does not say" if scenario.caught is None else f"says {scenario.caught}"
    does = "catches" if found else "does not catch"
    return [f"{where}CAUGHT {said}, and the suite {does} it: CAUGHT = {found}"]
