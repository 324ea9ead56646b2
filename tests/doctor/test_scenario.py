"""A scenario's file is read without being run, and each fault of it is one line."""

import pytest

from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.doctor.scenario import all_cases, case, cases, load
from tests.doctor.samples import MISUSE, SCENARIO


def test_a_file_is_read_with_all_it_says(write):
    one = load(write(), "Z")
    assert (one.id, one.title) == ("Z.1", "A greeting nobody got")
    assert one.lessons == ("01", "02")
    assert one.report == "The log says *one greeting written*, and Ada says she never got hers."
    assert one.question.id == "Z.1" and one.question.right == "b"
    assert one.question.reveal.startswith("The name is a constant.")
    assert (one.differs, one.same, one.raises) == (("disk",), ("count",), None)
    assert (one.caught, one.source) == (False, "owner/repo#12")
    assert one.setup is True and one.labels == ("theirs", "the reference")


def test_a_file_with_mended_misuses_a_good_harness(write):
    one = load(write(MISUSE), "Z")
    assert one.setup is False and one.labels == ("theirs", "with the name looked at")


def test_one_lesson_may_be_named_without_a_list(write):
    assert load(write(SCENARIO.replace('["01", "02"]', '"01"'))).lessons == ("01",)


def test_a_lesson_is_named_by_the_key_it_has(write):
    assert load(write(SCENARIO.replace('["01", "02"]', '["1", "D"]'))).lessons == ("01", "D")


def test_reading_a_file_runs_nothing_of_it(write, tmp_path):
    mark = tmp_path / "ran"
    load(write(SCENARIO + f"\nopen({str(mark)!r}, 'w')\n"))
    assert not mark.exists()


def test_helpers_and_imports_of_its_own_are_free(write):
    text = SCENARIO.replace('LESSON = ["01", "02"]', 'import re\nX = re.I\nLESSON = "01"')
    assert load(write(text)).lessons == ("01",)


def test_cases_come_by_number_and_those_without_one_last(write, lesson):
    for name in ("10_last.py", "2_second.py", "extra.py", "1_first.py"):
        write(name=name)
    assert [one.id for one in cases(lesson)] == ["Z.1", "Z.2", "Z.10", "Z.extra"]
    assert [one.id for one in all_cases([lesson])] == ["Z.1", "Z.2", "Z.10", "Z.extra"]


def test_two_files_with_one_number_are_refused(write, lesson):
    write(name="1_first.py")
    write(name="1_second.py")
    with pytest.raises(LabError, match=r"1_second\.py: 1_first\.py has the same number"):
        cases(lesson)


def test_a_case_is_found_however_it_is_typed(write, lesson):
    write()
    assert case(" z.1 ", [lesson]).id == "Z.1"


@pytest.mark.parametrize("id", ["Z.2", "Q.1", "1", "", "Z."])
def test_an_unknown_case_names_what_there_is(write, lesson, id):
    write()
    with pytest.raises(LabError, match=r"there is no run .*; the runs are: Z\.1$"):
        case(id, [lesson])


FAULTS = [
    ("LESSON =", "LESSONS =", 1, "there is no LESSON"),
    ('"b": "The name was never looked at.",', "", 13, "option b has no feedback"),
    ('RIGHT = "b"', 'RIGHT = "d"', 12, "right option 'd' is not among the options"),
    ('RIGHT = "b"', 'RIGHT = "b".lower()', 12, "RIGHT is not a literal"),
    ('QUESTION = "What', 'QUESTION = f"{1} What', 10, "QUESTION is not a literal"),
    ('QUESTION = "What went wrong?"', "QUESTION = 1", 10, "stem is not a text"),
    ('LESSON = ["01", "02"]', "LESSON = 1", 6, "LESSON is a lesson's key, or a list of keys"),
    ('DIFFERS = ["disk"]', 'DIFFERS = "disk"', 20, "DIFFERS is a list of observations' names"),
    ('DIFFERS = ["disk"]', "DIFFERS = []", 20, "DIFFERS is empty"),
    ('SAME = ["count"]', 'SAME = ["disk"]', 21, "disk is in SAME and in DIFFERS"),
    ("CAUGHT = False", 'SHOW = ["count"]', 22, "count is in SHOW and not in DIFFERS"),
    ("CAUGHT = False", 'CAUGHT = "no"', 22, "CAUGHT is not a bool"),
    ("CAUGHT = False", 'MENDED = "other"', 22, "MENDED is a label for mended()"),
    ("def theirs(harness):", "def other(harness):", 1, "neither theirs(harness) nor mended"),
    ("def tell(seen):", "def told(seen):", 1, "there is no function tell(seen)"),
    ("async def scene(harness, lab):", "async def scene(lab):", 33, "scene takes harness, lab"),
    ('"""A greeting nobody got', '"""', 1, "there is no title"),
    ("def theirs(harness):", "def theirs(harness)", 25, "expected ':'"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), FAULTS)
def test_each_fault_is_one_line_with_file_and_line(write, old, new, line, reason):
    assert old in SCENARIO
    text = SCENARIO.replace(old, new)
    if reason == "there is no title":
        text = text.replace('"""\n\nMore about it, for whoever writes the next one.\n"""', '""""""')
    with pytest.raises(LabError) as caught:
        load(write(text))
    message = str(caught.value)
    assert f"1_a_greeting_nobody_got.py, line {line}: " in message
    assert reason in message and "\n" not in message


def test_a_broken_harness_and_a_misuse_at_once_are_refused(write):
    both = SCENARIO + "\n\nasync def mended(harness, lab):\n    return {}\n"
    with pytest.raises(LabError, match="both theirs and mended"):
        load(write(both))


def test_a_file_that_is_no_text_is_one_line(write):
    path = write()
    for data in (b"\x00", b'"""\xff"""'):
        path.write_bytes(data)
        with pytest.raises(LabError, match=r"1_a_greeting_nobody_got\.py, line 1: "):
            load(path)


def test_a_file_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(LabError, match="cannot be read: No such file"):
        load(tmp_path / "1_none.py")


def test_the_courses_own_scenarios_name_lessons_that_there_are():
    keys = {lesson.key for lesson in find_lessons()}
    found = {one.id: set(one.lessons) - keys for one in all_cases()}
    assert {id: unknown for id, unknown in found.items() if unknown} == {}
