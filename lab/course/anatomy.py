"""The parts of one function in a file: its line, its docstring, its body, each as lines.

This is what carrying a learner's body under a new signature needs. It reads; `graft` writes.
"""

import ast
import io
import tokenize
from collections.abc import Callable, Collection

from lab.course.markers import is_marker
from lab.course.outline import Item, Outline, docstring, own_docstring
from lab.course.source import INDENT, indent_of

OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")


class Anatomy:
    """One function item, taken apart. `unit` is the file's indentation, for a one-line `def`."""

    def __init__(self, outline: Outline, item: Item, unit: str = INDENT):
        self.outline, self.item = outline, item
        self.node: ast.FunctionDef = item.node  # type: ignore[assignment]
        self.first = _start(outline, self.node.body[0])
        self.colon, self.block = self._header_end()
        self.indent = indent_of(outline.lines[item.line])
        self.body_indent = self.indent + unit
        if self.block:
            self.body_indent = indent_of(outline.lines[self.first[0]])

    @property
    def header(self) -> list[str]:
        """The lines from `def` to the colon, with the comment after it."""
        line, column = self.colon
        last = self.outline.lines[line]
        lines = self.outline.lines[self.item.line : line]
        return [*lines, last if self.block else last[: column + 1]]

    @property
    def notes(self) -> bool:
        """Whether comments stand in the header or after its colon."""
        return any(
            token.type == tokenize.COMMENT and self.item.line < token.start[0] <= self.colon[0] + 1
            for token in self.outline.tokens
        )

    def statements(self, ours: Callable[[str], bool]) -> list[ast.stmt]:
        """The body without its docstring, when `ours` knows that text."""
        doc = own_docstring(self.node)
        return self.node.body[1:] if doc is not None and ours(doc) else self.node.body

    def body(self, ours: Callable[[str], bool], steps: Collection[str] = ()) -> list[str]:
        """The body as it stands, without the docstring, the markers and the steps of ours."""
        lines = self._lines()
        doc = docstring(self.node)
        if doc is not None and len(self.statements(ours)) < len(self.node.body):
            lines = self._without(lines, doc)
        comments = self.outline.comments.items()
        scaffold = {n for n, text in comments if is_marker(text) or text in steps}
        return [text for number, text in lines if number not in scaffold]

    def _lines(self) -> list[tuple[int, str]]:
        start = self.colon[0] + 1 if self.block else self.first[0]
        lines = [(n, self.outline.lines[n]) for n in range(start, self.item.end)]
        if not self.block:
            lines[0] = (start, self.body_indent + self.outline.lines[start][self.first[1] :])
        return lines

    def _without(self, lines: list[tuple[int, str]], doc: ast.Expr) -> list[tuple[int, str]]:
        """The lines less the docstring; what shares its last line stays."""
        start, (end, column) = doc.lineno - 1, _end(self.outline, doc)
        rest = self.outline.lines[end][column:].strip()
        rest = rest[1:].strip() if rest.startswith(";") else rest
        kept = [(end, self.body_indent + rest)] if rest else []
        above = [pair for pair in lines if pair[0] < start]
        return above + kept + [pair for pair in lines if pair[0] > end]

    def _header_end(self) -> tuple[tuple[int, int], bool]:
        """Where the colon is, and whether the body stands on lines of its own."""
        depth, colon, block = 0, (self.item.line, 0), False
        for token in self.outline.tokens:
            at = (token.start[0] - 1, token.start[1])
            if at[0] < self.item.line or at >= self.first:
                continue
            if token.type == tokenize.OP:
                depth += (token.string in OPENING) - (token.string in CLOSING)
            if token.string == ":" and depth == 0:
                colon, block = at, False
            block = block or token.type == tokenize.NEWLINE
        return colon, block


def grow(header: list[str], added: list[tuple[str, bool, int]]) -> list[str]:
    """A `def` line with parameters added: (text, keyword only, position among the positional)."""
    for text, keyword_only, position in added:
        header = _grown(header, text, keyword_only, position)
    return header


def _grown(header: list[str], text: str, keyword_only: bool, position: int) -> list[str]:
    segments, opened = _segments(header)
    kinds = [_kind(words) for words, _ in segments]
    stars = [n for n, kind in enumerate(kinds) if kind in ("*", "*args")]
    positional = kinds[: stars[0]] if stars else [kind for kind in kinds if kind != "**kwargs"]
    if keyword_only and stars:
        after = len([kind for kind in kinds if kind != "**kwargs"]) - 1
    elif keyword_only:
        after, text = len(positional) - 1, f"*, {text}"
    else:
        plain = [n for n, kind in enumerate(positional) if kind == "name"]
        after = plain[min(position, len(plain)) - 1] if plain and position else -1
        if after + 1 < len(kinds) and kinds[after + 1] == "/":
            after += 1
    if after < 0:
        return _spliced(header, opened, f"{text}, " if segments else text)
    return _spliced(header, segments[after][1], f", {text}")


def _segments(header: list[str]) -> tuple[list[tuple[list[str], tuple[int, int]]], tuple[int, int]]:
    """The parameters as (words, where the last one ends), and where the bracket opens."""
    segments: list[tuple[list[str], tuple[int, int]]] = []
    words: list[str] = []
    depth, opened, end = 0, (0, 0), (0, 0)
    for token in _header_tokens(header):
        if token.type != tokenize.OP and token.type in (tokenize.COMMENT, tokenize.NL):
            continue
        if depth == 1 and token.string in (",", ")"):
            if words:
                segments.append((words, end))
            words = []
            if token.string == ")" and opened != (0, 0):
                return segments, opened
        elif opened != (0, 0):
            words, end = [*words, token.string], (token.end[0] - 1, token.end[1])
        if token.type == tokenize.OP:
            depth += (token.string in OPENING) - (token.string in CLOSING)
        if token.string == "(" and depth == 1 and opened == (0, 0):
            opened = (token.end[0] - 1, token.end[1])
    return segments, opened


def _header_tokens(header: list[str]) -> list[tokenize.TokenInfo]:
    text = "\n".join([header[0].lstrip().rjust(len(header[0]), " "), *header[1:]])
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text + " pass\n").readline):
            if token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE):
                found.append(token)
    except (tokenize.TokenError, IndentationError):
        pass  # the header ends before its block does, and that much was read
    return found


def _kind(words: list[str]) -> str:
    if words[0] == "*":
        return "*args" if len(words) > 1 else "*"
    if words[0] in ("**", "/"):
        return {"**": "**kwargs", "/": "/"}[words[0]]
    return "name"


def _spliced(header: list[str], at: tuple[int, int], text: str) -> list[str]:
    line, column = at
    changed = header[line][:column] + text + header[line][column:]
    return [*header[:line], changed, *header[line + 1 :]]


def _start(outline: Outline, node: ast.stmt) -> tuple[int, int]:
    """Where a statement starts, its decorators included, in characters."""
    first = min([node, *getattr(node, "decorator_list", [])], key=lambda each: each.lineno)
    line = outline.lines[first.lineno - 1]
    if first is not node:  # the column of a decorator is that of what follows its @
        return first.lineno - 1, len(indent_of(line))
    return node.lineno - 1, len(line.encode()[: node.col_offset].decode())


def _end(outline: Outline, node: ast.stmt) -> tuple[int, int]:
    line = (node.end_lineno or node.lineno) - 1
    return line, len(outline.lines[line].encode()[: node.end_col_offset].decode())
