"""`lab read`: the page, its places filled, and nothing of an answer before it is given."""

import json
import re

import pytest

from lab.cli import main
from lab.course.lesson import Lesson, find_lessons, lesson
from lab.course.progress import Progress
from lab.doctor import reader
from lab.doctor.blocks import as_text
from lab.doctor.desk import asked
from lab.doctor.page import pieces, sentences
from lab.doctor.reader import blocks

D = lesson("D")


def words(text):
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split())


def plainly(markdown):
    return words(re.sub(r"\*\*(.+?)\*\*", r"\1", markdown))


def page(capsys, *command):
    assert main(["read", *command]) == 0
    return words(capsys.readouterr().out)


def test_the_places_of_a_page_are_filled(learner, capsys):
    out = page(capsys, "D")
    assert "<!--" not in out
    for question, scenario in asked(D):
        assert plainly(question.stem) in out
        command = "doctor" if scenario else "ask"
        assert f"Answer it: `lab {command} {question.id}`" in out
    assert f"1. {plainly(sentences(D.tests)[0])}" in out


@pytest.mark.parametrize("one", find_lessons(), ids=lambda one: one.key)
def test_nothing_of_an_answer_is_told_before_it_is_given(one, tmp_path, monkeypatch):
    monkeypatch.setenv("LAB_COURSE", str(tmp_path))
    out = words(as_text(blocks(one)))
    for question, _ in asked(one):
        assert not any(plainly(each) in out for each in question.feedback.values())
        assert not question.reveal or plainly(question.reveal) not in out


def test_what_was_answered_is_said(learner, capsys):
    Progress().commit("D.common", "b", False)
    assert "You answered b: `lab ask D.common` shows more." in page(capsys, "D")


def test_a_cell_shows_what_its_notebook_has(learner, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "lessons" / "98_order"
    folder.mkdir(parents=True)
    (folder / "lesson.md").write_text(
        "# 98 Order\n\n![a line\nof three](figure.svg)\n\n```python\n1 + 1\n```\n\n"
        "```python\nprint('x')\n```\n\n```text\nas it is\n```\n<!-- a note -->\n",
        encoding="utf-8",
    )
    cells = [
        {"cell_type": "markdown", "source": "# 98 Order"},
        {
            "cell_type": "code",
            "source": ["1 + ", "1"],
            "outputs": [{"output_type": "execute_result", "data": {"text/plain": ["two", "!"]}}],
        },
        {"cell_type": "code", "source": "print('y')", "outputs": []},
    ]
    notebook = tmp_path / "notebooks" / "98_order.ipynb"
    notebook.parent.mkdir()
    notebook.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    monkeypatch.setattr(reader, "lessons_root", lambda: tmp_path / "lessons")
    one = Lesson("98", "Order", "", folder)
    out = words(as_text(blocks(one)))
    assert "(Figure: a line of three)" in out
    assert "1 + 1 ``` It shows: ```text two! ```" in out
    assert out.count("It shows:") == 1 and "a note" not in out
    notebook.write_text("{", encoding="utf-8")
    assert "It shows:" not in as_text(blocks(one))


def test_what_would_answer_a_question_is_shown_after_the_answer(learner):
    one = lesson("01")
    asks = [piece.text for piece in pieces(one.path / "lesson.md") if piece.kind == "question"]
    before = as_text(blocks(one))
    assert f"lab ask 01.{asks[0]}" in words(before)
    assert "What it shows comes once you have answered" in words(before)
    for name in asks:
        Progress().commit(f"01.{name}", "a", False)
    after = as_text(blocks(one))
    assert "comes once you have answered" not in words(after)
    assert after.count("It shows:") > before.count("It shows:")


def test_only_the_code_right_after_a_question_waits_for_its_answer(learner, tmp_path, monkeypatch):
    folder = tmp_path / "lessons" / "98_order"
    folder.mkdir(parents=True)
    code = [f"```python\n{number}\n```" for number in range(4)]
    ask = "<!-- question: ends -->"
    order = ["# 98 Order", code[0], ask, "Words.", code[1], code[2], ask, "## Else", code[3]]
    (folder / "lesson.md").write_text("\n\n".join(order), encoding="utf-8")
    outputs = {str(number): f"shown {number}" for number in range(4)}
    monkeypatch.setattr(reader, "_outputs", lambda one: outputs)
    one = Lesson("98", "Order", "", folder)
    out = as_text(blocks(one))
    assert [number for number in range(4) if f"shown {number}" in out] == [0, 2, 3]
    assert out.count("comes once you have answered: `lab ask 98.ends`") == 1
    Progress().commit("98.ends", "a", True)
    assert "shown 1" in as_text(blocks(one))


def test_without_a_number_it_is_the_lesson_one_is_in(learner, capsys, tmp_path, monkeypatch):
    assert page(capsys).startswith("# 01 Conversation")
    monkeypatch.chdir(tmp_path)
    assert main(["read"]) == 2
    assert "is no course folder" in capsys.readouterr().err
    assert page(capsys, "1").startswith("# 01 Conversation")


def test_what_cannot_be_read_is_one_line(learner, capsys, tmp_path, monkeypatch):
    assert main(["read", "77"]) == 2
    assert "there is no lesson '77'" in capsys.readouterr().err
    (tmp_path / "98_empty").mkdir()
    one = Lesson("98", "Empty", "", tmp_path / "98_empty")
    monkeypatch.setattr("lab.course.folder.wanted_lesson", lambda wanted: one)
    assert main(["read", "98"]) == 2
    assert capsys.readouterr().err == "lab: lesson 98 has no page\n"


def test_a_page_longer_than_the_screen_goes_through_a_pager(at_terminal, learner, tmp_path):
    pager = tmp_path / "pager.sh"
    pager.write_text("#!/bin/sh\necho PAGED\ncat\n", encoding="utf-8")
    pager.chmod(0o755)
    child = at_terminal("read", "D", rows=20, PAGER=str(pager))
    child.expect("PAGED")
    child.expect("Eight runs")
    child.expect("How to read the map")
    child.wait()
    assert child.exitstatus == 0


def test_a_page_that_fits_the_screen_goes_through_none(at_terminal):
    child = at_terminal("read", "5", rows=100, PAGER="echo PAGED; cat")
    child.expect("Stop a runaway")
    child.wait()
    assert "PAGED" not in child.before + child.after
