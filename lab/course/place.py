"""Where a new definition goes in a learner's file, and with what indentation and blank lines."""

import ast
import tokenize

from lab.course.anatomy import Anatomy
from lab.course.outline import FUNCTIONS, Item, Outline, docstring, outlined
from lab.course.parts import Piece
from lab.course.reference import Reference, header
from lab.course.source import INDENT, Source, from_text, indent_of, is_blank


def insert(source: Source, piece: Piece, lines: list[str], after: Reference) -> Source:
    """The file with a definition that it has not: next to its neighbours in the reference."""
    outline = outlined(source)
    if piece.owner:
        return _insert_member(source, piece, lines, after)
    lines = reindented(lines, piece, "", unit_of(outline, None))
    line, above, headed = _place(outline, piece, after)
    line = _in_time(outline, piece, line)
    if headed:
        lines = [header(*piece.region), "", "", *lines]
    return _spliced(source, line, lines, after.spacing(above, piece.name) if above else 2, 2)


def _insert_member(source: Source, piece: Piece, lines: list[str], after: Reference) -> Source:
    source = _opened(source, piece.owner)
    outline = outlined(source)
    owner = outline.named[piece.owner]
    indent = indent_of(outline.lines[owner.members[0].line])
    lines = reindented(lines, piece, indent, indent)
    line, above = _beside(outline, piece.name, after.siblings(piece.name))
    line = owner.end if line is None else line
    first = Anatomy(outline, owner).colon[0] + 1 == line
    spacing = after.spacing(above, piece.name) if above else 1
    return _spliced(source, line, lines, 0 if first else spacing, 1)


def _opened(source: Source, name: str) -> Source:
    """A class written on one line, put on two, so that a member can follow."""
    outline = outlined(source)
    item = outline.named[name]
    anatomy = Anatomy(outline, item, unit_of(outline, None))
    if anatomy.block:
        return source
    return source.edit(item.line, item.end, [*anatomy.header, *anatomy.body(lambda doc: False)])


def _place(outline: Outline, piece: Piece, after: Reference) -> tuple[int, str | None, bool]:
    """The line, the name above it if that is a neighbour, and whether its region's header comes."""
    number = piece.region[0]
    line, above = _beside(outline, piece.name, after.siblings(piece.name))
    if line is not None:
        return line, above, False
    if number in outline.regions:
        return outline.regions[number] + 1, None, False
    headed = bool(outline.regions) or outline.fresh
    later = [line for region, line in outline.regions.items() if region > number]
    if later:
        return min(later), None, headed
    line, above = _beside(outline, piece.name, after.top())
    main = outline.main_block()
    end = main.lead if main else len(outline.lines)
    return (end if line is None else line), above, headed


def _beside(outline: Outline, name: str, order: list[str]) -> tuple[int | None, str | None]:
    """Below the nearest definition that comes before `name` in that order, else above the next."""
    at = order.index(name)
    for above in reversed(order[:at]):
        if above in outline.named:
            return outline.named[above].end, above
    for below in order[at + 1 :]:
        if below in outline.named:
            return outline.named[below].lead, None
    return None, None


def _in_time(outline: Outline, piece: Piece, line: int) -> int:
    """The line moved, in a file of another order, so that names exist when they are looked up."""
    needs = _at_definition(piece.node)
    for item in outline.items:
        if item.name in needs and item.end > line:
            line = item.end
    for item in outline.items:
        if item.lead < line and piece.name in _at_definition(item.node):
            return item.lead
    return line


def too_late(outline: Outline) -> set[tuple[str, str]]:
    """The (name, definition) pairs where the definition looks up a name that comes below it."""
    defined = {item.name: item.start for item in reversed(outline.items) if item.name}
    return {
        (name, item.name)
        for item in outline.items
        for name in _at_definition(item.node)
        if item.name and defined.get(name, 0) > item.start
    }


def _at_definition(node: ast.AST) -> set[str]:
    """The names that are looked up when a definition is made: defaults, decorators, bases."""
    found: set[str] = set()
    waiting: list[ast.AST | None] = [node]
    while waiting:
        node = waiting.pop() or ast.Pass()
        if isinstance(node, FUNCTIONS):
            waiting += [*node.decorator_list, node.args, node.returns]
        elif isinstance(node, ast.Lambda):
            waiting.append(node.args)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def _spliced(source: Source, line: int, lines: list[str], above: int, below: int) -> Source:
    """Lines put in, with at least so many blank lines around them."""
    bare = source.bare
    before, after = line, line
    while before and is_blank(bare[before - 1]):
        before -= 1
    while after < len(bare) and is_blank(bare[after]):
        after += 1
    top = [""] * max(0, above - (line - before)) if before else []
    bottom = [""] * max(0, below - (after - line)) if after < len(bare) else []
    return source.edit(line, line, [*top, *lines, *bottom])


def unit_of(outline: Outline, item: Item | None) -> str:
    """One step of indentation: as in an item's body, else as first used in the file."""
    if item is not None and "." in item.name:
        return indent_of(outline.lines[item.line])
    for token in outline.tokens:
        if token.type == tokenize.INDENT:
            return indent_of(token.string)
    return INDENT


def replacing(outline: Outline, item: Item, piece: Piece, lines: list[str]) -> list[str]:
    """A piece's lines at the indentation of the definition that they replace."""
    return reindented(lines, piece, indent_of(outline.lines[item.line]), unit_of(outline, item))


def reindented(lines: list[str], piece: Piece, indent: str, unit: str) -> list[str]:
    """Lines of a part at another indentation; what stands inside a string stays as it is."""
    if (indent, unit) == (piece.indent, INDENT):
        return lines
    fixed = _inside_strings(lines, piece)
    return [
        line if n in fixed else _moved(line, piece, indent, unit) for n, line in enumerate(lines)
    ]


def _moved(line: str, piece: Piece, indent: str, unit: str) -> str:
    if is_blank(line):
        return line
    text = line.lstrip(" ")
    steps, rest = divmod(len(line) - len(text) - len(piece.indent), len(INDENT))
    return indent + unit * steps + " " * rest + text


def _inside_strings(lines: list[str], piece: Piece) -> set[int]:
    """The lines that start inside a string, the definition's docstring excepted."""
    shift = 1 if piece.owner else 0
    body = [f"{INDENT}pass"] if piece.kind == "class" else []
    outline = Outline(from_text("\n".join(["class _:"] * shift + lines + body) + "\n"))
    node = outline.tree.body[0]
    doc = docstring(node.body[0] if shift else node)  # type: ignore[attr-defined]
    free = set(range(doc.lineno, doc.end_lineno or 0)) if doc else set()
    return {line - shift for line in outline.strings - free}
