"""Made-up scenarios, written to a folder as a lesson's scenarios are."""

import pytest

from lab.course.lesson import Lesson
from tests.doctor.samples import HARNESS, MISUSE, PAGE, QUESTIONS, SCENARIO, TESTS


@pytest.fixture
def harness(tmp_path):
    path = tmp_path / "harness.py"
    path.write_text(HARNESS, encoding="utf-8")
    return path


@pytest.fixture
def write(tmp_path):
    """Writes a scenario file of the made-up lesson and gives its path."""

    def write(text=SCENARIO, name="1_a_greeting_nobody_got.py"):
        path = tmp_path / "99Z_greetings" / "scenarios" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
        return path

    return write


@pytest.fixture
def lesson(tmp_path):
    return Lesson("Z", "Greetings", "It greets.", tmp_path / "99Z_greetings", "99")


@pytest.fixture
def course(tmp_path, monkeypatch, write, harness):
    """A course of one lesson, Z, with two runs and a question; the learner's folder is empty."""
    lessons = tmp_path / "lessons"
    folder = lessons / "99Z_greetings"
    folder.mkdir(parents=True)
    monkeypatch.setattr("lab.course.lesson.lessons_root", lambda: lessons)
    monkeypatch.setattr("lab.check.suite.lessons_root", lambda: lessons)
    monkeypatch.setattr("lab.doctor.notebook.lessons_root", lambda: lessons)
    for path in (write(), write(MISUSE, "2_a_name_in_a_drawer.py")):
        (folder / "scenarios").mkdir(exist_ok=True)
        path.rename(folder / "scenarios" / path.name)
    texts = {"lesson.md": PAGE, "questions.toml": QUESTIONS, "tests.py": TESTS}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    learner = tmp_path / "learner"
    learner.mkdir()
    monkeypatch.setenv("LAB_COURSE", str(learner))
    return learner
