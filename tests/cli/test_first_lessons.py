"""The first lessons as a newcomer goes through them: what `lab` says after each step."""

import json

import pytest

from lab.cli import main
from lab.course.folder import begin
from lab.course.lesson import lesson
from lab.course.progress import Progress
from lab.course.solution import solution
from lab.doctor.desk import asked


def said(capsys, *command, code=0):
    assert main(list(command)) == code
    return " ".join(capsys.readouterr().out.split())


def solve(learner):
    harness = learner / "harness.py"
    harness.write_bytes(solution(learner, None).changes[0].after)


def gone_to(learner, key):
    """The lessons before `key` solved and passed, and `key` not begun."""
    for number in range(1, int(key)):
        if number > 1:
            begin(learner, f"{number:02}")
        solve(learner)
        Progress().record_lab(f"{number:02}", True)


@pytest.mark.parametrize(
    "key, words",
    [
        (
            "02",
            "3 gaps are empty (tool_calls, tool_specs, run_tool), "
            "1 gap is as `lab start` left it (to change: run_agent)",
        ),
        ("03", "1 gap is as `lab start` left it (to change: run_agent)"),
    ],
)
def test_a_gap_with_ones_own_lines_from_before_is_named_as_one_to_change(
    learner, capsys, key, words
):
    gone_to(learner, key)
    started = said(capsys, "start")
    assert f"lesson {key}, {lesson(key).title}: {words} `lab read {key}` says what" in started
    place = said(capsys)
    assert f"You are in lesson {key}, {lesson(key).title}: {words}." in place
    assert f"Next: `lab read {key}`, " in place


def test_a_check_names_it_in_the_same_words_and_still_runs_the_suite(learner, capsys):
    gone_to(learner, "03")
    begin(learner, "03")
    out = said(capsys, "check", code=1)
    assert "Lesson 03: The loop to change: run_agent (harness.py, line " in out
    assert "FAIL Several calls in one reply" in out
    assert "Next: `lab read 03` says what there is to change; then run this again." in out
    main(["check", "--json"])
    (found,) = json.loads(capsys.readouterr().out)["lessons"]
    assert [gap["name"] for gap in found["to_change"]] == ["run_agent"] and found["records"]
    solve(learner)
    out = said(capsys, "check")
    assert "to change" not in out and "its gaps are filled" not in out
    assert "to change" not in said(capsys)


def test_a_start_that_goes_past_a_checkpoint_says_in_a_line_that_it_is_there(learner, capsys):
    gone_to(learner, "05")
    for question, scenario in asked(lesson("A")):
        if not scenario:
            Progress().commit(question.id, question.right, True)
    out = said(capsys, "start")
    assert "checkpoint A, Transcript doctor I, comes before it and can be done at any time " in out
    assert "(7 left to answer): `lab doctor A`" in out
    assert "lesson 05, Stopping: 2 gaps are empty" in out
    assert "checkpoint A" not in said(capsys, "start", "5")
    assert "Run A.1" in said(capsys, "doctor", "A", code=2)


def test_a_checkpoint_that_is_done_is_not_spoken_of_again(learner, capsys):
    gone_to(learner, "05")
    for question, _ in asked(lesson("A")):
        Progress().commit(question.id, question.right, True)
    assert "checkpoint" not in said(capsys, "start")


def test_a_lesson_named_to_the_doctor_is_its_first_run_that_is_open_then_a_list(learner, capsys):
    runs = [question for question, scenario in asked(lesson("A")) if scenario]
    Progress().commit(runs[0].id, runs[0].right, True)
    assert "Run A.2" in said(capsys, "doctor", "a", code=2)
    for question in runs:
        Progress().commit(question.id, question.right, True)
    out = said(capsys, "doctor", "A")
    assert out.count("committed A.") == len(runs) and "04.1" not in out
    assert main(["doctor", "13"]) == 2
    assert "there is no run '13'" in capsys.readouterr().err
