"""A class of four, made by hand: passing, failing, hostile words, hidden suite, unreadable."""

import pytest

from lab.check.record import Record
from lab.grade.result import (
    ClassResult,
    LearnerMarks,
    LessonMark,
    Marks,
    Row,
    Submission,
    Verdict,
)

EVIL = '=cmd()<script>alert(1)</script>\u202eabc\x00\x1b[31m"'
FAILED = (
    "the secret reason\n\nyour harness: 3\nshould be:    SECRET\n\nplayed: Two calls (with n=2)"
)


def verdict(lesson: str, *statuses: str) -> Verdict:
    records = [
        Record(lesson, f"test_{n}", f"sentence {n} of {lesson}", status, _message(status), 0.25)
        for n, status in enumerate(statuses)
    ]
    return Verdict(lesson, tuple(records), tier="A", seconds=1.5)


def _message(status: str) -> str:
    words = {"pass": "", "fail": FAILED, "grader_error": "the suite has a fault: SECRET"}
    return words.get(status, "your harness did not end in 10 s")


def marks_of(ids: dict[str, tuple[float | None, float | None]]) -> Marks:
    possible = {"03": 2.0, "04": 2.5}
    learners = {}
    for one, points in ids.items():
        lessons = {
            key: LessonMark(mark, possible[key]) for key, mark in zip(possible, points, strict=True)
        }
        known = [mark for mark in points if mark is not None]
        total = sum(known) if len(known) == len(points) else None
        learners[one] = LearnerMarks(lessons, total, 4.5)
    return Marks(learners, possible, "Agents")


@pytest.fixture
def group() -> tuple[ClassResult, Marks]:
    ada = Submission("ada", "Ada Lovelace", {"canvas_user_id": "11", "moodle_participant": "11"})
    bo = Submission("bo", "Bo Ek", {"email": "bo@example.org"})
    eve = Submission("eve", EVIL, {"login": "eve"}, submitted="2026-03-01T10:00:00+00:00")
    lost = Submission("lost", "Zoe", {}, problem="harness.py is not text")
    rows = (
        Row(ada, {"03": verdict("03", "pass", "pass"), "04": verdict("04", "pass", "pass")}),
        Row(bo, {"03": verdict("03", "pass", "fail"), "04": verdict("04", "timeout", "fail")}),
        Row(eve, {"03": verdict("03", "grader_error"), "04": verdict("04", "memory", "pass")}),
        Row(lost),
    )
    titles = {"03": "The loop", "04": "Failure is a result"}
    result = ClassResult(
        rows,
        ("03", "04"),
        titles,
        "A",
        "harness-lab 1",
        "2026-03-02T10:00:00+00:00",
        frozenset({"04"}),
    )
    points = {"ada": (2.0, 2.5), "bo": (1.0, 0.0), "eve": (None, 1.25), "lost": (0.0, 0.0)}
    return result, marks_of(points)
