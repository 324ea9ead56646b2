"""Lessons are folders: found, ordered and named by what they are called."""

import pytest

from lab.course.errors import LabError
from lab.course.lesson import find_lessons, lesson, lessons_root


def folder(root, name, page="", part=""):
    path = root / name
    path.mkdir(parents=True)
    (path / "lesson.md").write_text(page, encoding="utf-8")
    (path / "part.py").write_text(part, encoding="utf-8")
    return path


@pytest.fixture
def root(tmp_path):
    folder(tmp_path, "04_failure", "# 04 Failure is a result\n\nTell the model\nwhen.\n\nMore.\n")
    folder(tmp_path, "04A_doctor", "# Checkpoint A: Transcript doctor\n\nDiagnose.\n")
    folder(tmp_path, "05_stopping")
    folder(tmp_path, "16_machine", "# 16 Your machine\n")
    folder(tmp_path, "16D_transcript_doctor_3", "# Checkpoint D: Subagents\n\nBuild.\n")
    folder(tmp_path, "01_first", "# 01 First\n\nBegin.\n")
    folder(tmp_path, "edit-tool", "# Edit\n\n<!-- after = 04 -->\n\nEdit a file.\n")
    folder(tmp_path, "another", "# Another\n<!-- after = 01 -->\n\nDo.\n")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "conftest.py").write_text("", encoding="utf-8")
    return tmp_path


def test_lessons_come_in_the_order_of_the_course_electives_last(root):
    keys = [one.key for one in find_lessons(root)]
    assert keys == ["01", "04", "A", "05", "16", "D", "another", "edit-tool"]


def test_a_lesson_takes_its_title_and_capability_from_its_page(root):
    four, doctor, five = (lesson(key, find_lessons(root)) for key in ("04", "A", "05"))
    assert (four.title, four.capability) == ("Failure is a result", "Tell the model when.")
    assert (doctor.title, doctor.capability) == ("Transcript doctor", "Diagnose.")
    assert (five.title, five.capability) == ("Stopping", "")


def test_what_comes_after_what(root):
    found = {one.key: (one.kind, one.after) for one in find_lessons(root)}
    assert found["04"] == ("lesson", None)
    assert found["A"] == ("checkpoint", "04")
    assert found["D"] == ("checkpoint", "16")
    assert found["edit-tool"] == ("elective", "04")


@pytest.mark.parametrize(
    ("typed", "key"),
    [("4", "04"), ("04", "04"), ("d", "D"), (" A ", "A"), ("Edit-Tool", "edit-tool")],
)
def test_a_lesson_is_found_by_what_a_learner_types(root, typed, key):
    assert lesson(typed, find_lessons(root)).key == key


def test_an_unknown_lesson_names_those_there_are(root):
    with pytest.raises(LabError) as caught:
        lesson("17", find_lessons(root))
    assert str(caught.value) == (
        "there is no lesson '17'; the lessons are: 01 04 A 05 16 D another edit-tool"
    )


def test_files_of_a_lesson_are_listed_in_order(root):
    path = root / "04_failure"
    for name in ("wrong/b.py", "wrong/a.py", "scenarios/one.py", "beside/adapter.py"):
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text("", encoding="utf-8")
    one = lesson("4", find_lessons(root))
    assert [each.name for each in one.wrong] == ["a.py", "b.py"]
    assert [each.name for each in one.scenarios] == ["one.py"]
    assert [each.name for each in one.beside] == ["adapter.py"]
    assert (one.part, one.tests.name, one.scenes.name) == (
        path / "part.py",
        "tests.py",
        "scenes.py",
    )


def test_two_folders_of_one_lesson_are_refused(root):
    folder(root, "04_again")
    with pytest.raises(LabError, match="two folders are lesson 04: 04_again and 04_failure"):
        find_lessons(root)


def test_an_elective_that_comes_after_nothing_is_refused(root):
    folder(root, "lost", "# Lost\n")
    with pytest.raises(LabError, match="an elective says where it comes"):
        find_lessons(root)


def test_the_courses_own_lessons_are_found():
    assert lessons_root().is_dir()
    keys = [one.key for one in find_lessons()]
    assert keys[0] == "01"
    assert "D" in keys
