"""Made-up scenarios, written to a folder as a lesson's scenarios are."""

import pytest

from lab.course.lesson import Lesson
from tests.doctor.samples import HARNESS, SCENARIO


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
