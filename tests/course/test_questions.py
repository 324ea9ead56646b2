"""questions.toml, read strictly: each fault is one line with its file and line."""

import pytest

from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.questions import open_questions, questions

GOOD = """
[[question]]
id = "common"
stem = "What do they share?"
right = "b"
reveal = "Two things in step."
[question.options]
a = "A check."
b = "Two things."
[question.feedback]
a = "Which one?"
b = "Yes."

[[question]]
id = "next"
stem = "And now?"
options = {a = "Stop.", b = "Go on.", c = "Ask."}
right = "a"
feedback = {a = "Yes.", b = "No.", c = "Whom?"}
"""


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "questions.toml"
        path.write_text(text, encoding="utf-8")
        return questions(path, "D")

    return read


def test_questions_come_in_order_with_the_lessons_key_before_their_id(read):
    first, second = read(GOOD)
    assert (first.id, first.right, first.reveal) == ("D.common", "b", "Two things in step.")
    assert first.options == {"a": "A check.", "b": "Two things."}
    assert first.letters == "a or b"
    assert (second.id, second.letters, second.reveal) == ("D.next", "a, b or c", "")


def test_a_lesson_without_the_file_has_no_questions(tmp_path):
    assert questions(tmp_path / "questions.toml", "D") == []


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('right = "b"', 'right = "c"', 2, "right option 'c' is not among the options"),
        ('a = "Which one?"\n', "", 2, "option a has no feedback"),
        ('b = "Yes."', 'b = "Yes."\nc = "So?"', 2, "feedback for 'c', which is no option"),
        ('b = "Two things."', 'c = "Two things."', 2, "options are a, b, ... in this order"),
        (', b = "Go on.", c = "Ask."', "", 14, "2 to 4 options are wanted, not 1"),
        ('stem = "And now?"', 'stem = " "', 14, "stem is not a text with words in it"),
        ('stem = "And now?"\n', "", 14, "there is no stem"),
        ('id = "next"', 'id = "common"', 14, "the id 'common' is used twice"),
        ('id = "next"', 'id = "D.next"', 14, "is not made of a-z"),
        ('stem = "And now?"', 'stem = "And now?"\nhint = "x"', 14, "unknown key 'hint'"),
        ('a = "Stop."', "a = 1", 14, "options a is not a text"),
    ],
)
def test_each_fault_is_one_line_with_file_and_line(read, old, new, line, reason):
    assert old in GOOD
    with pytest.raises(LabError) as caught:
        read(GOOD.replace(old, new))
    message = str(caught.value)
    assert f"questions.toml, line {line}: " in message
    assert reason in message and "\n" not in message


def test_what_is_no_toml_names_its_line(read):
    with pytest.raises(LabError, match=r"questions\.toml: .*line 2"):
        read("[[question]]\nid = x\n")


def test_only_question_tables_belong_in_the_file(read):
    with pytest.raises(LabError, match=r"only .* tables belong here"):
        read('title = "x"')


@pytest.mark.parametrize("lesson", find_lessons(), ids=lambda one: one.key)
def test_the_courses_own_questions_are_whole(lesson):
    ids = [one.id for one in questions(lesson.path / "questions.toml", lesson.key)]
    assert len(set(ids)) == len(ids)


OPEN = """
[[open]]
id = "stop"
stem = "What would have to hear of a Stop?"
reveal = "The child."
[open.misses]
"The task." = "There is none of its own."
"The **parent**." = "It did."
"""


@pytest.fixture
def read_open(tmp_path):
    def read(text):
        path = tmp_path / "questions.toml"
        path.write_text(text, encoding="utf-8")
        return open_questions(path, "D")

    return read


def test_open_questions_stand_in_the_same_file_and_are_none_of_the_others(read, read_open):
    assert [one.id for one in read(OPEN + GOOD)] == ["D.common", "D.next"]
    (one,) = read_open(OPEN + GOOD)
    assert (one.id, one.stem) == ("D.stop", "What would have to hear of a Stop?")
    assert one.misses == {"The task.": "There is none of its own.", "The **parent**.": "It did."}
    assert one.reveal == "The child."


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"The task." = "There is none of its own."', '"The task." = 1', "misses The task. is not"),
        ("[open.misses]", "[open.hits]", "unknown key 'hits'"),
        ('id = "stop"', 'id = "common"', "the id 'common' is used twice"),
        ('reveal = "The child."', 'right = "a"', "unknown key 'right'"),
    ],
)
def test_a_fault_of_an_open_question_is_one_line_with_its_place(read_open, old, new, reason):
    with pytest.raises(LabError, match=reason) as refused:
        read_open(GOOD + OPEN.replace(old, new))
    assert "questions.toml, line 21: " in str(refused.value)


def test_an_open_question_names_at_least_one_answer_that_misses(read_open):
    with pytest.raises(LabError, match="misses names no common answer"):
        read_open('[[open]]\nid = "x"\nstem = "Why?"\nmisses = {}\n')


def test_what_is_no_table_at_all_is_one_line(read):
    with pytest.raises(LabError, match="question is not a table"):
        read("question = [1]\n")
