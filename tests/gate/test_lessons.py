"""The course's own suites, measured, with a few mutants of each (`make mutants` has them all)."""

import pytest

from lab.course.lesson import find_lessons
from lab.gate.command import course_marks
from lab.gate.measure import Gate, Options

LESSONS = find_lessons()
SUITES = [one for one in LESSONS if one.tests.is_file() and one.scenes.is_file()]


@pytest.mark.parametrize("lesson", SUITES, ids=lambda one: one.key)
def test_a_suite_is_good(crew, lesson):
    # That direct and judged verdicts agree is held for each file by the tests of the judge.
    options = Options(sample=5, seed=1, runs=2, agreement=False)
    found = Gate(crew, LESSONS, course_marks(LESSONS), options).measure(lesson)
    assert found.complaints == []
