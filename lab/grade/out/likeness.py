"""Which of the course's own wrong solutions a failure looks like.

Each is judged once with the same suite; a submission that fails the same sentences looks like it.
It is a hint for a teacher, not a proof, and stands in no learner's page.
"""

import json
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from lab.check.judge import judge
from lab.check.runner import Runner
from lab.check.suite import Suite
from lab.check.wrong import Wrong, read_wrong
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.course.store import dumped, write_whole
from lab.gate.stage import Stage
from lab.grade.kit import Kit, digest_of, toolkit_digest
from lab.grade.result import ClassResult, Verdict

NAME = "likeness.json"
_EVERY = 50


@dataclass(frozen=True)
class Print:
    """A wrong solution of a lesson: what is wrong with it, and the tests that it fails."""

    name: str
    description: str
    failing: frozenset[str]


Prints = Mapping[str, Sequence[Print]]
Wanted = Mapping[str, Collection[str] | None]


def alike(verdict: Verdict, prints: Prints) -> list[Print]:
    """The wrong solutions that fail exactly what this verdict fails.

    None where all passes, and none where nothing does: a file that cannot even be loaded would
    look like whatever is wrong with everything.
    """
    if not _tells(verdict):
        return []
    failing = failing_of(verdict)
    return [one for one in prints.get(verdict.lesson, ()) if one.failing == failing]


def class_prints(
    result: ClassResult, kit: Kit, folder: Path, tell: Callable[[str], None]
) -> tuple[Prints, list[str]]:
    """(the prints that some failure of a class may look like, what has to be said of it).

    Only lessons that somebody fails are looked at, and of a shipped suite only the wrong solutions
    whose test somebody fails. `tell` hears a line before the judging starts and as it goes on.
    """
    failed: dict[str, set[str]] = {}
    for row in result.rows:
        for key, verdict in row.verdicts.items():
            if _tells(verdict):
                failed.setdefault(key, set()).update(failing_of(verdict))
    lessons = find_lessons()
    chosen = [one for one in lessons if one.key in failed and one.wrong]
    if not chosen:
        return {}, []
    wanted = {one.key: None if kit[one.key].hidden else failed[one.key] for one in chosen}
    with tempfile.TemporaryDirectory(prefix="lab-suites-") as name:
        suites = {one.key: kit[one.key].unpack(Path(name)) for one in chosen}
        try:
            with Runner() as runner:
                return fingerprints(lessons, suites, folder, runner, wanted, tell), []
        except LabError as exc:
            return {}, [f"which wrong solutions failures look like is not known: {exc}"]


def _tells(verdict: Verdict) -> bool:
    """Whether some of it passes, some does not, and the grader had no fault."""
    return not verdict.broken and 0 < len(failing_of(verdict)) < len(verdict.records)


def failing_of(verdict: Verdict) -> frozenset[str]:
    return frozenset(one.test for one in verdict.records if one.status != "pass")


def fingerprints(
    lessons: Sequence[Lesson],
    suites: Mapping[str, Suite],
    folder: Path,
    runner: Runner,
    wanted: Wanted = MappingProxyType({}),
    tell: Callable[[str], None] = lambda line: None,
) -> Prints:
    """The prints of each lesson's wrong solutions under the suite that `suites` has for it.

    Of a lesson that `wanted` has tests for, only wrong solutions that one of those is there to
    catch. What was judged before is taken from the file NAME in `folder`, where it is kept under
    the content of the suite, of the whole wrong harness and of the toolkit; what is known stays
    there when this is stopped on the way.
    """
    todo = [
        (Stage(lesson, lessons), wrong)
        for lesson in lessons
        if lesson.key in suites
        for wrong in map(read_wrong, lesson.wrong)
        if _is_wanted(wrong, wanted.get(lesson.key))
    ]
    kept = _kept(folder / NAME)
    known: dict[str, list[str]] = {}
    found: dict[str, list[Print]] = {}
    try:
        for place, (stage, wrong) in enumerate(todo):
            if place % _EVERY == 0:
                tell(f"which wrong solutions failures look like: {place} of {len(todo)} known")
            key = stage.lesson.key
            one = _print(wrong, stage, suites[key], runner, kept, known)
            found.setdefault(key, []).append(one)
    finally:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / NAME, dumped({**kept, **known}).encode("utf-8"))
    return found


def _is_wanted(wrong: Wrong, tests: Collection[str] | None) -> bool:
    return tests is None or wrong.caught_by in tests


def _print(
    wrong: Wrong,
    stage: Stage,
    suite: Suite,
    runner: Runner,
    kept: Mapping[str, list[str]],
    known: dict[str, list[str]],
) -> Print:
    files = stage.patched(wrong.source)
    asked = [path.read_text(encoding="utf-8") for path in (suite.tests, suite.scenes)]
    key = digest_of([toolkit_digest(), asked, files])
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
