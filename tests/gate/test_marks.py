"""The file of marks: read strictly, since an entry that means nothing would hide a survivor."""

import pytest

from lab.course.errors import LabError
from lab.gate.command import course_marks
from lab.gate.marks import Mark, read_marks

GOOD = """
[[mutant]]
lessons = ["05", "07"]
definition = "run_agent"
line = "while True:"
change = "True -> False"
reason = "It is only here."
"""


@pytest.fixture
def marks(tmp_path):
    def read(text: str) -> list[Mark]:
        path = tmp_path / "marks.toml"
        path.write_text(text, encoding="utf-8")
        return read_marks(path)

    return read


def test_an_entry_names_a_mutant_by_what_does_not_move(marks):
    (mark,) = marks(GOOD)
    assert mark.lessons == ("05", "07")
    assert mark.means("run_agent", "        while True:", "True -> False")
    assert not mark.means("run_tool", "while True:", "True -> False")
    assert not mark.means("run_agent", "while 1:", "True -> False")
    assert not mark.means("run_agent", "while True:", "while deleted")


def test_no_file_is_no_marks(tmp_path):
    assert read_marks(tmp_path / "nowhere.toml") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD.replace('reason = "It is only here."', ""), "entry 1: it has the keys"),
        (GOOD.replace("It is only here.", " "), "entry 1: reason is a text"),
        (GOOD.replace('["05", "07"]', '"05"'), "entry 1: lessons is a list"),
        (GOOD + GOOD, "marked twice for lesson 05: run_agent | while True: | True -> False"),
        ("[[mutants]]\n", "holds .* entries and nothing else"),
        ("[[mutant]\n", "marks.toml: "),
    ],
)
def test_a_bad_file_is_refused_with_the_entry(marks, text, reason):
    with pytest.raises(LabError, match=reason):
        marks(text)


def test_the_courses_own_marks_are_for_lessons_that_are_there(course):
    from lab.course.lesson import find_lessons

    course_marks(find_lessons())
    course.write("equivalent_mutants.toml", GOOD)
    with pytest.raises(LabError, match=r"there is no lesson '0[57]'"):
        course_marks(find_lessons(course.root))
