"""Two runs differ where the scenario says, and only there; each deviation is one line."""

from dataclasses import replace

import pytest

from lab.doctor.compare import complaints, differences
from lab.doctor.run import Both, Run, run_both
from lab.doctor.scenario import all_cases, load


def run(raised=None, **seen):
    return Run(seen, raised, "", [])


@pytest.fixture
def scenario(write):
    return load(write(), "Z")


def test_differences_mind_types_and_what_only_one_run_has():
    a, b = {"x": 1, "y": [1], "z": "s"}, {"x": 1.0, "y": [1], "w": None}
    assert differences(a, b) == ["x", "z", "w"]
    assert differences({"x": True}, {"x": 1}) == ["x"]
    assert differences({}, {}) == []


def test_two_runs_as_the_scenario_says_have_no_complaints(scenario):
    assert complaints(scenario, Both(run(disk=1, count=2), run(disk=3, count=2))) == []


@pytest.mark.parametrize(
    ("theirs", "reference", "said"),
    [
        (run(disk=1, count=2), run(disk=1, count=2), "disk: said to differ, and is the same"),
        (run(disk=1, count=2), run(disk=2, count=3), "count: said to be the same, and differs"),
        (run(disk=1), run(disk=2), "count: neither run has this observation"),
        (run(disk=1, count=2, log=3), run(disk=2, count=2, log=3), "log: seen, and named neither"),
    ],
)
def test_each_deviation_is_one_line(scenario, theirs, reference, said):
    (line,) = complaints(scenario, Both(theirs, reference))
    assert line.startswith(said)


BOOM = {"type": "OSError", "message": "full", "line": 7, "function": None}


def test_what_is_raised_must_be_what_the_file_says(scenario):
    good = run(disk=1, count=2)
    (line,) = complaints(scenario, Both(run(BOOM), good))
    assert line == "RAISES is None, and the first run raised OSError: full (line 7)"
    expecting = replace(scenario, raises="OSError")
    assert complaints(expecting, Both(run(BOOM), good)) == []
    (line,) = complaints(expecting, Both(good, run(disk=3, count=2)))
    assert line == "RAISES is OSError, and the first run raised nothing"


def test_the_reference_never_raises(scenario):
    (line,) = complaints(scenario, Both(run(disk=1, count=2), run(BOOM)))
    assert line == "the reference raised OSError: full (line 7)"


@pytest.mark.parametrize("one", all_cases(), ids=lambda one: one.id)
def test_the_courses_own_runs_differ_where_their_file_says_every_time(one):
    first, second = run_both(one), run_both(one)
    assert complaints(one, first) == []
    assert first == second
