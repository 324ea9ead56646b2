"""Wrong solutions: a mistake somebody really makes, as the few definitions that differ.

A file of `wrong/` starts with a docstring whose first line is `caught by: <test name>`, then says
in words what is wrong, and then holds definitions: those of the reference are replaced by them. A
class without a docstring means its methods only. Nothing is run here.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

from lab.course.errors import LabError

_CAUGHT = "caught by:"
_DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Wrong:
    """One wrong solution: the test that must catch it, what is wrong with it, its source."""

    name: str
    caught_by: str
    description: str
    source: str


def read_wrong(path: Path) -> Wrong:
    """A file of `wrong/`; LabError when it does not say what catches it and what is wrong."""
    source = path.read_text(encoding="utf-8")
    try:
        doc = ast.get_docstring(ast.parse(source)) or ""
    except SyntaxError as exc:
        raise LabError(f"{path}, line {exc.lineno}: {exc.msg}") from None
    first, _, rest = doc.partition("\n")
    if not first.startswith(_CAUGHT) or not rest.strip():
        reason = f"its docstring starts with `{_CAUGHT} <test name>`, then says what is wrong"
        raise LabError(f"{path}, line 1: {reason}")
    words = " ".join(rest.split())
    return Wrong(path.stem, first.removeprefix(_CAUGHT).strip(), words, source)


def patch(reference_source: str, wrong_source: str) -> str:
    """The reference with the wrong definitions in the place of its own.

    What the reference does not have is added: a method at the end of its class, anything else at
    the end of the file, an import at the top. LabError when nothing at all is replaced.
    """
    pieces = _pieces(wrong_source)
    places = _pieces(reference_source, places=True)
    lines = reference_source.split("\n")
    known = [name for name in pieces if name in places]
    if not known:
        raise LabError("a wrong solution replaces at least one definition of the reference")
    edits = [(places[name].start, places[name].end, pieces[name].lines) for name in known]
    edits += [_added(pieces[name], places, lines) for name in pieces if name not in places]
    # From the bottom up, so that the numbers of the lines above still hold.
    for start, end, new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[start:end] = new
    return "\n".join(lines)


@dataclass(frozen=True)
class _Piece:
    """A definition: lines `start` to `end` (from 0, the end left out) of its file."""

    name: str
    start: int
    end: int
    lines: list[str]
    is_import: bool = False


def _pieces(source: str, places: bool = False) -> dict[str, _Piece]:
    """The file's definitions by name, methods as Class.method; of two, the later one.

    As `places` to put something, a class and its methods are both there; else a class with a
    docstring is itself, and one without is its methods.
    """
    lines = source.split("\n")
    found: dict[str, _Piece] = {}
    for node in ast.parse(source).body:
        found.update({piece.name: piece for piece in _of(node, lines, places)})
    return found


def _of(node: ast.stmt, lines: list[str], places: bool, owner: str = "") -> list[_Piece]:
    name = _name(node, lines)
    if name is None:
        return []
    decorators = getattr(node, "decorator_list", [])
    start = min([node.lineno, *(one.lineno for one in decorators)]) - 1
    end = node.end_lineno or node.lineno
    is_import = isinstance(node, ast.Import | ast.ImportFrom)
    piece = _Piece(owner + name, start, end, lines[start:end], is_import)
    if not isinstance(node, ast.ClassDef):
        return [piece]
    methods = [one for inner in node.body for one in _of(inner, lines, places, f"{owner}{name}.")]
    if places:
        return [piece, *methods]
    return [piece] if ast.get_docstring(node) or not methods else methods


def _name(node: ast.stmt, lines: list[str]) -> str | None:
    if isinstance(node, _DEFINITION):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Import | ast.ImportFrom):
        return lines[node.lineno - 1].strip()
    return None


def _added(
    piece: _Piece, places: dict[str, _Piece], lines: list[str]
) -> tuple[int, int, list[str]]:
    if piece.is_import:
        first = min((one.start for one in places.values() if one.is_import), default=None)
        if first is None:
            first = min(one.start for one in places.values())
        return first, first, piece.lines
    owner = piece.name.rpartition(".")[0]
    inside = [one.end for name, one in places.items() if owner and name.startswith(owner + ".")]
    if owner and not inside:
        raise LabError(f"the reference has no class {owner} for {piece.name}")
    place = max(inside) if inside else len(lines)
    return place, place, ["", *piece.lines]
