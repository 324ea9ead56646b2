"""A small course whose one suite can be made bad in every way, and a crew to measure it."""

import textwrap
from pathlib import Path

import pytest

from lab.course.lesson import find_lessons
from lab.gate.crew import Crew
from lab.gate.marks import Mark
from lab.gate.measure import Gate, Measure, Options

ONE = '''"""Lesson 01: count.

Announces: LIMIT, clip
"""

# == 1 words ==


LIMIT = 3


def clip(text):
    """The first characters, LIMIT at most."""
    # --- your code: 01 clip ---
    # step: Slice it.
    if len(text) <= LIMIT:
        return text
    return text[:LIMIT]
    # --- end ---
'''

TWO = '''"""Lesson 02: say so.

Announces: clip, mark
"""

# == 1 words ==


def clip(text):
    """The first characters, LIMIT at most, and a mark when there were more."""
    # --- your code: 02 clip ---
    # step: Mark what was cut.
    if len(text) <= LIMIT:
        return text
    return mark(text[:LIMIT])
    # --- end ---


def mark(text):
    """Given."""
    return f"{text}~"
'''

SCENES = '''
def clipped(harness, lab, text):
    """A text is clipped."""
    return harness.clip(text)
'''

TESTS_ONE = '''
def test_a_short_text_stays(play):
    """A text within the limit stays as it is."""
    assert [play("clipped", text=text) for text in ("", "ab", "abc")] == ["", "ab", "abc"]


def test_a_long_text_is_cut(play):
    """A text over the limit is cut there."""
    assert play("clipped", text="abcd")[:3] == "abc"
    assert play("clipped", text="abcdefgh")[:4] in ("abc", "abc~")
'''

TESTS_TWO = '''
def test_a_cut_is_marked(play):
    """A text that was cut ends in a mark."""
    assert play("clipped", text="abcdefgh") == "abc~"
'''

WRONG = '''"""caught by: test_a_long_text_is_cut

The limit is one too many.
"""


def clip(text):
    return text[:4]
'''


class Course:
    """Lessons 01 and 02 in a folder; `measure` gives what the gate finds out about one."""

    def __init__(self, root: Path, crew: Crew) -> None:
        self.root, self._crew = root, crew
        for folder in ("01_clip", "02_mark"):
            self.write(f"{folder}/lesson.md", f"# {folder[:2]} {folder[3:]}\n\nClip.\n")
            self.write(f"{folder}/scenes.py", SCENES)
        self.write("01_clip/part.py", ONE)
        self.write("02_mark/part.py", TWO)
        self.write("01_clip/tests.py", TESTS_ONE)
        self.write("02_mark/tests.py", TESTS_TWO)
        self.write("01_clip/wrong/one_too_many.py", WRONG)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")

    def add(self, name: str, text: str) -> None:
        old = (self.root / name).read_text(encoding="utf-8")
        self.write(name, old + "\n\n" + textwrap.dedent(text))

    def measure(self, key: str = "01", marks: tuple[Mark, ...] = (), **options) -> Measure:
        lessons = find_lessons(self.root)
        gate = Gate(self._crew, lessons, marks, Options(**{"runs": 1, **options}))
        return gate.measure(next(one for one in lessons if one.key == key))


@pytest.fixture(scope="session")
def crew():
    with Crew(2) as crew:
        yield crew


@pytest.fixture
def course(tmp_path: Path, crew: Crew) -> Course:
    return Course(tmp_path / "lessons", crew)
