"""Puts one definition of a part into a learner's file: given, with a gap, or around their own body.

Each method takes a Source and returns another. Theirs are: bodies that were gaps, what they added,
decorators and comments. What cannot be done at all is refused before, in `refusals`.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from lab.course.anatomy import Anatomy, grow
from lab.course.lesson import Lesson
from lab.course.markers import END, missing, opening, spans
from lab.course.outline import Item, Outline, docstring, outlined, own_docstring, same
from lab.course.parts import Piece
from lab.course.place import insert, replacing, unit_of
from lab.course.reference import Reference, comments, docstrings, parameters, steps
from lab.course.source import Source, indent_of, is_blank


@dataclass(frozen=True)
class Graft:
    """A lesson about to be put in: the reference before it and after it, and all the lessons."""

    lessons: Sequence[Lesson]
    before: Reference
    after: Reference
    begun: bool = False  # the lesson's gaps stand already: what is given was given then

    def put(self, source: Source, piece: Piece) -> Source:
        """The lesson's piece put in. What stands from an earlier start is left alone."""
        outline = outlined(source)
        item = outline.named.get(piece.name)
        if item and (_stands(outline, item, piece) or (self.begun and not piece.gaps)):
            return source
        if item is None or not piece.gaps or self._is_frame(item, piece):
            return self.give(source, piece, piece.empty())
        return self._carry(source, outline, item, piece)

    def give(self, source: Source, piece: Piece, lines: list[str]) -> Source:
        """A definition's lines in place of the learner's, or where they belong."""
        outline = outlined(source)
        item = outline.named.get(piece.name)
        if item is None:
            return insert(source, piece, lines, self.after)
        if piece.kind == "class":
            return self._document(source, outline, item, piece)
        known = comments(self.lessons, piece.name)
        theirs = outline.lines[item.lead : item.start]
        theirs = [line for line in theirs if line.strip() not in known]
        lines = replacing(outline, item, piece, lines)
        return source.edit(item.lead, item.end, theirs + lines)

    def _is_frame(self, item: Item, piece: Piece) -> bool:
        """Whether a gap in a part of a definition may replace theirs: it is still the given one."""
        old = self.before.pieces.get(piece.name)
        return not piece.whole and old is not None and same(item.node, old.node)

    def _carry(self, source: Source, outline: Outline, item: Item, piece: Piece) -> Source:
        """Their body between the new markers, under the new signature and docstring."""
        theirs = Anatomy(outline, item, unit_of(outline, item))
        indent = theirs.body_indent
        prelude = [
            line.strip() and indent + line[len(piece.indent) + 4 :] for line in piece.prelude
        ]
        opened = [opening(piece.key, piece.name), *(step.strip() for step in piece.steps())]
        lines = [*self._header(theirs, piece), *prelude, *(indent + line for line in opened)]
        lines += [*self._body(theirs, piece), indent + END]
        return source.edit(item.line, item.end, lines)

    def _body(self, theirs: Anatomy, piece: Piece) -> list[str]:
        """What they wrote; the NotImplementedError when that is nothing."""
        ours = docstrings(self.lessons, piece.name).__contains__
        body = _trimmed(theirs.body(ours, steps(self.lessons, piece.name)))
        if not _unwritten(theirs.statements(ours)):
            return body
        known = comments(self.lessons, piece.name)
        notes = [line for line in body if line.lstrip().startswith("#")]
        notes = [line for line in notes if line.strip() not in known]
        return [*notes, theirs.body_indent + missing(piece.key, piece.name)]

    def _header(self, theirs: Anatomy, piece: Piece) -> list[str]:
        """Their signature and what the lesson adds; the new one when theirs was just the old."""
        old, new = self.before.pieces.get(piece.name), piece.node
        if old is None or signature(new) in (signature(old.node), signature(theirs.node)):
            return theirs.header
        ours = signature(theirs.node) == signature(old.node)
        if ours and type(theirs.node) is type(new) and not theirs.notes:
            lines = replacing(theirs.outline, theirs.item, piece, list(piece.lines))
            return lines[piece.head : piece.doc]
        return grow(theirs.header, added(old.node, new, theirs.node))

    def _document(self, source: Source, outline: Outline, item: Item, piece: Piece) -> Source:
        """The docstring of a class of theirs brought up to date, if it was ours."""
        doc, text = docstring(item.node), own_docstring(item.node)
        if doc is None or text == own_docstring(piece.node) or doc.lineno == item.node.lineno:
            return source
        if text not in docstrings(self.lessons, piece.name):
            return source
        indent = indent_of(outline.lines[doc.lineno - 1])
        lines = [line.strip() and indent + line[4:] for line in piece.prelude]
        return source.edit(doc.lineno - 1, doc.end_lineno or 0, lines)


def _stands(outline: Outline, item: Item, piece: Piece) -> bool:
    """Whether the piece's gap is in the definition already."""
    found = spans(outline, item.start, item.end)
    return any((key, name) == (piece.key, piece.name) for key, name, _, _ in found)


def _unwritten(statements: list[ast.stmt]) -> bool:
    """No code, or only the NotImplementedError of an earlier gap."""
    if len(statements) > 1:
        return False
    return not statements or ast.unparse(statements[0]).startswith("raise NotImplementedError")


def _trimmed(lines: list[str]) -> list[str]:
    """The lines without blank ones at either end."""
    while lines and is_blank(lines[0]):
        lines = lines[1:]
    while lines and is_blank(lines[-1]):
        lines = lines[:-1]
    return lines


def signature(node: ast.AST) -> str:
    """A function's parameters and what it returns, in a form that can be compared."""
    returns = getattr(node, "returns", None)
    return ast.dump(node.args) + (ast.dump(returns) if returns else "")  # type: ignore[attr-defined]


def added(old: ast.AST, new: ast.AST, theirs: ast.AST) -> list[tuple[str, bool, int]]:
    """The parameters that a lesson added and theirs has not: text, keyword only, position."""
    arguments: ast.arguments = new.args  # type: ignore[attr-defined]
    known = {*parameters(old), *parameters(theirs)}
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = [(a, value, False, n) for n, (a, value) in enumerate(zip(plain, defaults, strict=True))]
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    pairs += [(a, value, True, 0) for a, value in keywords]
    return [
        (a.arg if value is None else f"{a.arg}={ast.unparse(value)}", keyword, position)
        for a, value, keyword, position in pairs
        if a.arg not in known
    ]
