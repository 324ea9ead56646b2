"""Hints: one tier after the other, and how far somebody is stays on record."""

import pytest

from lab.course.errors import LabError
from lab.course.hints import hints, next_hint, seen_hints
from lab.course.lesson import Lesson, find_lessons
from lab.course.progress import Progress

HINTS = """# Hints

Words before the first tier are the author's own.

## Tier 1

Look at `run_tool`.

## Tier 2

Catch it.

- Then flag it.

## Tier 3

Almost.
"""


@pytest.fixture
def lesson(tmp_path):
    folder = tmp_path / "04_failure"
    folder.mkdir()
    (folder / "hints.md").write_text(HINTS, encoding="utf-8")
    return Lesson("04", "Failure", "", folder)


@pytest.fixture
def progress(tmp_path):
    return Progress(tmp_path / "course")


def test_hints_come_one_after_the_other_and_are_remembered(lesson, progress):
    first = next_hint(lesson, progress)
    assert (first.tier, first.last, first.words) == (1, 3, "Look at `run_tool`.")
    second = next_hint(lesson, Progress(progress.folder))
    assert second.words == "Catch it.\n\n- Then flag it."
    assert [one.tier for one in seen_hints(lesson, progress)] == [1, 2]


def test_after_the_last_hint_there_are_no_more(lesson, progress):
    assert [next_hint(lesson, progress).tier for _ in range(3)] == [1, 2, 3]
    with pytest.raises(LabError, match="lesson 04 has no more hints") as refused:
        next_hint(lesson, progress)
    assert "`lab solution 04`" in str(refused.value)
    assert len(seen_hints(lesson, progress)) == 3


def test_before_the_first_hint_there_is_none_to_see_again(lesson, progress):
    with pytest.raises(LabError, match="no hint was shown yet"):
        seen_hints(lesson, progress)


def test_a_lesson_without_hints_says_so(tmp_path, progress):
    with pytest.raises(LabError, match="lesson 05 has no hints"):
        next_hint(Lesson("05", "Stopping", "", tmp_path), progress)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("## Tier 2", "## Tier 4", "line 9: Tier 2 is wanted here"),
        ("Catch it.\n\n- Then flag it.\n", "", "Tier 2 is empty"),
    ],
)
def test_a_tier_out_of_order_or_without_words_is_one_line(lesson, old, new, reason):
    (lesson.path / "hints.md").write_text(HINTS.replace(old, new), encoding="utf-8")
    with pytest.raises(LabError, match=reason):
        hints(lesson)


@pytest.mark.parametrize("lesson", find_lessons(), ids=lambda lesson: lesson.key)
def test_a_lessons_hints_have_three_tiers_where_it_has_any(lesson):
    assert len(hints(lesson)) in (0, 3)
