"""A graded question asks and records, and says nothing of what is right."""

import pytest

from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.course.map import revisit, row
from lab.course.progress import Answer, Progress
from lab.course.questions import open_questions, question, questions
from lab.doctor import show

TOML = """
[[question]]
id = "why"
graded = true
stem = "Why?"
[question.options]
a = "So."
b = "Because."

[[open]]
id = "what"
graded = true
stem = "What?"
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "questions.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


def test_it_has_a_stem_and_options_and_no_more(path):
    (one,) = questions(path, "A")
    assert (one.stem, list(one.options), one.right, one.feedback, one.reveal) == (
        "Why?",
        ["a", "b"],
        "",
        {},
        "",
    )
    assert one.is_right("a") is None
    (wide,) = open_questions(path, "A")
    assert (wide.stem, wide.misses, wide.reveal) == ("What?", {}, "")


@pytest.mark.parametrize("told", ['right = "a"', 'reveal = "So."', '[question.feedback]\na = "x"'])
def test_one_that_gives_it_away_all_the_same_is_refused(path, told):
    text = TOML.replace("[[open]]", f"{told}\n[[open]]")
    if not told.startswith("["):
        text = TOML.replace('stem = "Why?"', f'stem = "Why?"\n{told}')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LabError, match="it is graded, and has"):
        questions(path, "A")


def test_an_answer_is_recorded_and_nobody_is_told_whether_it_is_right(tmp_path, path):
    (one,) = questions(path, "A")
    progress = Progress(tmp_path)
    assert progress.commit(one.id, "a", one.is_right("a")).right is None
    assert Progress(tmp_path).answers()["A.why"].right is None
    for blocks in (show.verdict(one, "a"), show.misses(open_questions(path, "A")[0])):
        assert ["with your instructor" in block.markdown for block in blocks] == [True]
    assert show.reveal(one, "a") == []


def test_it_is_never_on_the_list_of_what_was_diagnosed_wrong(tmp_path):
    lesson = Lesson("A", "Runs", "", tmp_path, "04")
    answers = {
        "A.1": Answer("a", None, "2026-01-01", 900),
        "A.2": Answer("a", False, "2026-01-01", 1),
    }
    rows = [row(lesson, [], list(answers), answers, [], [])]
    found = revisit(rows, answers, [])
    assert [(one.id, one.why.partition(",")[0]) for one in found] == [
        ("A.2", "diagnosed wrong"),
        ("A.1", "took you longest"),
    ]


def test_without_the_word_graded_what_is_right_must_be_there():
    with pytest.raises(ValueError, match="there is no right"):
        question("A.x", {"stem": "Why?", "options": {"a": "So.", "b": "No."}})
