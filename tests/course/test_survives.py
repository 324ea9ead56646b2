"""Nothing a learner wrote is lost, in whatever shape their file is: checked token by token."""

import ast
import codecs
import random
import re
import sys
import tokenize
import types

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab.course.lesson import find_lessons
from lab.course.markers import is_marker
from lab.course.merge import assemble, gaps, start
from lab.course.outline import Outline, own_docstring
from lab.course.parts import read_part
from lab.course.reference import docstrings, path_to
from lab.course.source import Source, decode
from tests.course.small import make_course

LAYOUT = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]

BODIES = {
    "plain": '    """A greeting."""\n    return f"hi {name}"',
    "no docstring": "    return name",
    "docstring of their own": '    """Say hi, my way."""\n    return name',
    "only a docstring": '    """Soon."""',
    "comments everywhere": "    # a\n    'A greeting.'  # c\n    # d\n    return 1  # e\n    # f",
    "semicolons": '    """A greeting."""; x = 1; return x',
    "a string from column 0": '    text = """\none\n  two\n\tthree\n"""\n    return text + name',
    "markers in a string": '    return """\n# --- your code: 01 greet ---\n# --- end ---\n"""',
    "markers of a lesson": "    # --- your code: 01 greet ---\n    return 1\n    # --- end ---",
    "a nested function": "    def inner(x):\n        'Doc'\n        return x\n\n    return inner",
    "a comment further left": "    if name:\n        return 1\n# left\n  # odd\n    return 2",
    "backslashes": "    return \\\n  name + \\\n        'x'",
    "brackets": "    return (\n1,\n        2,\n  )",
    "a form feed": '    x = "a\f\u2028\u0085b"\n\f\n    return x',
    "a type comment": "    # type: (str) -> str\n    x = []  # type: list\n    return x",
    "a match": "    match name:\n        case {'a': 1}:\n            pass\n        case _: pass",
    "f-strings": "    return f\"{name!r:>{10}} {'{'} {{}}\"",
}
HEADERS = [
    "def greet(name):",
    "async def greet(name):",
    "def greet(who, *rest, mine=1, **others):",
    "def greet(name: str, /, *, mine=(1, 2)) -> 'x: y':",
    "def greet(\n    name,  # who\n    # and below\n    extra=lambda x, y=1: {x: y},\n):  # after",
    "@mark\n# between\n@mark\ndef greet(name):",
    "# mine\n# and mine\ndef greet(name, ):",
    "def greet \\\n  (name):",
]
ONE_LINE = [
    "def greet(who): return who  # so",
    "def greet(who): x = 1; return x;",
    "def greet(n): ...",
]
EXTRAS = [
    "def helper(a, b=2):\n    '''\nmine\n    '''\n    return a  # end",
    "# about it\nclass Mine(dict):\n    x = 1; y = 2\n\n    def m(self): return self.x",
    "TABLE = {\n  'a': 1,\n}",
    "first, second = 1, 2",
    "if LIMIT:\n    FLAG = True\nelse:\n    FLAG = False",
    "try:\n    import tomllib\nexcept ImportError:\n    tomllib = None",
    "# a comment by itself\n",
    "async def fetch():\n    async with open() as f:\n        yield f",
    'TEXT = """\nif __name__ == "__main__":\n# == 1 words ==\n"""',
]
SHOUT = 'def shout(text):\n    """Given."""\n    return text.upper()'
MARK = "def mark(function):\n    return function"
MAIN = 'if __name__ == "__main__":\n    print(greet("x"))'


@st.composite
def files(draw):
    """A learner's file at the end of lesson 01, as text, and what in it is theirs."""
    body = draw(st.sampled_from(sorted(BODIES)))
    header = draw(st.sampled_from(HEADERS))
    greet = draw(st.sampled_from([*ONE_LINE, *[f"{header}\n{BODIES[body]}"] * 4]))
    extras = draw(st.lists(st.sampled_from(EXTRAS), max_size=4))
    rest = draw(st.permutations([greet, SHOUT, *extras]))
    if draw(st.booleans()):
        rest = ["# == 1 words ==", *rest]
    if draw(st.booleans()):
        rest = ["def greet(name):\n    return 'shadowed'", *rest]
    top = draw(st.sampled_from(['"""Mine."""', "# mine", "", "#!/usr/bin/env python"]))
    gap = draw(st.sampled_from(["\n", "\n\n", "\n\n\n"]))
    end = [MAIN] if draw(st.booleans()) else []
    return gap.join([top, "import json", "LIMIT = 3", MARK, *rest, *end])


