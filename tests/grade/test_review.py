"""The look through a source: what a human should see, and silence about what learners write."""

import random

import pytest
from make_class import odd

from lab.check.wrong import patch, read_wrong
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.merge import assemble
from lab.grade.review import review


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import ctypes", "imports ctypes"),
        ("from os import _exit", "imports _exit from os"),
        ("import sys\nsys._getframe(1)", "reaches for _getframe"),
        ("import lab\nlab.same = print", "changes lab.same"),
        ("import json\njson.dumps = None", "changes json.dumps"),
        ("from lab.check import worker", "the grader's own"),
        ("class A:\n    def __eq__(self, o): return True", "class A has a __eq__ of its own"),
        ("class A(str): pass", "class A is a kind of str"),
        ("eval('1')", "calls eval"),
        ("open('/proc/self/mem')", "has the path '/proc' in a string"),
        ("().__class__.__base__.__subclasses__()", "reaches for __subclasses__"),
        ("import lab\nsetattr(lab, 'say', 1)", "calls setattr on lab"),
        ("getattr(x, '__globals__')", "has the word '__globals__' as a string"),
    ],
)
def test_what_a_harness_has_no_use_for_is_said_with_its_line(source, reason):
    found = review({"harness.py": source.encode()})
    assert any(reason in one for one in found), found
    assert found[0].startswith("harness.py, line ")


def test_no_solution_in_the_repository_is_flagged():
    lessons = find_lessons()
    flagged, looked = [], 0
    for one in lessons:
        if one.kind != "lesson":
            continue
        stage = assemble(lessons, one.key)
        sources = {"reference": stage, "odd": odd(stage, random.Random(0))}
        for path in one.wrong:
            try:
                sources[path.name] = patch(stage, read_wrong(path).source)
            except LabError:  # it is a mistake in a file beside the harness
                sources[path.name] = read_wrong(path).source
        for name, source in sources.items():
            looked += 1
            reasons = review({"harness.py": source.encode()})
            flagged += [(one.key, name, *reasons)] if reasons else []
    assert looked > 100
    assert flagged == []


@pytest.mark.parametrize("source", [b"def (", b"\0", b"(" * 5000, b"-" * 100_000 + b"1", b"\xff"])
def test_what_does_not_parse_has_no_reasons_and_does_no_harm(source):
    assert review({"harness.py": source}) == []


def test_many_reasons_are_cut_short():
    source = "".join(f"import ctypes.m{i}\n" for i in range(50))
    assert review({"harness.py": source.encode()})[-1] == "38 more reasons of this kind"
