"""`lab map`, and `lab` alone: the state of each lesson, and what to do next."""

import json
import re

import pytest

from lab.cli import main
from lab.course.lesson import find_lessons, lesson
from lab.course.merge import assemble
from lab.course.progress import Progress
from lab.doctor.desk import asked


def shown(capsys, *command):
    assert main(list(command)) == 0
    return capsys.readouterr().out


def answer_all(key):
    for question, _ in asked(lesson(key)):
        Progress().commit(question.id, question.right, True)


def test_the_map_has_a_row_a_lesson_within_eighty_columns(learner, capsys):
    out = shown(capsys, "map")
    lines = out.split("\n")
    heads = [line[2:].split()[0] for line in lines if re.match(r"[ >] \S", line) and "open" in line]
    assert heads == [one.key for one in find_lessons()]
    assert max(map(len, lines)) <= 80
    assert [line[:4] for line in lines if line.startswith(">")] == ["> 01"]
    assert "Next: `lab read 01`, fill the gaps in harness.py, then `lab check 01`." in out


def test_a_row_tells_what_is_done(learner, capsys):
    answer_all("D")
    Progress().record_lab("D", True)
    Progress().record_help("01")
    Progress().record_lab("01", True)
    rows = {row["key"]: row for row in json.loads(shown(capsys, "map", "--json"))["rows"]}
    assert rows["D"]["state"] == "mastered" and rows["D"]["left"] == []
    assert rows["01"]["state"].startswith("built with help") and rows["01"]["helped"]
    assert rows["02"] | {"left": [], "questions": 0} == {
        "key": "02",
        "title": lesson("02").title,
        "capability": lesson("02").capability,
        "state": "open",
        "answered": 0,
        "questions": 0,
        "left": [],
        "lab": "open",
        "helped": False,
    }
    assert "mastered" in shown(capsys, "map")


def test_what_to_revisit_is_named_with_its_reason(learner, capsys):
    run = next(question for question, scenario in asked(lesson("D")) if scenario)
    wrong = next(letter for letter in run.options if letter != run.right)
    Progress().commit(run.id, wrong, False)
    out = " ".join(shown(capsys, "map").split())
    assert (
        f"Revisit: run {run.id}, " in out
        and "(diagnosed wrong): `lab doctor D.1` shows it again." in out
    )
    Progress().record_help("01")
    Progress().record_lab("01", True)
    out = shown(capsys, "map")
    assert f"Revisit: lesson 01, {lesson('01').title} (built with help): `lab read 01`" in out
    assert f"run {run.id}" not in out
    data = json.loads(shown(capsys, "map", "--json"))
    assert data["revisit"] == [{"id": "01", "why": "built with help"}]
    assert data["here"] == "01"


def test_lab_alone_says_where_one_is_and_what_comes_next(learner, capsys):
    out = shown(capsys)
    assert "You are in lesson 01, Conversation: 2 gaps are empty (text_of, run_agent)." in out
    assert "Next: `lab read 01`" in out and len(out.splitlines()) <= 4
    (learner / "harness.py").write_bytes(filled(learner))
    out = " ".join(shown(capsys).split())
    assert "You are in lesson 01, Conversation: its gaps are filled, its lab has not passed" in out
    Progress().record_lab("01", True)
    assert "its lab has passed" in shown(capsys)
    answer_all("01")
    out = shown(capsys)
    assert "its lab has passed." in out
    assert "Next: `lab start` puts the gaps of lesson 02 in: One tool call." in out


def filled(learner):
    from lab.course.solution import solution

    return solution(learner, "01").changes[0].after


def test_lab_alone_with_a_file_that_does_not_parse_says_where(learner, capsys):
    harness = learner / "harness.py"
    harness.write_text(harness.read_text(encoding="utf-8") + "def f(:\n", encoding="utf-8")
    out = " ".join(shown(capsys).split())
    assert "You are in lesson 01, Conversation: your file cannot be read as it is." in out
    assert re.search(r"harness\.py, line \d+: ", out)
    assert "> 01" in shown(capsys, "map")


def test_lab_alone_in_a_file_without_gaps(learner, capsys):
    (learner / "harness.py").write_text(assemble(upto="02"), encoding="utf-8")
    out = shown(capsys)
    assert "No lesson's gaps stand in harness.py." in out and "Next: `lab start`" in out


def test_lab_alone_elsewhere_says_how_to_begin(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("LAB_COURSE", raising=False)
    monkeypatch.chdir(tmp_path)
    assert main([]) == 2
    out = capsys.readouterr().out
    assert "usage: lab COMMAND" in out and "`lab init DIR` makes one" in out
    assert list(tmp_path.iterdir()) == []


def test_at_a_terminal_the_map_is_a_table(at_terminal, learner):
    child = at_terminal("map")
    child.expect("your harness can")
    child.expect("> 01")
    child.expect("Next: ")
    child.wait()
    assert child.exitstatus == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_at_a_terminal_that_asks_for_it_the_map_is_plain(at_terminal, environment):
    child = at_terminal("map", **environment)
    child.expect("Next: ")
    assert "\x1b[" not in child.before and "open" in child.before


def test_in_a_narrow_terminal_no_line_is_cut_and_no_word_is_split(at_terminal):
    pexpect = pytest.importorskip("pexpect")
    child = at_terminal("map", COLUMNS="40", TERM="dumb")
    child.expect(pexpect.EOF)
    lines = child.before.replace("\r", "").split("\n")
    assert max(map(len, lines)) <= 40
    text = " ".join(child.before.split())
    assert "> 01 open 0/6 Hold a conversation: it knows what was said, and who said it." in text