@st.composite
def saved(draw):
    """The file as an editor writes it: indentation, line ends, BOM, cookie, last newline."""
    text = draw(files())
    unit = draw(st.sampled_from(["    ", "\t", "  "]))
    outline = Outline(Source(tuple(f"{line}\n" for line in text.split("\n"))))
    lines = [
        line
        if n in outline.strings
        else re.sub("^(?:    )+", lambda m: unit * (len(m[0]) // 4), line)
        for n, line in enumerate(outline.lines)
    ]
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    body = newline.join(lines) + draw(st.sampled_from([newline, ""]))
    cookie = draw(st.sampled_from(["", "# -*- coding: utf-8 -*-", "# vim: fileencoding=cp1252"]))
    encoding = "cp1252" if "cp1252" in cookie else "utf-8"
    body = f"{cookie}{newline}{body}" if cookie else body
    if encoding == "cp1252":
        body = body.replace("\u2028", "\xe9").replace("\u0085", "\u20ac")
    bom = codecs.BOM_UTF8 if encoding == "utf-8" and draw(st.booleans()) else b""
    return bom + body.encode(encoding), newline, encoding


def words(tokens):
    return [t.string for t in tokens if t.type not in LAYOUT and not is_marker(t.string)]


def theirs(source, lessons, given):
    """The tokens of each body and each extra definition, a run of them a piece."""
    outline = Outline(decode(source))
    items = [each for item in outline.items for each in (item.members or [item])]
    for item in items:
        if item.name in given or item.kind in ("import", "other"):
            continue
        start = (item.lead, 0)
        if item.kind == "function" and item is outline.named.get(item.name):
            known = own_docstring(item.node) in docstrings(lessons, item.name)
            body = item.node.body[1 if known else 0 :]
            if not body:
                continue
            line = outline.lines[body[0].lineno - 1]
            start = (body[0].lineno - 1, len(line.encode()[: body[0].col_offset].decode()))
        yield words(
            t
            for t in outline.tokens
            if start <= (t.start[0] - 1, t.start[1]) and t.start[0] - 1 < item.end
        )


def holds(haystack, needle):
    size = len(needle)
    return any(haystack[n : n + size] == needle for n in range(len(haystack) - size + 1))


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("lessons"))


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(file=saved())
def test_a_start_keeps_every_token_and_every_habit_of_the_file(course, file):
    source, newline, encoding = file
    begun = start(source, "02", course)
    after = Outline(decode(begun))
    found = words(after.tokens)
    for piece in theirs(source, course, {"shout"}):
        assert holds(found, piece)
    assert Counted(source) <= Counted(begun)
    assert start(begun, "02", course) == begun
    assert decode(begun).encoding.replace("windows-", "cp") == encoding
    assert begun.startswith(codecs.BOM_UTF8) == source.startswith(codecs.BOM_UTF8)
    ends = {line[len(line.rstrip("\r\n")) :] for line in decode(begun).lines[:-1]}
    assert ends == {newline}
    assert {"clip", "greet", "Box", "Box.put"} <= set(after.named)
    again = start(begun, "03", course)
    ast.parse(again)
    assert start(again, "03", course) == again


class Counted:
    """The comments and strings of a file, docstrings and markers apart: none may get fewer."""

    def __init__(self, source):
        outline = Outline(decode(source))
        self.comments = [
            t.string
            for t in outline.tokens
            if t.type == tokenize.COMMENT and not is_marker(t.string)
        ]

    def __le__(self, other):
        return all(self.comments.count(c) <= other.comments.count(c) for c in self.comments)


LESSONS = find_lessons()
LATER = [one for one in LESSONS[1:] if read_part(one).pieces and one.kind != "elective"]


@pytest.mark.parametrize("one", LATER, ids=lambda one: one.key)
@pytest.mark.parametrize("seed", range(3))
def test_a_reordered_file_with_extra_code_takes_the_next_lesson_and_imports(one, seed):
    before = assemble(LESSONS, path_to(LESSONS, one.key)[-2].key)
    source = reordered(before, random.Random(seed))
    begun = start(source, one.key, LESSONS)
    given = {piece.name for piece in read_part(one).pieces if not piece.whole}
    found = words(Outline(decode(begun)).tokens)
    for piece in theirs(source, LESSONS, given):
        assert holds(found, piece)
    assert start(begun, one.key, LESSONS) == begun
    assert sorted(gap.name for gap in gaps(begun)) == sorted(read_part(one).gaps)
    module = types.ModuleType("reordered")
    sys.modules[module.__name__] = module
    exec(compile(begun, "harness.py", "exec"), vars(module))
    for name in read_part(one).announces:
        owner, _, member = name.rpartition(".")
        assert hasattr(getattr(module, owner) if owner else module, member)


def reordered(text, rng):
    """The definitions of a file in another order, without headers, some extras among them."""
    outline = Outline(Source(tuple(f"{line}\n" for line in text.split("\n"))))
    groups = {"import": [], "constant": [], "rest": []}
    for item in outline.items[1:]:
        lines = "\n".join(outline.lines[item.lead : item.end])
        groups.get(item.kind, groups["rest"]).append(lines)
    rest = [*groups["rest"], *(extra.replace("LIMIT", "1") for extra in rng.sample(EXTRAS, 4))]
    rng.shuffle(rest)
    rng.shuffle(groups["constant"])
    return "\n\n".join([*groups["import"], *groups["constant"], *rest, MARK]).encode()
