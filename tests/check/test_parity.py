"""Both ways to play give the same verdicts, for every suite there is and every file we know of.

The files: the reference at each stage, what a lesson starts from, and every wrong solution, which
must be caught by the sentence it names.
"""

from functools import cache
from pathlib import Path

import pytest

from lab.check.judge import judge, judge_here
from lab.check.record import Record
from lab.check.runner import Limits, Runner
from lab.check.suite import reference
from lab.check.wrong import read_wrong
from lab.course.beside import start_beside
from lab.course.lesson import Lesson, find_lessons
from lab.course.merge import start_file
from lab.gate.stage import HARNESS, Files, Stage

MAIN = [one for one in find_lessons() if one.kind != "elective"]
SUITES = [one for one in MAIN if one.tests.is_file() and one.scenes.is_file()]
WRONG = [(one, path) for one in SUITES for path in one.wrong]
STOPPED = {"timeout", "memory", "crashed"}

# What a wrong solution forgets to await, Python warns of when it is thrown away: in this process.
pytestmark = pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")


@pytest.fixture(scope="module")
def runner():
    with Runner(Limits(seconds=5.0)) as runner:
        yield runner


@cache
def end(suite: Lesson) -> Stage:
    return Stage(suite, MAIN)


def verdicts(records: list[Record]) -> dict[str, bool]:
    return {record.test: record.status == "pass" for record in records}


def both(folder: Path, files: Files, suite: Lesson, runner: Runner) -> list[Record]:
    """The judged records, once they are known to agree with those from this process."""
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    harness = folder / HARNESS
    records = judge(harness, suite, runner=runner)
    assert not [record for record in records if record.status == "grader_error"]
    if STOPPED.isdisjoint(record.status for record in records):  # here nothing would stop it
        assert verdicts(judge_here(harness, suite)) == verdicts(records)
    return records


@pytest.mark.parametrize("suite", SUITES, ids=lambda one: one.key)
def test_the_reference_passes_at_every_later_stage_either_way(tmp_path, runner, suite):
    for stage in MAIN[MAIN.index(suite) :]:
        records = both(tmp_path, {**end(suite).files, **end(stage).files}, suite, runner)
        failed = [(record.test, record.message) for record in records if record.status != "pass"]
        assert not failed, f"at the end of {stage.key}"


@pytest.mark.parametrize("suite", SUITES, ids=lambda one: one.key)
def test_a_start_does_not_pass_either_way(tmp_path, runner, suite):
    files = {path.name: start_beside(path).decode() for path in suite.beside}
    files[HARNESS] = (start_file(suite.key) or b"").decode()
    records = both(tmp_path, files, suite, runner)
    assert not all(verdicts(records).values())


@pytest.mark.parametrize(
    ("suite", "path"), WRONG, ids=[f"{one.key}-{path.stem}" for one, path in WRONG]
)
def test_a_wrong_solution_is_caught_by_the_sentence_it_names(tmp_path, runner, suite, path):
    wrong = read_wrong(path)
    records = both(tmp_path, end(suite).patched(wrong.source), suite, runner)
    found = {record.test: record for record in records}
    assert found[wrong.caught_by].status != "pass", found


@pytest.mark.parametrize("suite", SUITES, ids=lambda one: one.key)
def test_the_finished_file_passes_every_suite(runner, suite):
    assert all(verdicts(judge(reference(), suite, runner=runner)).values())
