"""The map: what a row says, what to revisit, and what comes next, each rule by itself."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.course.lesson import Lesson
from lab.course.map import Place, Row, next_step, revisit, row
from lab.course.progress import Answer


def lesson(tmp_path, key="04", title="Failure", suite=True, after=None):
    folder = tmp_path / key
    folder.mkdir(exist_ok=True)
    if suite:
        (folder / "tests.py").write_text("", encoding="utf-8")
    return Lesson(key, title, "Carry on.", folder, after)


def answers(**given):
    """`answers(a=1.5, b=None)`: right answers with their seconds; a minus sign makes one wrong."""
    return {
        id: Answer("a", not str(s).startswith("-"), "", s and abs(s)) for id, s in given.items()
    }


@pytest.mark.parametrize(
    ("done", "passed", "helped", "state"),
    [
        ([], False, False, "open"),
        (["q1", "q2", "r1"], False, False, "open"),
        ([], False, True, "open"),
        (["q1"], True, False, "built (2 questions left)"),
        (["q1", "r1"], True, False, "built (1 question left)"),
        (["q1", "q2", "r1"], True, False, "mastered"),
        (["q1", "q2", "r1"], True, True, "built with help"),
        (["q1"], True, True, "built with help (2 questions left)"),
    ],
)
def test_a_row_says_what_is_done(tmp_path, done, passed, helped, state):
    on_record = answers(**dict.fromkeys(done))
    labs = ["04"] if passed else []
    marks = ["04"] if helped else []
    found = row(lesson(tmp_path), ["q1", "q2"], ["r1"], on_record, labs, marks)
    assert found.state == state
    assert found.done == (state in ("mastered", "built with help"))


@pytest.mark.parametrize(
    ("suite", "questions", "done", "passed", "state"),
    [
        (False, ["q1"], [], False, "open"),
        (False, ["q1"], ["q1"], False, "mastered"),
        (True, [], [], True, "mastered"),
        (True, [], [], False, "open"),
        (False, [], [], False, "open"),
    ],
)
def test_a_lesson_without_a_suite_or_questions_counts_what_it_has(
    tmp_path, suite, questions, done, passed, state
):
    on_record = answers(**dict.fromkeys(done))
    one = lesson(tmp_path, suite=suite)
    assert row(one, questions, [], on_record, ["04"] if passed else [], []).state == state


@given(st.sets(st.sampled_from(["q1", "q2", "r1"])), st.booleans(), st.booleans())
def test_no_further_answer_or_pass_takes_anything_away(done, passed, helped):
    left = tuple(id for id in ("q1", "q2", "r1") if id not in done)
    one = Lesson("04", "", "", None)
    before = Row(one, ("q1", "q2"), ("r1",), left, True, passed, helped)
    after = Row(one, ("q1", "q2"), ("r1",), left[1:], True, True, helped)
    assert after.done >= before.done and after.built >= before.built
    assert ("help" in after.state) == helped


def rows(tmp_path, **runs):
    """Rows of lessons whose labs have passed, each with its runs."""
    return [
        Row(lesson(tmp_path, key[1:]), (), tuple(ids), (), True, True) for key, ids in runs.items()
    ]


def test_the_two_oldest_lessons_built_with_help_come_first(tmp_path):
    there = rows(tmp_path, k01=["r1"], k02=[], k03=[])
    found = revisit(there, answers(r1=-3), ["03", "01", "02"])
    assert [one.id for one in found] == ["03", "01"]
    assert {one.why for one in found} == {"built with help"}
    assert [one.id for one in revisit(there, answers(r1=-3), ["02"])] == ["02"]


def test_a_lesson_with_a_mark_that_is_not_built_yet_is_not_one_to_revisit(tmp_path):
    open_row = Row(lesson(tmp_path), (), (), (), True, False, True)
    assert revisit([open_row], {}, ["04"]) == []


def test_then_come_the_diagnoses_answered_wrong_and_those_that_took_longest(tmp_path):
    there = rows(tmp_path, k01=["r1", "r2", "r3", "r4"])
    two_wrong = answers(r1=90, r2=-5, r3=-7, r4=10)
    assert [one.id for one in revisit(there, two_wrong, [])] == ["r3", "r2"]
    one_wrong = answers(r1=90, r2=-5, r3=200)
    found = revisit(there, one_wrong, [])
    assert [(one.id, one.why) for one in found] == [
        ("r2", "diagnosed wrong"),
        ("r3", "took you longest, 200 seconds"),
    ]


def test_of_the_wrong_ones_those_never_gone_back_to_come_first_then_the_longest_ago(tmp_path):
    there = rows(tmp_path, k01=["r1", "r2", "r3", "r4"])
    given = answers(r1=-9, r2=-8, r3=-1, r4=200)
    seen = {"r1": "2025-03-02T10:00:00+00:00", "r2": "2025-03-01T10:00:00+00:00"}
    for id, time in seen.items():
        given[id] = replace(given[id], revisited=time)
    found = revisit(there, given, [])
    assert [(one.id, one.why) for one in found] == [
        ("r3", "diagnosed wrong"),
        ("r2", "diagnosed wrong, gone back to since"),
    ]


def test_a_diagnosis_of_unknown_length_is_never_called_the_longest(tmp_path):
    there = rows(tmp_path, k01=["r1", "r2"])
    wrong = {**answers(r1=None), "r2": Answer("a", False, "")}
    assert [one.id for one in revisit(there, wrong, [])] == ["r2"]


def test_when_every_diagnosis_was_right_it_is_lesson_15(tmp_path):
    there = rows(tmp_path, k01=["r1", "r2"], k15=[])
    assert [one.id for one in revisit(there, answers(r1=4, r2=9), [])] == ["15"]
    early = rows(tmp_path, k01=["r1", "r2"])
    assert revisit(early, answers(r1=4), []) == []
    assert revisit(early, {}, []) == []


def test_a_question_that_is_no_run_is_no_diagnosis(tmp_path):
    one = Row(lesson(tmp_path), ("q1",), (), (), True, True)
    assert revisit([one], {"q1": Answer("a", False, "", 80.0)}, []) == []


@pytest.fixture
def way(tmp_path):
    """Two lessons with a checkpoint between them that nobody starts."""
    first, second = lesson(tmp_path, "04"), lesson(tmp_path, "05", "Stopping")
    between = lesson(tmp_path, "A", "Doctor", suite=False, after="04")

    def way(left=(), passed=True, run_left=(), **place):
        there = [
            Row(first, ("04.q",), ("04.1",), left, True, passed),
            Row(between, (), ("A.1",), run_left, False),
            Row(second, (), (), (), True, False),
        ]
        place = {"lesson": first, "following": ("A",), "next": second, **place}
        return next_step(there, Place(**place))

    return way


def test_what_comes_next_is_the_first_thing_that_is_left(way):
    assert way(empty=("run_tool",), passed=False).startswith("`lab read 04`, fill the gaps")
    assert way(passed=False).startswith("`lab check 04` until it passes")
    assert way(left=("04.q", "04.1")) == "`lab ask 04` asks its questions (2 left)"
    assert way(left=("04.1",)) == "`lab doctor 04.1` has a run to diagnose (the last one)"
    assert way(run_left=("A.1",)) == "`lab doctor A.1` has a run to diagnose (the last one)"
    assert way() == "`lab start` puts the gaps of lesson 05 in: Stopping"


def test_at_the_end_what_was_left_behind_comes_next_then_nothing(way):
    assert way(next=None).startswith("`lab check 05`")
    there = [Row(Lesson("04", "", "", None), (), (), (), True, True)]
    assert next_step(there, Place(there[0].lesson)) == "nothing is left: the course is done"


def test_a_file_in_the_way_comes_before_all_else(way):
    assert "harness.py, line 3: no" in way(trouble="harness.py, line 3: no", passed=False)
    assert way(lesson=None).startswith("`lab start` puts the first gaps")
