"""Each operator makes just the changes it says, at every place it can, and no other."""

import ast

import pytest

from lab.gate.mutants import mutants

CASES = [
    ("comparison", "a == b", {"== -> !=": "a != b"}),
    ("comparison", "a != b", {"!= -> ==": "a == b"}),
    ("comparison", "a < b", {"< -> <=": "a <= b", "< -> >=": "a >= b"}),
    ("comparison", "a <= b", {"<= -> <": "a < b", "<= -> >": "a > b"}),
    ("comparison", "a > b", {"> -> >=": "a >= b", "> -> <=": "a <= b"}),
    ("comparison", "a >= b", {">= -> >": "a > b", ">= -> <": "a < b"}),
    ("comparison", "a is None", {"is -> is not": "a is not None"}),
    ("comparison", "a is not b", {"is not -> is": "a is b"}),
    ("comparison", "a is True", {"is -> is not": "a is not True", "is -> ==": "a == True"}),
    ("comparison", "a is not False", {"is not -> is": "a is False", "is not -> !=": "a != False"}),
    ("comparison", "a in b", {"in -> not in": "a not in b"}),
    ("comparison", "a not in b", {"not in -> in": "a in b"}),
    ("comparison", "a == b != c", {"== -> !=": "a != b != c", "!= -> ==": "a == b == c"}),
    ("arithmetic", "a + b", {"+ -> -": "a - b"}),
    ("arithmetic", "a - b", {"- -> +": "a + b"}),
    ("arithmetic", "a * b", {"* -> //": "a // b"}),
    ("arithmetic", "a / b", {"/ -> *": "a * b"}),
    ("arithmetic", "a % b", {"% -> *": "a * b"}),
    ("arithmetic", "a += b", {"+ -> -": "a -= b"}),
    ("arithmetic", "-a", {"minus removed": "a"}),
    ("boolean", "a and b and c", {"and -> or": "a or b or c"}),
    ("boolean", "a or b", {"or -> and": "a and b"}),
    ("boolean", "not a", {"not removed": "a"}),
    ("constant", "3", {}),
    ("constant", "a(3)", {"3 -> 4": "a(4)", "3 -> 2": "a(2)"}),
    ("constant", "a(True)", {"True -> False": "a(False)"}),
    ("constant", "a(False)", {"False -> True": "a(True)"}),
    ("constant", "a(None)", {"None -> True": "a(True)"}),
    ("constant", "a is None", {}),
    ("constant", "a('b')", {'"b" -> "b!"': "a('b!')", '"b" -> ""': "a('')"}),
    ("constant", "a('')", {'"" -> "!"': "a('!')"}),
    ("constant", "a('\\n')", {'"\\n" -> "\\n!"': "a('\\n!')", '"\\n" -> ""': "a('')"}),
    ("constant", "a['b']", {'"b" -> "b!"': "a['b!']"}),
    ("constant", "a({'b': c})", {'"b" -> "b!"': "a({'b!': c})"}),
    ("constant", "a(b'c')", {"b'c' -> b'c!'": "a(b'c!')", "b'c' -> b''": "a(b'')"}),
    ("constant", "a(f'b{c}')", {'"b" -> "b!"': "a(f'b!{c}')", '"b" -> ""': "a(f'{c}')"}),
    ("formatted", "a(f'b{c.d}')", {"{c.d} removed": "a(f'b')"}),
    ("swapped", "a(b, c)", {"arguments 1 and 2 of a swapped": "a(c, b)"}),
    ("swapped", "a(b, b)", {}),
    ("swapped", "a(b, *c)", {}),
    (
        "swapped",
        "a.b(c, d, e)",
        {
            "arguments 1 and 2 of a.b swapped": "a.b(d, c, e)",
            "arguments 2 and 3 of a.b swapped": "a.b(c, e, d)",
        },
    ),
    ("negated", "a if b else c", {"condition negated": "a if not b else c"}),
    ("negated", "a if b < c else d", {}),
    ("negated", "a if not b else c", {}),
    ("negated", "[a for a in b if a]", {"condition negated": "[a for a in b if not a]"}),
    ("awaited", "a(await b())", {"await removed": "a(b())"}),
    ("awaited", "a = yield b", {"yield removed": "a = b"}),
    ("awaited", "a = yield", {"yield removed": "a = None"}),
    ("awaited", "yield a", {}),
    ("jumps", "return a", {"returned value -> None": "return None"}),
    ("jumps", "return None", {}),
    ("jumps", "return", {}),
    ("bounds", "a[1:]", {"lower bound removed": "a[:]"}),
    ("bounds", "a[:-1]", {"upper bound removed": "a[:]"}),
    ("bounds", "a[::-1]", {"step bound removed": "a[:]"}),
    ("bounds", "a[:b]", {"upper bound removed": "a[:]", "upper bound + 1": "a[:b + 1]"}),
    ("bounds", "a[b]", {}),
    ("deleted", "a()", {"call deleted": "pass"}),
    ("deleted", "await a()", {"call deleted": "pass"}),
    ("deleted", "yield a", {"yield deleted": "pass"}),
    ("deleted", "a = b", {"assignment deleted": "pass"}),
    ("deleted", "a += b", {"assignment deleted": "pass"}),
    ("deleted", "raise a", {"raise deleted": "pass"}),
    ("deleted", "return a", {"return deleted": "pass"}),
    ("deleted", "pass", {}),
    ("deleted", "import a", {}),
]


