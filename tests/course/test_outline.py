"""Definitions and their line spans, with the comments that belong to them."""

import pytest

from lab.course.outline import Outline
from lab.course.source import from_text

FILE = '''#!/usr/bin/env python
"""Doc."""
import os, sys

# == 1 words ==

# about x
# and more
x = 1
y: int = 2; z = 3


@first
# between
@second(
    1
)
def f(a):
    return a  # same line
    # still f

# floating

class C(Base):
    # about m
    async def m(self):
        """
# == 2 text ==
        """

    k = 5
    # the class's own

a = b = 1
if __name__ == "__main__":
    f(1)
'''


@pytest.fixture(scope="module")
def outline():
    return Outline(from_text(FILE))


def spans(outline):
    lines = FILE.split("\n")
    return {
        name: (lines[item.lead].strip(), lines[item.end - 1].strip())
        for name, item in outline.named.items()
    }


def test_a_definition_reaches_from_the_comment_above_to_the_last_of_its_body(outline):
    found = spans(outline)
    assert found["x"] == ("# about x", "x = 1")
    assert found["f"] == ("@first", "# still f")
    assert found["C"] == ("class C(Base):", "# the class's own")
    assert found["C.m"] == ("# about m", '"""')
    assert found["C.k"] == ("k = 5", "k = 5")


def test_what_shares_a_line_says_so(outline):
    assert outline.named["y"].shared and outline.named["z"].shared
    assert not outline.named["x"].shared


def test_a_statement_that_binds_several_names_defines_none(outline):
    assert set(outline.named) == {"x", "y", "z", "f", "C", "C.m", "C.k"}


def test_only_a_comment_is_a_header_and_only_a_test_of_the_name_is_the_main_block(outline):
    assert outline.regions == {1: 4}
    assert outline.main_block().line == FILE.split("\n").index('if __name__ == "__main__":')


def test_lines_inside_strings_are_known(outline):
    lines = FILE.split("\n")
    assert {lines[n].strip() for n in outline.strings} == {"# == 2 text ==", '"""'}


def test_a_later_class_of_the_same_name_is_the_one_with_the_members():
    text = "class C:\n    def a(self): pass\n\nclass C:\n    def b(self): pass\n"
    assert set(Outline(from_text(text)).named) == {"C", "C.b"}


def test_a_setter_and_an_overload_are_not_the_definition():
    text = (
        "class C:\n    @property\n    def p(self): pass\n\n"
        "    @p.setter\n    def p(self, value): pass\n"
    )
    assert Outline(from_text(text)).named["C.p"].line == 2
