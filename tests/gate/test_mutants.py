"""Mutants: one change each, in a fixed order, told by lines that are there, and all code."""

import ast

import pytest

from lab.course.lesson import find_lessons
from lab.gate.mutants import mutants, unparsed
from lab.gate.stage import HARNESS, Stage

LESSONS = find_lessons()
SOURCE = '''async def one(a: "list", b=2) -> "int":
    """A docstring, 1 of 2."""
    if a < b: return f"{a}:{b}"
    for c in (
        1,
        1,
    ):
        await a(c, b)
    def inner():
        """Another."""
        yield c
    return inner
'''
LINES = SOURCE.split("\n")


def made(source: str) -> list:
    return mutants(ast.parse(source).body[0], False, source.split("\n"))


def test_docstrings_and_annotations_stay():
    for mutant in made(SOURCE):
        text = "\n".join(mutant.lines)
        assert "A docstring, 1 of 2." in text and "Another." in text
        assert "a: 'list'" in text and "-> 'int'" in text


def test_the_order_is_fixed_and_no_two_are_the_same():
    found = made(SOURCE)
    assert found == made(SOURCE)
    assert len({mutant.lines for mutant in found}) == len(found)
    assert tuple(unparsed(ast.parse(SOURCE).body[0], False)) not in {m.lines for m in found}


def test_each_has_its_line_and_a_name_of_its_own():
    names = [(LINES[mutant.line - 1].strip(), mutant.change) for mutant in made(SOURCE)]
    assert len(set(names)) == len(names)
    assert ('if a < b: return f"{a}:{b}"', "< -> <=") in names
    assert ('if a < b: return f"{a}:{b}"', "{b} removed") in names
    assert ("1,", "1 -> 2") in names  # twice, on two lines that read the same
    assert ("1,", "1 -> 2 (2)") in names


def test_what_does_not_compile_is_left_out():
    # Without `a = 1` there is nothing that `nonlocal a` could mean.
    source = "def one():\n    a = 1\n    def two():\n        nonlocal a\n        a = b\n    two()\n"
    deleted = [(m.line, m.change) for m in made(source) if m.operator == "deleted"]
    assert deleted == [(5, "assignment deleted"), (6, "call deleted")]


def test_a_method_is_written_as_it_stands_in_its_class():
    source = 'class A:\n    def one(self):\n        return f"""a\nb{self}"""\n'
    node = ast.parse(source).body[0].body[0]
    whole = "class A:\n" + "\n".join(unparsed(node, True))
    assert ast.dump(ast.parse(whole)) == ast.dump(ast.parse(source))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.key)
def test_what_a_lesson_announces_is_written_out_as_the_same_code(lesson):
    stage = Stage(lesson, LESSONS)
    for definition in stage.definitions():
        lines = unparsed(definition.item.node, definition.method)
        text = stage.replaced(definition, lines)[definition.file]
        assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(stage.files[definition.file]))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.key)
def test_a_mutant_is_told_by_its_line_in_the_lessons_own_file(lesson):
    stage = Stage(lesson, LESSONS)
    for definition in stage.definitions():
        text_of = stage.files[definition.file].split("\n")
        own = definition.origin.read_text(encoding="utf-8").split("\n")
        assert (definition.file == HARNESS) == (definition.origin == lesson.part)
        for mutant in mutants(definition.item.node, definition.method, text_of):
            assert own[definition.number(mutant.line) - 1] == text_of[mutant.line - 1]
