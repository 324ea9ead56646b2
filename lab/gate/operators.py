"""The small changes that make mutants: each operator says what it can change at one place.

An operator is a function from a Site to Changes. It touches nothing itself: a Change is carried out
on a copy of the tree. Which definitions are mutated, and how a mutant becomes a file, is `mutants`.
"""

import ast
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

_CLIP = 40
_SIGNS: dict[type, str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.And: "and",
    ast.Or: "or",
}
# The one beside it, and the opposite.
_COMPARES: dict[type, tuple[type, ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_COUNTS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_KEPT = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
    ast.Pass,
)
_STATEMENTS = {
    ast.Assign: "assignment",
    ast.AnnAssign: "assignment",
    ast.AugAssign: "assignment",
    ast.Delete: "del",
    ast.AsyncFor: "async for",
    ast.AsyncWith: "async with",
}
Find = Callable[[Any], Any]


@dataclass(frozen=True)
class Site:
    """A node and where it hangs: `parent.field`, or `parent.field[index]`; its line, from 1."""

    node: Any
    parent: Any
    field: str
    index: int | None
    line: int

    def put(self, find: Find, new: ast.AST) -> None:
        """Sets a new node in its place, in the copy that `find` looks into."""
        parent = find(self.parent)
        if self.index is None:
            setattr(parent, self.field, new)
        else:
            getattr(parent, self.field)[self.index] = new


@dataclass(frozen=True)
class Change:
    """One change in words that stay the same while the file is edited, and how it is done."""

    words: str
    edit: Callable[[Find], None]


def comparison(site: Site) -> Iterator[Change]:
    """Every comparison sign by its neighbour and its opposite; `is True` by `== True` too."""
    if not isinstance(site.node, ast.Compare):
        return
    for place, (op, right) in enumerate(zip(site.node.ops, site.node.comparators, strict=True)):
        others = list(_COMPARES[type(op)])
        if isinstance(op, ast.Is | ast.IsNot) and isinstance(getattr(right, "value", None), bool):
            others.append(ast.Eq if isinstance(op, ast.Is) else ast.NotEq)
        for other in others:
            yield Change(_from_to(op, other), _set_item(site.node, "ops", place, other))


def arithmetic(site: Site) -> Iterator[Change]:
    """Every sign of arithmetic by its opposite; a minus in front taken away."""
    if isinstance(site.node, ast.BinOp | ast.AugAssign):
        other = _COUNTS.get(type(site.node.op))
        if other:
            yield Change(_from_to(site.node.op, other), _set(site.node, "op", other))
    if isinstance(site.node, ast.UnaryOp) and isinstance(site.node.op, ast.USub):
        yield Change("minus removed", _become(site, site.node.operand))


def boolean(site: Site) -> Iterator[Change]:
    """`and` by `or`, `or` by `and`; `not` taken away."""
    if isinstance(site.node, ast.BoolOp):
        other = ast.Or if isinstance(site.node.op, ast.And) else ast.And
        yield Change(_from_to(site.node.op, other), _set(site.node, "op", other))
    if isinstance(site.node, ast.UnaryOp) and isinstance(site.node.op, ast.Not):
        yield Change("not removed", _become(site, site.node.operand))


def constant(site: Site) -> Iterator[Change]:
    """Numbers off by one, True and False exchanged, None made True, strings changed and emptied."""
    if not isinstance(site.node, ast.Constant) or isinstance(site.parent, ast.Expr):
        return
    for new in _other_values(site):
        words = f"{_said(site.node.value)} -> {_said(new)}"
        yield Change(words, _become(site, ast.Constant(new)))


def formatted(site: Site) -> Iterator[Change]:
    """A value of an f-string left out."""
    if isinstance(site.node, ast.FormattedValue):
        words = f"{{{_clipped(ast.unparse(site.node.value))}}} removed"
        yield Change(words, _become(site, ast.Constant("")))


def deleted(site: Site) -> Iterator[Change]:
    """A statement taken out, with its whole block if it has one."""
    is_statement = isinstance(site.node, ast.stmt) and site.index is not None
    if is_statement and not isinstance(site.node, _KEPT):
        yield Change(f"{_kind(site.node)} deleted", _become(site, ast.Pass()))


def swapped(site: Site) -> Iterator[Change]:
    """Two neighbours among a call's arguments exchanged."""
    if not isinstance(site.node, ast.Call):
        return
    for place, (one, two) in enumerate(itertools.pairwise(site.node.args)):
        starred = isinstance(one, ast.Starred) or isinstance(two, ast.Starred)
        if not starred and ast.dump(one) != ast.dump(two):
            name = _clipped(ast.unparse(site.node.func))
            words = f"arguments {place + 1} and {place + 2} of {name} swapped"
            yield Change(words, _swap(site.node, place))


def negated(site: Site) -> Iterator[Change]:
    """A condition negated; a single comparison has its opposite already, a `not` its removal."""
    conditional = isinstance(site.parent, ast.If | ast.While | ast.IfExp | ast.Assert)
    if not (conditional and site.field == "test") and site.field != "ifs":
        return
    single = isinstance(site.node, ast.Compare) and len(site.node.ops) == 1
    is_not = isinstance(site.node, ast.UnaryOp) and isinstance(site.node.op, ast.Not)
    if not single and not is_not:
        yield Change(
            "condition negated",
            lambda find: site.put(find, ast.UnaryOp(ast.Not(), find(site.node))),
        )


def awaited(site: Site) -> Iterator[Change]:
    """An `await` taken away; a `yield` inside an expression too, one on its own is a statement."""
    if isinstance(site.node, ast.Await):
        yield Change("await removed", _become(site, site.node.value))
    if isinstance(site.node, ast.Yield) and not isinstance(site.parent, ast.Expr):
        value = site.node.value or ast.Constant(None)
        yield Change("yield removed", _become(site, value))


def jumps(site: Site) -> Iterator[Change]:
    """`break` by `continue`, `continue` by `break`; a value that is returned by None."""
    for one, other in ((ast.Break, ast.Continue), (ast.Continue, ast.Break)):
        if isinstance(site.node, one):
            words = f"{one.__name__.lower()} -> {other.__name__.lower()}"
            yield Change(words, _become(site, other()))
    if isinstance(site.node, ast.Return) and not _is_none(site.node.value):
        words = "returned value -> None"
        yield Change(words, _set(site.node, "value", lambda: ast.Constant(None)))


def default(site: Site) -> Iterator[Change]:
    """A parameter's default by None, where it is no constant (those are changed as constants)."""
    is_default = isinstance(site.parent, ast.arguments) and "defaults" in site.field
    if is_default and not isinstance(site.node, ast.Constant):
        words = f"default {_clipped(ast.unparse(site.node))} -> None"
        yield Change(words, _become(site, ast.Constant(None)))


def bounds(site: Site) -> Iterator[Change]:
    """A slice's bound left out, or one more where it is no constant."""
    if not isinstance(site.parent, ast.Slice):
        return
    yield Change(f"{site.field} bound removed", _set(site.parent, site.field, lambda: None))
    inner = site.node.operand if isinstance(site.node, ast.UnaryOp) else site.node
    if not isinstance(inner, ast.Constant):
        words = f"{site.field} bound + 1"
        yield Change(
            words,
            lambda find: site.put(find, ast.BinOp(find(site.node), ast.Add(), ast.Constant(1))),
        )


OPERATORS: tuple[Callable[[Site], Iterator[Change]], ...] = (
    comparison,
    arithmetic,
    boolean,
    constant,
    formatted,
    deleted,
    swapped,
    negated,
    awaited,
    jumps,
    default,
    bounds,
)


def _other_values(site: Site) -> list:
    value = site.node.value
    if isinstance(value, bool):
        return [not value]
    if value is None:
        # `x is None` has its opposite among the comparisons.
        return [] if isinstance(site.parent, ast.Compare) else [True]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return _other_strings(site, value)
    return [value + b"!", b""] if isinstance(value, bytes) and value else []


def _other_strings(site: Site, value: str) -> list[str]:
    """Changed and emptied; for a key either is another key, so one is enough."""
    is_key = isinstance(site.parent, ast.Subscript) or site.field == "keys"
    return [f"{value}!"] if is_key or not value else [f"{value}!", ""]


def _kind(node: ast.stmt) -> str:
    if isinstance(node, ast.Expr):
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        return type(value).__name__.lower()
    return _STATEMENTS.get(type(node), type(node).__name__.lower())


def _set(node: ast.AST, field: str, made: Callable) -> Callable[[Find], None]:
    return lambda find: setattr(find(node), field, made())


def _set_item(node: ast.AST, field: str, place: int, made: Callable) -> Callable[[Find], None]:
    return lambda find: getattr(find(node), field).__setitem__(place, made())


def _become(site: Site, new: ast.AST) -> Callable[[Find], None]:
    """The site's node by a new one, or by one that hangs below it."""
    return lambda find: site.put(find, find(new))


def _swap(call: ast.Call, place: int) -> Callable[[Find], None]:
    def edit(find: Find) -> None:
        args = find(call).args
        args[place], args[place + 1] = args[place + 1], args[place]

    return edit


def _from_to(op: ast.AST, other: type) -> str:
    return f"{_SIGNS[type(op)]} -> {_SIGNS[other]}"


def _is_none(node: ast.AST | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _said(value: object) -> str:
    """A value as it stands in a mark: strings in double quotes, long ones by both their ends."""
    if not isinstance(value, str):
        return repr(value)
    text = value.encode("unicode_escape").decode().replace('"', '\\"')
    if len(text) > _CLIP:
        text = f"{text[: _CLIP // 2]}...{text[-_CLIP // 2 + 3 :]}"
    return f'"{text}"'


def _clipped(text: str) -> str:
    return text if len(text) <= _CLIP else f"{text[:_CLIP]}..."
