"""Plays a scenario's two runs, each in a fresh worker, and has each told in a few lines.

Whether the two differ where the scenario says is `compare`; nothing is shown here.
"""

from dataclasses import dataclass
from pathlib import Path

from lab.check.exchange import Worker
from lab.check.outcome import Outcome
from lab.check.player import Source
from lab.check.runner import Runner
from lab.check.suite import read_beside, read_source, reference_with
from lab.course.errors import LabError
from lab.doctor.scenario import Scenario

# A scene is handed the harness and the lab; what tells a run needs neither.
_TELL = b"\n\n\ndef _tell(harness, lab, seen):\n    return tell(seen)\n"


@dataclass(frozen=True)
class Run:
    """One run: what was seen (observations by name, {} when it raised), what went up out of the
    scene (type, message, line, function) or None, what it printed, and its telling in lines.
    """

    seen: dict
    raised: dict | None
    printed: str
    told: list[str]


@dataclass(frozen=True)
class Both:
    """The two runs of one scenario."""

    theirs: Run
    reference: Run


def run_both(scenario: Scenario, harness: Path | None = None, runner: Runner | None = None) -> Both:
    """Plays the broken run and the good one on `harness`, the finished one unless given.

    LabError when one of them cannot be played to its end, or gives no observations.
    """
    source = reference_with(scenario.lessons) if harness is None else read_source(harness)
    if runner is None:
        with Runner() as runner:
            return _both(runner, scenario, source)
    return _both(runner, scenario, source)


def _both(runner: Runner, scenario: Scenario, harness: Source) -> Both:
    theirs = _run(runner, scenario, harness, "scene", "theirs" if scenario.setup else None)
    good = _run(runner, scenario, harness, "scene" if scenario.setup else "mended", None)
    return Both(theirs, good)


def _run(runner: Runner, scenario: Scenario, harness: Source, scene: str, setup: str | None) -> Run:
    beside = read_beside(Path(harness.path), scenario.path.resolve().parent.parent)
    worker = runner.open(harness, Source(str(scenario.path), scenario.text + _TELL), beside)
    try:
        if worker.failed:
            raise _cannot(scenario, "it", worker.failed)
        outcome = worker.play(scene, {}, setup, runner.limits.seconds)
        if outcome.raised:
            return Run({}, outcome.raised, outcome.printed, [_how(outcome.raised)])
        if outcome.status != "pass":
            raise _cannot(scenario, f"{scene}()", outcome, " with theirs()" if setup else "")
        if not isinstance(outcome.seen, dict):
            raise LabError(f"{_at(scenario, scene)}: {scene}() returns no dict of observations")
        told = _told(worker, scenario, outcome.seen, runner.limits.seconds)
        return Run(outcome.seen, None, outcome.printed, told)
    finally:
        worker.close()


def _told(worker: Worker, scenario: Scenario, seen: dict, seconds: float) -> list[str]:
    outcome = worker.play("_tell", {"seen": seen}, None, seconds)
    if outcome.status != "pass":
        raise _cannot(scenario, "tell()", outcome)
    lines = outcome.seen.split("\n") if isinstance(outcome.seen, str) else outcome.seen
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise LabError(f"{_at(scenario, 'tell')}: tell() returns neither lines nor a text")
    return lines


def _how(raised: dict) -> str:
    words = f": {raised['message']}" if raised["message"] else ""
    return f"It raised {raised['type']}{words}"


def _cannot(scenario: Scenario, what: str, outcome: Outcome, how: str = "") -> LabError:
    line = outcome.line.replace("the suite's scenes.py", "the file").replace("your harness", "it")
    where = _at(scenario, what.removesuffix("()"))
    return LabError(f"{where}: {what}{how} cannot be played: {line}")


def _at(scenario: Scenario, function: str) -> str:
    """The file, and the line of a function in it."""
    line = scenario.line(function)
    return f"{scenario.path}, line {line}" if line else str(scenario.path)
