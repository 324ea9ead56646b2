"""A wrong solution is the reference with a few definitions in the place of its own."""

from pathlib import Path

import pytest

from lab.check.wrong import patch, read_wrong
from lab.course.errors import LabError

REFERENCE = '''"""A harness."""

import json

LIMIT = 3


def one():
    """One."""
    return 1


class Harness:
    """Owns a transcript."""

    def first(self):
        return one()

    def second(self):
        return LIMIT


def two():
    return json.dumps(2)
'''


def run(source: str) -> dict:
    found: dict = {}
    exec(compile(source, "harness.py", "exec"), found)
    return found


def test_a_function_is_replaced_where_it_stands():
    found = patch(REFERENCE, '"""caught by: t\n\nOff by one."""\n\ndef one():\n    return 11\n')
    assert run(found)["Harness"]().first() == 11
    assert found == REFERENCE.replace('    """One."""\n    return 1\n', "    return 11\n")


def test_a_class_without_a_docstring_replaces_its_methods_only():
    found = run(patch(REFERENCE, "class Harness:\n    def second(self):\n        return 9\n"))
    assert (found["Harness"]().first(), found["Harness"]().second()) == (1, 9)
    assert found["Harness"].__doc__ == "Owns a transcript."


def test_a_class_with_a_docstring_replaces_all_of_it():
    found = run(
        patch(
            REFERENCE, 'class Harness:\n    """Mine."""\n\n    def first(self):\n        return 5\n'
        )
    )
    assert found["Harness"].__doc__ == "Mine."
    assert not hasattr(found["Harness"], "second")


def test_constants_are_replaced_and_what_is_new_is_added():
    wrong = (
        "import math\n\nLIMIT = 4\n\n\ndef helper():\n    return math.pi\n\n\n"
        "class Harness:\n    def third(self):\n        return helper()\n"
    )
    found = run(patch(REFERENCE, wrong))
    assert found["Harness"]().second() == 4
    assert found["Harness"]().third() == pytest.approx(3.14159, abs=1e-5)
    assert found["two"]() == "2"


def test_decorators_belong_to_what_they_decorate():
    decorated = REFERENCE.replace("def two", "@staticmethod\ndef two")
    assert "@" not in patch(decorated, "def two():\n    return 22\n")


def test_one_that_replaces_nothing_is_refused():
    with pytest.raises(LabError, match="replaces at least one definition"):
        patch(REFERENCE, "def somebody_else():\n    return 1\n")


def test_a_method_of_a_class_that_is_not_there_is_refused():
    with pytest.raises(LabError, match=r"no class Other for Other\.go"):
        patch(REFERENCE, "LIMIT = 1\nclass Other:\n    def go(self):\n        return 1\n")


def test_its_first_lines_say_what_catches_it_and_what_is_wrong(tmp_path: Path):
    path = tmp_path / "off_by_one.py"
    path.write_text('"""caught by: test_it_counts\n\nIt starts\nat one."""\n', encoding="utf-8")
    wrong = read_wrong(path)
    assert (wrong.name, wrong.caught_by) == ("off_by_one", "test_it_counts")
    assert wrong.description == "It starts at one."


@pytest.mark.parametrize(
    "text", ["", '"""caught by: test_x"""', '"""It is wrong.\n\nVery."""', "def"]
)
def test_one_that_does_not_say_so_is_refused_with_its_path(tmp_path: Path, text: str):
    path = tmp_path / "bad.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LabError, match=r"bad\.py, line 1: "):
        read_wrong(path)
