"""Checks that must fail run beside a suite, and one that passes voids the run."""

import pytest

import lab
from lab import plaindata
from lab.check import bench, canary
from lab.check.judge import judge
from lab.check.outcome import Outcome

HONEST = "def answer():\n    return 42\n\n\ndef trouble():\n    return 42\n"
SUITE = """
def test_one(play):
    '''It answers.'''
    assert play("answer")["answer"] == 42
"""


def _judged(case, tests=SUITE, harness=HONEST, **options):
    case.write(harness, tests)
    return judge(case.harness, case.suite, canary=True, **options)


def test_an_honest_run_has_its_own_records_and_no_more(case):
    records = _judged(case)
    assert [(record.test, record.status) for record in records] == [("test_one", "pass")]


def test_a_run_of_failures_is_not_void(case):
    records = _judged(case, harness="def answer():\n    return 41\n")
    assert [record.status for record in records] == ["fail"]


def test_a_harness_that_ends_every_worker_does_not_void_the_run(case):
    records = _judged(case, harness="import os\ndef answer():\n    os._exit(0)\n")
    assert [record.status for record in records] == ["crashed"]


def test_a_suite_in_which_everything_is_the_same_voids_the_run(case, monkeypatch):
    monkeypatch.setattr(plaindata, "same", lambda left, right: True)
    records = _judged(case)
    assert [record.status for record in records] == ["grader_error"]
    assert records[0].message == "this run counts for nothing: a check that must fail passed"


def test_a_judge_that_takes_every_verdict_for_a_pass_voids_the_run(case, monkeypatch):
    monkeypatch.setattr(bench.Bench, "_verdict", lambda self, exc: ("pass", ""))
    records = _judged(case, harness="def answer():\n    return 41\n")
    assert [record.status for record in records] == ["grader_error"]


def test_a_run_whose_canaries_were_taken_out_is_void(case, monkeypatch):
    kept = canary.GuardedBench.pytest_collection_finish

    def taken_out(self, session: pytest.Session) -> None:
        kept(self, session)
        del session.items[-2:]

    monkeypatch.setattr(canary.GuardedBench, "pytest_collection_finish", taken_out)
    records = _judged(case)
    assert [record.status for record in records] == ["grader_error"]
    assert "was not run" in records[0].message


def test_the_second_check_plays_again_what_was_played_first(case):
    played = []

    class Stage:
        def play(self, scene, args, setup=None, seconds=None):
            played.append((scene, args))
            return Outcome("pass", seen={"answer": 1})

    first = canary._First(Stage())
    first.play("answer", {"n": 1})
    first.play("trouble", {})
    assert (first.scene, first.args) == ("answer", {"n": 1})
    assert lab.same(played, [("answer", {"n": 1}), ("trouble", {})])


def test_the_first_failure_alone_is_judged_without_them(case):
    records = _judged(case, harness="def answer():\n    return 41\n", first_only=True)
    assert [record.status for record in records] == ["fail"]