def made(code: str, operator: str) -> dict[str, str]:
    """What one operator makes of a function's body: each change and the new body."""
    lines = ["async def one():", *(f"    {line}" for line in code.split("\n"))]
    node = ast.parse("\n".join(lines)).body[0]
    return {
        mutant.change: "\n".join(line[4:] for line in mutant.lines[1:])
        for mutant in mutants(node, False, lines)
        if mutant.operator == operator
    }


@pytest.mark.parametrize(
    ("operator", "code", "expected"), CASES, ids=[f"{name}: {code!r}" for name, code, _ in CASES]
)
def test_an_operator_makes_its_changes_and_no_other(operator, code, expected):
    assert made(code, operator) == expected


def test_a_statement_goes_with_its_block_and_its_inside_one_by_one():
    code = "try:\n    a()\nfinally:\n    if b:\n        c = d"
    bodies = made(code, "deleted")
    assert list(bodies) == ["try deleted", "call deleted", "if deleted", "assignment deleted"]
    assert bodies["try deleted"] == "pass"
    assert bodies["if deleted"] == "try:\n    a()\nfinally:\n    pass"


def test_jumps_in_a_loop_are_exchanged():
    code = "while a:\n    if b:\n        break\n    continue"
    assert made(code, "jumps") == {
        "break -> continue": code.replace("break", "continue"),
        "continue -> break": code.replace("continue", "break"),
    }


def test_conditions_of_if_and_while_are_negated():
    assert made("if a:\n    b()", "negated") == {"condition negated": "if not a:\n    b()"}
    assert made("while a:\n    b()", "negated") == {"condition negated": "while not a:\n    b()"}


def test_a_default_that_is_no_constant_becomes_none():
    text = ["def one(a, b=LIMIT, *, c=LIMIT, d=1):", "    return a"]
    found = mutants(ast.parse("\n".join(text)).body[0], False, text)
    assert [(m.change, m.lines[0]) for m in found if m.operator == "default"] == [
        ("default LIMIT -> None", "def one(a, b=LIMIT, *, c=None, d=1):"),
        ("default LIMIT -> None (2)", "def one(a, b=None, *, c=LIMIT, d=1):"),
    ]


def test_a_long_string_is_told_by_both_its_ends():
    (words, _) = made(f"a('b{'x' * 100}c')", "constant")
    assert words == f'"b{"x" * 19}...{"x" * 16}c" -> "b{"x" * 19}...{"x" * 15}c!"'
