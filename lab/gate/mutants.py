"""Mutants of one definition: each of them the definition with one small change, in a fixed order.

A mutant that does not compile, or is the same code as the original or as an earlier mutant, is left
out. Nothing is judged here, and docstrings, annotations and names stay as they are.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lab.course.outline import docstring
from lab.gate.operators import OPERATORS, Change, Site

_NO_CODE = ("annotation", "returns", "type_comment", "type_params", "ctx")


@dataclass(frozen=True)
class Mutant:
    """One change: its `operator`, the `line` it is on (from 1), what it is, and the new lines.

    `change` together with the line's text names it for good: of several that read the same on one
    line, the later ones have a number.
    """

    operator: str
    line: int
    change: str
    lines: tuple[str, ...]


def mutants(node: ast.stmt, method: bool, text_of: Sequence[str]) -> list[Mutant]:
    """The mutants of a function, method or constant; `text_of[n]` is line n+1 of its file."""
    seen = {tuple(unparsed(node, method))}
    found: list[Mutant] = []
    for operator, site, change in _changes(node):
        lines = tuple(unparsed(_changed(node, change), method))
        if lines not in seen and _compiles(lines, method):
            seen.add(lines)
            found.append(Mutant(operator, site.line, change.words, lines))
    return _numbered(found, text_of)


def unparsed(node: ast.stmt, method: bool) -> list[str]:
    """A definition as lines, a method indented as in its class."""
    if not method:
        return ast.unparse(node).split("\n")
    # In a class and not indented afterwards: a string of several lines would be changed by that.
    owner: Any = ast.parse("class _:\n    pass").body[0]
    owner.body = [node]
    return ast.unparse(owner).split("\n")[1:]


def sites(node: ast.AST) -> Iterator[Site]:
    """Every node below, with where it hangs, in the tree's own order."""
    return _sites(node, getattr(node, "lineno", 1), False)


def _sites(node: ast.AST, line: int, fixed: bool) -> Iterator[Site]:
    fixed = fixed or isinstance(node, ast.JoinedStr)
    doc = docstring(node) if isinstance(node, ast.stmt) else None
    for field, index, child in _children(node):
        if child is doc:
            continue
        # What is in an f-string is on the f-string's line: Pythons differ about its inside.
        here = line if fixed else getattr(child, "lineno", line)
        yield Site(child, node, field, index, here)
        yield from _sites(child, here, fixed)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in _NO_CODE:
            continue
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            nodes = enumerate(value)
            yield from ((field, n, each) for n, each in nodes if isinstance(each, ast.AST))


def _changes(node: ast.AST) -> Iterator[tuple[str, Site, Change]]:
    for site in sites(node):
        for operator in OPERATORS:
            for change in operator(site):
                yield operator.__name__, site, change


def _changed(node: ast.stmt, change: Change) -> ast.stmt:
    memo: dict[int, Any] = {}  # what each node was copied to, by the node's id
    tree = copy.deepcopy(node, memo)
    change.edit(lambda old: memo.get(id(old), old))
    return tree


def _compiles(lines: Sequence[str], method: bool) -> bool:
    text = "\n".join(["class _:", *lines] if method else lines)
    try:
        compile(text, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _numbered(found: Sequence[Mutant], text_of: Sequence[str]) -> list[Mutant]:
    """The same, each with a name of its own."""
    times: Counter[tuple[str, str]] = Counter()
    named = []
    for mutant in found:
        key = (text_of[mutant.line - 1].strip(), mutant.change)
        times[key] += 1
        number = f" ({times[key]})" if times[key] > 1 else ""
        named.append(replace(mutant, change=mutant.change + number))
    return named
