"""The gate: a good suite has no complaint, and each way to be bad is told in a line."""

import pytest

from lab.gate.marks import Mark

EQUIVALENT = Mark(("01",), "clip", "if len(text) <= LIMIT:", "<= -> <", "It is cut to itself.")
DELETED = Mark(("01",), "clip", "if len(text) <= LIMIT:", "if deleted", "It is cut to itself.")
NEVER = Mark(("01",), "clip", "return text", "return deleted", "It is cut to itself.")
MARKS = (EQUIVALENT, DELETED, NEVER)


def test_a_good_suite_has_no_complaint(course):
    found = course.measure(marks=MARKS, runs=3)
    assert found.complaints == []
    assert (found.tests, found.wrong_caught, found.wrong) == (2, 1, 1)
    assert found.killed == found.mutants > 5
    assert (found.marked, found.survivors, found.flaky) == (3, [], [])
    assert found.good and found.seconds > 0 and found.slowest[0].startswith("test_a_")


def test_a_survivor_is_listed_by_its_line_and_its_change(course):
    found = course.measure()
    told = [(one.path, one.line, one.change, one.given) for one in found.survivors]
    assert told == [
        ("lessons/01_clip/part.py", 16, "if deleted", False),
        ("lessons/01_clip/part.py", 16, "<= -> <", False),
        ("lessons/01_clip/part.py", 17, "return deleted", False),
    ]
    assert found.complaints[0] == (
        "lessons/01_clip/part.py, line 16: clip: if deleted in `if len(text) <= LIMIT:`: survived"
    )


def test_what_survives_here_may_be_an_earlier_suites_to_catch(course):
    found = course.measure("02")
    # Only 01 looks at texts that are not cut: without the mark on them, `if` and `return` could go.
    assert found.earlier > 0
    assert found.killed + found.earlier == found.mutants
    assert found.good


def test_a_mark_that_means_nothing_or_is_caught_is_told(course):
    gone = Mark(("01",), "clip", "if text:", "if deleted", "It was there once.")
    caught = Mark(("01",), "clip", "return text[:LIMIT]", "return deleted", "So I thought.")
    found = course.measure(marks=(*MARKS, gone, caught))
    assert found.complaints == [
        "a mark means no mutant any more: clip: if deleted in `if text:`",
        "lessons/01_clip/part.py, line 18: clip: return deleted in `return text[:LIMIT]`: "
        "marked as equivalent, and test_a_long_text_is_cut catches it",
    ]


def test_a_sample_is_the_same_each_time_and_no_larger(course):
    first, second = (course.measure(sample=4, seed=5) for _ in range(2))
    assert first.mutants == 4
    assert first.survivors == second.survivors


@pytest.mark.parametrize("agreement", [True, False])
@pytest.mark.parametrize(
    ("first_line", "complaint"),
    [
        ("caught by: test_nobody", "it names test_nobody, and the suite has no such test"),
        (
            "caught by: test_a_short_text_stays",
            "test_a_short_text_stays did not catch it (pass); "
            "only test_a_long_text_is_cut caught it",
        ),
        ("It is wrong.", "line 1: its docstring starts with `caught by: <test name>`, "),
    ],
)
def test_a_wrong_solution_is_caught_by_the_sentence_it_names(
    course, first_line, complaint, agreement
):
    course.write(
        "01_clip/wrong/bad.py",
        f'"""{first_line}\n\nWrong."""\n\ndef clip(text):\n    return text[:4]\n',
    )
    found = course.measure(mutants=False, agreement=agreement)
    assert (found.wrong_caught, found.wrong) == (1, 2)
    (told,) = found.complaints
    assert told.startswith(f"lessons/01_clip/wrong/bad.py: {complaint}")


def test_a_suite_that_holds_for_its_own_stage_only_is_told_by_the_later_one(course):
    course.add(
        "01_clip/tests.py",
        """
        def test_it_ends_there(play):
            '''The text ends where it was cut.'''
            assert play("clipped", text="abcdef") == "abc"
        """,
    )
    (told,) = course.measure(mutants=False).complaints
    assert told.startswith("the reference at the end of 02 does not pass: test_it_ends_there: fail")


def test_a_suite_that_catches_nothing_lets_the_start_and_the_empty_gap_pass(course):
    course.write("01_clip/tests.py", "def test_it_is(play):\n    '''It is.'''\n    assert True\n")
    course.write("01_clip/wrong/one_too_many.py", '"""caught by: test_it_is\n\nX."""\nLIMIT = 4\n')
    found = course.measure(mutants=False)
    assert found.complaints == [
        "lessons/01_clip/part.py, line 14: with this gap of clip empty, the suite passes",
        "lessons/01_clip/wrong/one_too_many.py: test_it_is did not catch it (pass); "
        "nothing else did either",
    ]


def test_a_start_that_has_nothing_unwritten_must_fail_the_suite(course):
    course.write("02_mark/tests.py", "def test_it_is(play):\n    '''It is.'''\n    assert True\n")
    assert (
        "what the lesson starts from passes its suite"
        in course.measure("02", mutants=False).complaints
    )


def test_a_test_that_needs_another_before_it_wavers(course):
    course.add(
        "01_clip/tests.py",
        """
        SEEN = []


        def test_first(play):
            '''It is first.'''
            SEEN.append(play("clipped", text="a"))


        def test_second(play):
            '''It is second.'''
            assert SEEN == ["a"]
        """,
    )
    found = course.measure(mutants=False, runs=5)
    assert found.flaky == ["test_second"]
    (told,) = found.complaints
    assert told.startswith(
        "test_second wavers: pass in the suite's order, fail in another (order 0-"
    )


def test_a_scene_that_sees_where_it_is_played_is_told(course):
    course.write(
        "01_clip/scenes.py",
        """
        import sys


        def clipped(harness, lab, text):
            '''A text is clipped.'''
            return harness.clip(text) if "pytest" not in sys.modules else "here"
        """,
    )
    told = course.measure(mutants=False).complaints
    assert told[0].startswith(
        "the reference: verdicts differ: test_a_short_text_stays (pass judged, fail direct), "
    )


def test_a_mutant_that_never_ends_is_killed_by_its_time(course):
    course.write(
        "01_clip/part.py",
        (course.root / "01_clip/part.py")
        .read_text(encoding="utf-8")
        .replace(
            "    return text[:LIMIT]\n",
            "    while len(text) > LIMIT:\n        text = text[:-1]\n    return text\n",
        ),
    )
    found = course.measure(marks=MARKS)
    assert "while deleted" not in [one.change for one in found.survivors]
    assert not any("assignment deleted" in words for words in found.complaints)


def test_a_suite_with_a_fault_of_its_own_is_told(course):
    course.write("01_clip/tests.py", "import nowhere_at_all\n")
    told = course.measure(mutants=False).complaints
    assert "No module named 'nowhere_at_all'" in told[0]
