"""The policy: read with the line of what is wrong, and marks that never change a verdict."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from lab.check.record import Record
from lab.course.errors import LabError
from lab.grade.marks import make_marks
from lab.grade.policy import EXAMPLE, Policy, read_policy
from lab.grade.result import ClassResult, LessonMark, Row, Submission, Verdict


def policy(folder: Path, text: str) -> Policy:
    path = folder / "course.toml"
    path.write_text(text, encoding="utf-8")
    return read_policy(path)


def a_class(*statuses: str, submitted: str | None = None, **about) -> ClassResult:
    records = tuple(Record("04", f"test_{i}", "It does.", s) for i, s in enumerate(statuses))
    who = Submission("ada", "Ada L", {"email": "ada@x.org"}, digest="d", submitted=submitted)
    row = Row(who, {"04": Verdict("04", records, tier="A")})
    return ClassResult((row,), ("04",), {"04": "Failure"}, "A", "toolkit", "now", **about)


def mark(result: ClassResult, found: Policy) -> LessonMark:
    return make_marks(result, found)[0].learners["ada"].lessons["04"]


def test_the_example_is_a_policy_and_says_everything(tmp_path):
    found = policy(tmp_path, EXAMPLE)
    assert found.of("04").points == 20 and found.of("04").credit == "suite"
    assert found.of("05").points == 10 and found.of("05").due is None
    assert found.of("04").due == datetime(2026, 10, 15, 21, 59, tzinfo=UTC)
    assert found.overrides[0].points == 18 and found.late.most_percent == 50
    assert found.hidden_suites == tmp_path / "suites"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title = 3\n", 1, "title is text, in quotes"),
        ("# x\n\nponts = 3\n", 3, "ponts is nothing that is known"),
        ('[lesson.04]\npoints = 1\ncredit = "half"\n', 3, "credit is one of sentence, suite"),
        ("[late]\nmost_percent = 1\npercent_per_day = 200\n", 3, "is percent"),
        ("[lesson.04]\ndue = 2026-01-01T00:00:00\n", 2, "names no time zone"),
        ('timezone = "Mars/North"\n', 1, "is none that is known here"),
        ('[lesson.04]\ndue = "soon"\n', 2, "is a time"),
        ('[[override]]\nlearner = "a"\n', 1, "says no lesson"),
        ("points = -1\n", 1, "not below zero"),
        ("points = nan\n", 1, "not below zero"),
    ],
)
def test_what_it_cannot_mean_is_refused_with_its_line(tmp_path, text, line, reason):
    with pytest.raises(LabError, match=reason) as caught:
        policy(tmp_path, text)
    assert f"course.toml, line {line}: " in str(caught.value)


def test_bad_toml_is_one_line_with_its_place(tmp_path):
    with pytest.raises(LabError, match="at line 2"):
        policy(tmp_path, "points = 1\npoints = = 2\n")


def test_credit_by_sentence_and_by_suite(tmp_path):
    result = a_class("pass", "pass", "fail", "timeout")
    assert mark(result, policy(tmp_path, "points = 10")).earned == 5
    assert mark(result, policy(tmp_path, 'points = 10\ncredit = "suite"')).earned == 0
    assert mark(a_class("pass"), policy(tmp_path, 'points = 10\ncredit = "suite"')).earned == 10


LATE = """points = 10
[lesson.04]
due = 2026-10-15T12:00:00Z
[late]
grace_minutes = 10
percent_per_day = 10
most_percent = 30
closed_after_days = 5
"""


@pytest.mark.parametrize(
    ("submitted", "points"),
    [
        ("2026-10-15T12:09:00+00:00", 10),
        ("2026-10-15T12:11:00+00:00", 9),
        ("2026-10-15T14:09:00+02:00", 10),
        ("2026-10-17T11:00:00+00:00", 8),
        ("2026-10-20T11:00:00+00:00", 7),
        ("2026-10-21T12:00:00+00:00", 0),
        (None, 10),
    ],
)
def test_lateness_costs_by_the_day_begun(tmp_path, submitted, points):
    assert mark(a_class("pass", submitted=submitted), policy(tmp_path, LATE)).earned == points


def test_an_extension_moves_the_date_of_one_learner(tmp_path):
    text = LATE + '[extension."ada@x.org"]\n4 = 2026-10-30T00:00:00Z\n'
    late = a_class("pass", submitted="2026-10-20T11:00:00+00:00")
    assert mark(late, policy(tmp_path, text)).earned == 10


def test_an_override_stands_whatever_the_verdict_says_and_the_verdict_stays(tmp_path):
    text = '[[override]]\nlearner="Ada L"\nlesson="4"\npoints=0.5\nreason="shown"\n'
    for status in ("pass", "fail", "grader_error"):
        result = a_class(status)
        found = mark(result, policy(tmp_path, text))
        assert (found.earned, found.override, found.note) == (0.5, True, "shown")
        assert result.rows[0].verdicts["04"].records[0].status == status


def test_what_the_grader_failed_at_is_no_zero(tmp_path):
    marks, _ = make_marks(a_class("grader_error", "pass"), Policy())
    assert marks.learners["ada"].lessons["04"].earned is None
    assert marks.learners["ada"].total is None


def test_a_name_that_is_nobodys_is_said(tmp_path):
    found = policy(tmp_path, "[submitted]\nbob = 2026-01-01T00:00:00Z\n")
    assert make_marks(a_class("pass"), found)[1] == [
        "course.toml speaks of 'bob', who has handed in nothing here"
    ]
