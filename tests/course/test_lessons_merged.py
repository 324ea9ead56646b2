"""The lessons as they are: what must hold for every part, whatever the parts say."""

import ast
import sys
import types
from pathlib import Path

import pytest

from lab.course.beside import start_beside
from lab.course.lesson import find_lessons
from lab.course.markers import spans
from lab.course.merge import assemble, gaps, solve, stage_of, start, start_file
from lab.course.outline import outlined
from lab.course.parts import read_part
from lab.course.reference import path_to, reference
from lab.course.source import from_text

ROOT = Path(__file__).resolve().parents[2]
LESSONS = find_lessons()
WITH_PARTS = [one for one in LESSONS if read_part(one).pieces]


def each_part(test):
    return pytest.mark.parametrize("one", WITH_PARTS, ids=lambda one: one.key)(test)


def definitions(source):
    """Every definition by name, as code; methods on their own."""
    found = {}
    for node in ast.parse(source).body:
        members = node.body if isinstance(node, ast.ClassDef) else []
        found |= {f"{node.name}.{getattr(m, 'name', '')}": ast.dump(m) for m in members}
        if not members:
            found[getattr(node, "name", ast.unparse(node))] = ast.dump(node)
    return found


def executed(source):
    module = types.ModuleType("assembled")
    sys.modules[module.__name__] = module
    exec(compile(source, "harness.py", "exec"), vars(module))
    return module


def test_there_are_parts():
    assert WITH_PARTS


def test_the_committed_harness_is_what_the_parts_assemble_to():
    committed = (ROOT / "harness.py").read_bytes()
    assert committed == assemble(LESSONS).encode(), "run: python -m lab.course.build"


@each_part
def test_the_finished_file_of_a_lesson_imports_and_shows_no_scaffolding(one):
    text = assemble(LESSONS, one.key)
    module = executed(text)
    for name in read_part(one).announces:
        owner, _, member = name.rpartition(".")
        assert hasattr(getattr(module, owner) if owner else module, member)
    for word in ("your code", "# step:", "# stub:", "NotImplementedError", "# after:"):
        assert word not in text


@each_part
def test_a_start_has_the_lessons_gaps_and_no_other(one):
    source = start_file(one.key, LESSONS)
    executed(source)
    part = read_part(one)
    assert [gap.key for gap in gaps(source)] == [one.key] * len(part.gaps)
    assert sorted(gap.name for gap in gaps(source)) == sorted(part.gaps)
    assert stage_of(source, LESSONS) == (None if one.kind == "elective" else one.key)


@each_part
def test_a_gap_is_empty_only_where_the_definition_is_new(one):
    before = path_to(LESSONS, one.key)[:-1]
    known = reference(LESSONS, before[-1].key).pieces if before else {}
    for gap in gaps(start_file(one.key, LESSONS)):
        assert gap.empty == (gap.name not in known)


@pytest.mark.parametrize("one", [one for one in WITH_PARTS if one.kind == "elective"])
def test_an_elective_stands_on_the_finished_file_too(one):
    module = executed(assemble(LESSONS, elective=one.key))
    assert all(hasattr(module, name) for name in read_part(one).announces if "." not in name)


@each_part
def test_starting_twice_changes_nothing(one):
    source = start_file(one.key, LESSONS)
    assert start(source, one.key, LESSONS) == source


@each_part
def test_a_start_with_its_gaps_solved_is_the_lessons_finished_file(one):
    source = start_file(one.key, LESSONS)
    for gap in gaps(source):
        source = solve(source, one.key, gap.name, lessons=LESSONS)
    assert definitions(source) == definitions(assemble(LESSONS, one.key))
    assert not [gap for gap in gaps(source) if gap.empty]


def test_the_whole_course_solved_in_one_file_is_the_finished_harness():
    source = b""
    for one in LESSONS:
        if one.kind != "elective":
            source = start(source, one.key, LESSONS)
            for gap in gaps(source):
                if gap.key == one.key:
                    source = solve(source, one.key, gap.name, lessons=LESSONS)
    assert definitions(source) == definitions(assemble(LESSONS))


@each_part
def test_a_part_changes_what_it_announces_and_nothing_else(one):
    path = path_to(LESSONS, one.key)
    before = reference(LESSONS, path[-2].key).pieces if len(path) > 1 else {}
    after = reference(LESSONS, one.key).pieces
    changed = {name for name in after if after[name] is not before.get(name)}
    assert changed == set(read_part(one).announces)
    for name in changed & set(before):
        assert after[name].reference() != before[name].reference()


def test_what_was_a_gap_is_never_given_again():
    written = set()
    for one in WITH_PARTS:
        for piece in read_part(one).pieces:
            assert piece.name not in written or piece.whole
        written |= set(read_part(one).gaps)


def test_an_earlier_lessons_solution_in_a_later_file_is_the_later_definition():
    late = [one for one in WITH_PARTS if one.kind != "elective"][-1]
    source = start_file(late.key, LESSONS)
    finished = definitions(assemble(LESSONS, late.key))
    known = set(definitions(source))
    for one in WITH_PARTS:
        for name in read_part(one).gaps if one.kind != "elective" else []:
            solved = definitions(solve(source, one.key, name, lessons=LESSONS))
            assert solved[name] == finished[name]
            assert set(solved) == known


@pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.key)
def test_in_what_a_lesson_starts_from_the_steps_of_a_gap_stand_below_each_other(one):
    """A comment that kept the depth it has in the solution would look as if lines were missing."""
    if not (read_part(one).pieces or one.beside):
        pytest.skip("it starts from nothing")
    begun = [start_file(one.key, LESSONS), *map(start_beside, one.beside)]
    for lines in (text.decode().split("\n") for text in begun):
        for key, _, opened, ended in spans(outlined(from_text("\n".join(lines)))):
            indent = len(lines[opened]) - len(lines[opened].lstrip())
            comments = [line for line in lines[opened:ended] if line.lstrip().startswith("# ")]
            if key == one.key:
                assert {len(line) - len(line.lstrip()) for line in comments} == {indent}
