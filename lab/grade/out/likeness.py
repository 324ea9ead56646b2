"""Which of the course's own wrong solutions a failure looks like.

Each is judged once with the same suite; a submission that fails the same sentences looks like it.
It is a hint for a teacher, not a proof, and stands in no learner's page.
"""

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.check.judge import judge
from lab.check.runner import Runner
from lab.check.suite import Suite
from lab.check.wrong import Wrong, read_wrong
from lab.course.lesson import Lesson
from lab.course.store import dumped, write_whole
from lab.gate.stage import Stage
from lab.grade.result import Verdict

NAME = "likeness.json"


@dataclass(frozen=True)
class Print:
    """A wrong solution of a lesson: what is wrong with it, and the tests that it fails."""

    name: str
    description: str
    failing: frozenset[str]


Prints = Mapping[str, Sequence[Print]]


def alike(verdict: Verdict, prints: Prints) -> list[Print]:
    """The wrong solutions that fail exactly what this verdict fails; none where all passes."""
    failing = failing_of(verdict)
    if not failing or verdict.broken:
        return []
    return [one for one in prints.get(verdict.lesson, ()) if one.failing == failing]


def failing_of(verdict: Verdict) -> frozenset[str]:
    return frozenset(one.test for one in verdict.records if one.status != "pass")


def fingerprints(
    lessons: Sequence[Lesson], suites: Mapping[str, Suite], folder: Path, runner: Runner
) -> Prints:
    """The prints of each lesson's wrong solutions under the suite that `suites` has for it.

    What was judged before is taken from the file NAME in `folder`, where it is kept under the
    content of the suite and of the whole wrong harness.
    """
    kept = _kept(folder / NAME)
    known: dict[str, list[str]] = {}
    found = {}
    for lesson in lessons:
        if lesson.key in suites:
            suite, stage = suites[lesson.key], Stage(lesson, lessons)
            wrongs = [read_wrong(path) for path in lesson.wrong]
            found[lesson.key] = [_print(one, stage, suite, runner, kept, known) for one in wrongs]
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / NAME, dumped({**kept, **known}).encode("utf-8"))
    return found


def _print(
    wrong: Wrong,
    stage: Stage,
    suite: Suite,
    runner: Runner,
    kept: Mapping[str, list[str]],
    known: dict[str, list[str]],
) -> Print:
    files = stage.patched(wrong.source)
    content = [suite.tests.read_bytes(), suite.scenes.read_bytes(), json.dumps(files).encode()]
    key = hashlib.sha256(b"\0".join(content)).hexdigest()
    if key not in kept:
        known[key] = sorted(_failing(files, suite, runner))
    return Print(wrong.name, wrong.description, frozenset(kept.get(key) or known.get(key) or ()))


def _failing(files: Mapping[str, str], suite: Suite, runner: Runner) -> frozenset[str]:
    with tempfile.TemporaryDirectory(prefix="lab-likeness-") as name:
        for file, text in files.items():
            (Path(name) / file).write_text(text, encoding="utf-8")
        records = judge(Path(name) / "harness.py", suite, runner=runner)
    return failing_of(Verdict(suite.key, tuple(records)))


def _kept(path: Path) -> dict[str, list[str]]:
    """What is kept; what cannot be read is judged again."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
