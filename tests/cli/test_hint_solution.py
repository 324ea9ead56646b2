"""`lab hint` and `lab solution`: help that is asked for, told step by step, and put on record."""

import io
import sys

import pytest

from lab.cli import main
from lab.course.lesson import Lesson
from lab.course.merge import gaps, start_file
from lab.course.progress import Progress


@pytest.fixture
def hinted(learner, tmp_path, monkeypatch):
    folder = tmp_path / "98_order"
    folder.mkdir()
    text = "## Tier 1\n\nLook there.\n\n## Tier 2\n\nCatch it.\n"
    (folder / "hints.md").write_text(text, encoding="utf-8")
    one = Lesson("98", "Order", "", folder)
    monkeypatch.setattr("lab.course.folder.wanted_lesson", lambda wanted: one)


def test_hints_are_told_one_at_a_time_until_there_are_no_more(hinted, capsys):
    assert main(["hint", "98"]) == 0
    out = capsys.readouterr().out
    assert "Lesson 98, hint 1 of 2" in out and "Look there." in out and "Catch it." not in out
    assert "1 more: lab hint 98" in out
    assert main(["hint", "98"]) == 0
    out = capsys.readouterr().out
    assert "Catch it." in out and "That was the last one. The solution: lab solution 98" in out
    assert main(["hint", "98"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("lab: lesson 98 has no more hints") and err.count("\n") == 1
    assert main(["hint", "98", "--again"]) == 0
    out = capsys.readouterr().out
    assert "Look there." in out and "Catch it." in out


def empty(learner):
    return [gap.name for gap in gaps((learner / "harness.py").read_bytes()) if gap.empty]


def test_without_a_terminal_a_solution_wants_a_yes_and_shows_nothing(learner, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert main(["solution", "1"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("lab: `lab solution 01` asks before") and "--yes" in captured.err
    assert empty(learner) == ["text_of", "run_agent"]


def test_with_a_yes_it_is_shown_written_and_marked(learner, capsys):
    before = (learner / "harness.py").read_bytes()
    assert main(["solution", "1", "text_of", "--yes"]) == 0
    out = capsys.readouterr().out
    assert '-    raise NotImplementedError("01 text_of")' in out
    assert "The solution of text_of is in harness.py" in out
    assert "lesson 01 was built with help" in out
    assert empty(learner) == ["run_agent"]
    assert [path.read_bytes() for path in (learner / ".lab" / "kept").iterdir()] == [before]
    assert Progress().labs_helped() == ["01"]
    assert main(["solution", "1", "text_of", "--yes"]) == 0
    assert "nothing to change: text_of as you have it is the solution" in capsys.readouterr().out


def test_after_the_pass_nothing_is_marked_and_nothing_is_said_of_a_mark(learner, capsys):
    Progress().record_lab("01", True)
    assert main(["solution", "--yes"]) == 0
    assert "built with help" not in capsys.readouterr().out
    assert Progress().labs_helped() == []


def test_at_a_terminal_it_asks_before_it_shows_anything(at_terminal, learner):
    child = at_terminal("solution", "1")
    child.expect("built with help")
    child.expect(r"Show it\? \[y/N\]")
    assert "NotImplementedError" not in child.before
    child.sendline("")
    child.expect("Nothing was changed.")
    child.wait()
    assert child.exitstatus == 2
    assert (learner / "harness.py").read_bytes() == start_file("01")
    assert Progress(learner).labs_helped() == []


def test_at_a_terminal_a_yes_is_a_yes(at_terminal, learner):
    child = at_terminal("solution", "1")
    child.expect("Show it")
    child.sendline("yes")
    child.expect("built with help")
    child.wait()
    assert child.exitstatus == 0 and empty(learner) == []


def test_ctrl_c_at_the_question_is_a_no(at_terminal, learner):
    child = at_terminal("solution", "1")
    child.expect("Show it")
    child.sendintr()
    child.expect("Nothing was changed.")
    child.wait()
    assert "Traceback" not in child.before and Progress(learner).labs_helped() == []
