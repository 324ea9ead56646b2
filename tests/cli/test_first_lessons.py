"""The first lessons as a newcomer goes through them: what `lab` says after each step."""

import json
import re

import pytest

from lab.cli import main
from lab.course.folder import begin
from lab.course.lesson import lesson
from lab.course.progress import Progress
from lab.course.solution import solution
from lab.doctor.desk import asked, opened

FIRST = ["01", "02", "03", "04", "A"]


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


@pytest.mark.parametrize("key", [*FIRST, "16", "D", "turn-cap"])
def test_a_terminal_never_speaks_of_what_only_a_notebook_has(learner, capsys, key):
    answers = asked(lesson(key))
    pages = [said(capsys, "read", key)]
    for question, scenario in answers:
        wrong = next(letter for letter in question.options if letter != question.right)
        command = "doctor" if scenario else "ask"
        pages += [said(capsys, command, question.id, "--answer", f"{question.id}={wrong}")]
        assert f"{question.id}: {wrong} is committed." in pages[-1]
    pages += [said(capsys, "read", key)]
    for one in opened(lesson(key)):
        pages += [said(capsys, "ask", one.id, "--answer", f"{one.id}=I wonder")]
    words = r"\b(cells?|unfold\w*)\b"
    if key in FIRST:
        words += r"|\bbelow\b"  # later ones may speak of the folder below another
    for page in pages:
        assert not re.search(words, page, re.IGNORECASE)


def test_at_a_checkpoint_the_runs_come_first_and_the_question_about_them_last(learner, capsys):
    runs = [question for question, scenario in asked(lesson("A")) if scenario]
    assert said(capsys, "ask", "A", code=2) == (
        "7 runs are to diagnose first: lab doctor A.1 Then: lab ask A"
    )
    (row,) = [
        row for row in json.loads(shown(capsys, "map", "--json"))["rows"] if row["key"] == "A"
    ]
    assert row["left"] == [*(run.id for run in runs), "A.common"]
    for run in runs:
        Progress().commit(run.id, run.right, True)
    out = said(capsys, "ask", "A", code=2)
    assert "Answer with: lab ask A.common" in out and "first" not in out


def test_what_comes_next_after_lesson_04_is_a_run_of_the_checkpoint(learner, capsys):
    gone_to(learner, "05")
    for question, _ in asked(lesson("04")):
        Progress().commit(question.id, question.right, True)
    assert "Next: `lab doctor A.1` has a run to diagnose (8 left)." in said(capsys)


def shown(capsys, *command):
    assert main(list(command)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["ask", "A.common", "--answer", "b"],
        ["ask", "A.common", "--answer", "A.common=b"],
        ["ask", "A", "--answer", "common=b"],
        ["doctor", "A.1", "--answer", "b"],
        ["doctor", "A.1", "--answer", "A.1=B"],
        ["doctor", "a.1", "--answer", "1 = b"],
        ["doctor", "A", "--answer", "A.1=b"],
        ["doctor", "--answer", "A.1=b"],
    ],
    ids=" ".join,
)
def test_an_answer_takes_the_same_two_forms_for_a_question_and_for_a_run(learner, capsys, command):
    main(command)
    ((id, answer),) = Progress().answers().items()
    assert id == ("A.common" if command[0] == "ask" else "A.1")
    assert answer.answer == "b" and f"{id}: b is committed." in capsys.readouterr().out


@pytest.mark.parametrize(
    "command, reason",
    [
        (["ask", "A.common", "--answer", "A.commons=b"], "there is no question 'A.commons'"),
        (["doctor", "A.1", "--answer", "A.2=b"], "A.2 is not A.1, which is asked for"),
        (["doctor", "A.1", "--answer", "A.1=z"], "A.1 has the options a, b, c or d, not 'z'"),
        (["doctor", "A.1", "--answer", "A.99=b"], "there is no run 'A.99'"),
        (["doctor", "A", "--answer", "b"], "an answer is to one run, so say which"),
        (["doctor", "--answer", "b"], "an answer is to one run, so say which"),
    ],
)
def test_an_answer_to_something_else_is_one_line_and_commits_nothing(
    learner, capsys, command, reason
):
    assert main(command) == 2
    caught = capsys.readouterr()
    assert reason in caught.err and caught.err.count("\n") == 1 and caught.out == ""
    assert Progress().answers() == {}


def test_words_with_a_sign_in_them_answer_the_open_question_that_is_asked_for(learner, capsys):
    one = opened(lesson("01"))[0]
    out = said(capsys, "ask", one.id, "--answer", "since a = b, nobody")
    assert Progress().written() == {one.id: "since a = b, nobody"} and "miss" in out


def test_a_wrong_diagnosis_that_was_opened_again_is_the_last_to_be_named_for_it(learner, capsys):
    runs = [question for question, scenario in asked(lesson("A")) if scenario][:3]
    for run in runs:
        wrong = next(letter for letter in run.options if letter != run.right)
        said(capsys, "doctor", run.id, "--answer", wrong)

    def named():
        return [one["id"] for one in json.loads(shown(capsys, "map", "--json"))["revisit"]]

    assert named() == ["A.1", "A.2"]
    assert Progress().answer("A.1").revisited is None
    said(capsys, "doctor", "A.1")
    assert Progress().answer("A.1").revisited is not None
    assert named() == ["A.2", "A.3"]
    said(capsys, "doctor", "A.2")
    assert named()[0] == "A.3"
