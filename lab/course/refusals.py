"""Why a lesson cannot be put into a learner's file: looked for before anything is changed.

Each reason is one LabError with the line of the file as it is, and what to do.
"""

import ast
from collections.abc import Iterator

from lab.course.errors import LabError
from lab.course.imports import imports_of
from lab.course.outline import FUNCTIONS, Item, Outline
from lab.course.parts import Piece
from lab.course.reference import Reference

_BLOCKS = (ast.If, ast.Try, ast.TryStar, ast.With, ast.For, ast.While, ast.Match)
_MADE = (*FUNCTIONS, ast.ClassDef)


def check_file(outline: Outline, piece: Piece, before: Reference) -> None:
    """LabError when the piece cannot be put into the file."""
    file = outline.source.name
    item = outline.named.get(piece.name)
    if item is not None:
        _check_item(file, item, piece)
        return
    if piece.owner and piece.owner in before.pieces:
        owner = outline.named.get(piece.owner)
        if owner is None:
            _check_missing(outline, before.pieces[piece.owner], piece, before)
    carried = piece.name in before.pieces and piece.whole
    if carried or _bound(outline, piece):
        _check_missing(outline, piece, piece, before)


def _check_item(file: str, item: Item, piece: Piece) -> None:
    where = f"{file}, line {item.line + 1}"
    if item.kind != piece.kind:
        verb = "is assigned here, not defined" if item.kind == "constant" else f"is a {item.kind}"
        reason = f"lesson {piece.key} needs a {piece.kind} of that name"
        raise LabError(f"{where}: {piece.name} {verb}, and {reason}: rename yours, or define it")
    if item.shared:
        reason = f"{piece.name} shares its line with another statement"
        raise LabError(f"{where}: {reason}: give it a line of its own")


def _check_missing(outline: Outline, wanted: Piece, piece: Piece, before: Reference) -> None:
    """Say what is missing, and where it hides if it is there in another form."""
    file, name = outline.source.name, wanted.name
    hidden = _bound(outline, wanted)
    if hidden is not None:
        line, how = hidden
        where = f"directly into {wanted.owner}" if wanted.owner else "at the top level"
        reason = f"{name} {how}, where lesson {piece.key} cannot build on it"
        do = f"put it {where}, as a {wanted.kind} of its own"
        raise LabError(f"{file}, line {line}: {reason}: {do}")
    made = before.made.get(name, piece.key)
    what = f"class {name}" if wanted.kind == "class" else name
    reason = f"which lesson {made} made and lesson {piece.key} builds on"
    do = f", or take `lab solution {made}`" if name in before.gapped else ""
    raise LabError(f"{file} has no {what}, {reason}: put it back{do}")


def _bound(outline: Outline, wanted: Piece) -> tuple[int, str] | None:
    """The line and the form in which a name is bound other than by a definition of its own."""
    name = wanted.name.rpartition(".")[2]
    body: list[ast.stmt] = outline.tree.body
    if wanted.owner:
        owner = outline.named.get(wanted.owner)
        body = owner.node.body if owner else []  # type: ignore[attr-defined]
    for node in body:
        if isinstance(node, _BLOCKS):
            for inner in _inside(node):
                if isinstance(inner, _MADE) and inner.name == name:
                    return inner.lineno, f"stands inside `{_word(node)}`"
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            if any(each.bound == name for each in imports_of(node)):
                return node.lineno, "is imported"
        elif isinstance(node, (ast.Assign, ast.AugAssign)) and name in _stored(node):
            return node.lineno, "is assigned together with other names"
    return None


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a block, its nested blocks included, functions and classes not entered."""
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        child = waiting.pop()
        yield child
        if not isinstance(child, _MADE):
            waiting += ast.iter_child_nodes(child)


def _stored(node: ast.AST) -> set[str]:
    return {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _word(node: ast.AST) -> str:
    return {"TryStar": "try", "Try": "try"}.get(type(node).__name__, type(node).__name__.lower())
