"""A stage: the reference's files, and a lesson's definitions with what stands in their gaps."""

import pytest

from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.gate.stage import HARNESS, Stage

ADAPTER = '''"""Beside it."""

RATE = 2


def rated(n):
    # --- your code: 02 rated ---
    # step: Multiply.
    return n * RATE
    # --- end ---


class Both:
    """Two."""

    def one(self):
        return 1
'''


@pytest.fixture
def stage(course):
    def made(key: str) -> Stage:
        lessons = find_lessons(course.root)
        return Stage(next(one for one in lessons if one.key == key), lessons)

    return made


def named(stage: Stage, name: str):
    return next(one for one in stage.definitions() if one.name == name)


def test_its_definitions_are_those_of_the_part(stage):
    assert [one.name for one in stage("01").definitions()] == ["LIMIT", "clip"]
    assert [one.name for one in stage("02").definitions()] == ["clip", "mark"]


def test_what_stands_in_a_gap_is_not_given(stage, course):
    definition = named(stage("02"), "clip")
    lines = (course.root / "02_mark" / "part.py").read_text(encoding="utf-8").split("\n")
    given = [lines[n - 1].strip() for n in definition.numbers if definition.is_given(n)]
    assert given[0] == "def clip(text):"
    assert "return text" not in given
    assert all(named(stage("02"), "mark").is_given(n) for n in named(stage("02"), "mark").numbers)


def test_a_gap_is_emptied_and_the_rest_stays(stage):
    one = stage("01")
    definition = named(one, "clip")
    text = one.replaced(definition, definition.emptied(definition.gaps[0]))[HARNESS]
    assert '    """The first characters, LIMIT at most."""\n    raise NotImplementedError' in text
    assert "LIMIT = 3" in text and "text[:LIMIT]" not in text


def test_later_stages_are_those_with_another_file(stage):
    assert [key for key, _ in stage("01").later()] == ["02"]
    assert stage("02").later() == []


def test_files_beside_harness_are_part_of_it(stage, course):
    course.write("02_mark/beside/adapter.py", ADAPTER)
    one = stage("02")
    assert "your code" not in one.files["adapter.py"]
    names = [each.name for each in one.definitions()]
    assert names == ["clip", "mark", "RATE", "rated", "Both.one"]
    rated = named(one, "rated")
    files = one.replaced(rated, rated.emptied(rated.gaps[0]))
    assert "def rated(n):\n    raise NotImplementedError\n" in files["adapter.py"]
    assert files[HARNESS] == one.files[HARNESS]
    assert (
        rated.number(rated.item.start + 2) == ADAPTER.split("\n").index("    return n * RATE") + 1
    )


def test_a_wrong_solution_goes_into_the_file_that_has_its_definitions(stage, course):
    course.write("02_mark/beside/adapter.py", ADAPTER)
    one = stage("02")
    assert "return 9" in one.patched("def clip(text):\n    return 9\n")[HARNESS]
    assert "return 9" in one.patched("def rated(n):\n    return 9\n")["adapter.py"]
    with pytest.raises(LabError, match="replaces at least one definition"):
        one.patched("def nobodys():\n    return 9\n")
