"""What a Python file defines, and where: the line spans of definitions, each with its comments.

Top-level functions, classes, constants and imports are items, and so is each member of a class.
An outline changes nothing; it is made anew after each edit.
"""

import ast
import io
import re
import tokenize
import warnings
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from inspect import cleandoc

from lab.course.errors import LabError
from lab.course.source import Source, indent_of, is_blank, width

REGION = re.compile(r"# == (\d+) (.+) ==")
_COOKIE = re.compile(r"#!|#.*coding[:=]")
_REBOUND = ("setter", "deleter", "getter")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Item:
    """One statement: lines `lead` to `end` with its comments, `start` at its first decorator.

    Lines count from 0 and `end` is the line after the last. `kind` is function, class, constant,
    import or other; `name` is "" where nothing is defined and "Harness.prompt" for a method.
    """

    name: str
    kind: str
    node: ast.stmt
    lead: int
    start: int
    end: int
    shared: bool = False  # another statement stands on one of its lines
    members: list["Item"] = field(default_factory=list)

    @property
    def line(self) -> int:
        """The line of `def`, `class` or the statement itself, counted from 0."""
        return self.node.lineno - 1


class Outline:
    """A parsed Source. LabError, with file, line and reason, when it does not parse."""

    def __init__(self, source: Source):
        self.source = source
        self.lines = source.bare
        self.text = "\n".join(self.lines) + "\n"
        self.tree = parse(self.text, source.name)
        self.tokens = _tokens(self.text, source.name)
        self.comments = self._comments()
        self.items = self._items(self.tree.body, "", 0)

    @cached_property
    def strings(self) -> set[int]:
        """The lines that start inside a string, so their blanks are text and no indentation."""
        inside: set[int] = set()
        opened = []
        for token in self.tokens:
            kind = tokenize.tok_name[token.type]
            if kind == "FSTRING_START":
                opened.append(token.start[0])
            elif kind == "FSTRING_END":
                inside.update(range(opened.pop(), token.end[0]))
            elif kind == "STRING":
                inside.update(range(token.start[0], token.end[0]))
        return inside

    @cached_property
    def named(self) -> dict[str, Item]:
        """Each definition by name; of several with one name the last, which is the one in force."""
        found: dict[str, Item] = {}
        for item in self.items:
            if item.kind == "class":
                found = {k: v for k, v in found.items() if not k.startswith(item.name + ".")}
            for each in (item, *item.members):
                if each.name and not _accessor(each) and not _rebinds(each, found):
                    found[each.name] = each
        return found

    @cached_property
    def regions(self) -> dict[int, int]:
        """The region headers: number to line."""
        found = ((REGION.fullmatch(text), line) for line, text in self.comments.items())
        return {int(match[1]): line for match, line in found if match}

    @property
    def fresh(self) -> bool:
        """True when nothing is written yet, a docstring and comments apart."""
        return all(_is_docstring(item.node) for item in self.items)

    def body_start(self) -> int:
        """The line where statements may go: below the docstring and the comments that open it."""
        docstring = self.items[0] if self.items and _is_docstring(self.items[0].node) else None
        if docstring:
            return docstring.end
        line = 0
        while line in self.comments and not REGION.fullmatch(self.comments[line]):
            line += 1
        return 0 if self.items and line > self.items[0].lead else line

    def main_block(self) -> Item | None:
        """The last `if __name__ == "__main__":` of the file."""
        for item in reversed(self.items):
            if isinstance(item.node, ast.If) and "__name__" in ast.dump(item.node.test):
                return item
        return None

    def _comments(self) -> dict[int, str]:
        """The lines that hold nothing but a comment."""
        found = {}
        for token in self.tokens:
            if token.type == tokenize.COMMENT:
                line = token.start[0] - 1
                if is_blank(self.lines[line][: token.start[1]].replace("\f", " ")):
                    found[line] = token.string.rstrip()
        return found

    def _items(self, body: list[ast.stmt], owner: str, floor: int) -> list[Item]:
        items: list[Item] = []
        for node in body:
            item = self._item(node, owner, items[-1].end if items else floor)
            if items and items[-1].node.end_lineno - 1 >= item.start:  # type: ignore[operator]
                items[-1] = _shared(items[-1])
                item = _shared(item)
            items.append(item)
        return items

    def _item(self, node: ast.stmt, owner: str, floor: int) -> Item:
        start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]) - 1
        name, kind = _named(node)
        full = f"{owner}.{name}" if owner and name else name
        members: list[Item] = []
        if isinstance(node, ast.ClassDef) and not owner:
            members = self._items(node.body, name, node.lineno)
        lead = self._lead(start, floor)
        return Item(full, kind, node, lead, start, self._end(node), False, members)

    def _lead(self, start: int, floor: int) -> int:
        """The first of the comment lines that stand directly above."""
        line = start
        while line > floor and line - 1 in self.comments:
            text = self.comments[line - 1]
            if REGION.fullmatch(text) or (line - 1 < 2 and _COOKIE.match(text)):
                break
            line -= 1
        return line

    def _end(self, node: ast.stmt) -> int:
        """The line after a statement; comments indented deeper than a `def` are still its own."""
        end = line = node.end_lineno or node.lineno
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            return end
        own = width(indent_of(self.lines[node.lineno - 1]))
        while line < len(self.lines):
            if line in self.comments and width(indent_of(self.lines[line])) > own:
                end = line + 1
            elif not is_blank(self.lines[line]):
                break
            line += 1
        return end


@lru_cache(maxsize=16)
def outlined(source: Source) -> Outline:
    """The Outline of a Source, kept for a while: splitting a file into tokens takes its time."""
    return Outline(source)


def parse(text: str, name: str) -> ast.Module:
    """The syntax tree; LabError with file, line and reason when there is none."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise LabError(f"{name}, line {line}: does not parse (a null byte): take it out first")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as exc:
        reason = f"does not parse ({exc.msg}): mend it first"
        raise LabError(f"{name}, line {exc.lineno or 1}: {reason}") from None
    except (RecursionError, MemoryError):
        raise LabError(f"{name}, line 1: does not parse: it is nested too deeply") from None


def same(one: ast.AST, other: ast.AST) -> bool:
    """Equal as code: comments, layout and docstrings apart."""
    return ast.dump(_undocumented(one)) == ast.dump(_undocumented(other))


def docstring(node: ast.AST) -> ast.Expr | None:
    """The statement that is a definition's docstring."""
    body = getattr(node, "body", [])
    return body[0] if body and _is_docstring(body[0]) else None


def own_docstring(node: ast.AST) -> str | None:
    """A definition's docstring as text, its indentation apart."""
    found = docstring(node)
    return cleandoc(found.value.value) if found else None  # type: ignore[attr-defined]


def _undocumented(node: ast.AST) -> ast.AST:
    fresh = ast.parse(ast.unparse(node)).body[0]
    if docstring(fresh):
        fresh.body = fresh.body[1:]  # type: ignore[attr-defined]
    return fresh


def _is_docstring(node: ast.stmt) -> bool:
    value = getattr(node, "value", None)
    return isinstance(node, ast.Expr) and isinstance(getattr(value, "value", None), str)


def _tokens(text: str, name: str) -> list[tokenize.TokenInfo]:
    try:
        return list(tokenize.generate_tokens(io.StringIO(text, newline="\n").readline))
    except (tokenize.TokenError, SyntaxError) as exc:
        raise LabError(f"{name}: cannot be split into tokens: {exc.args[0]}") from None


def _named(node: ast.stmt) -> tuple[str, str]:
    if isinstance(node, FUNCTIONS):
        return node.name, "function"
    if isinstance(node, ast.ClassDef):
        return node.name, "class"
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return "", "import"
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        return (target.id, "constant") if isinstance(target, ast.Name) else ("", "other")
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id, "constant"
    return "", "other"


def _accessor(item: Item) -> bool:
    """A property's setter and its like, or an overload: not the definition that bears the name."""
    for mark in getattr(item.node, "decorator_list", []):
        attribute = mark.attr if isinstance(mark, ast.Attribute) else getattr(mark, "id", "")
        if attribute in (*_REBOUND, "overload"):
            return True
    return False


def _rebinds(item: Item, found: dict[str, Item]) -> bool:
    """`f = traced(f)` below `def f`: the definition is still the one above."""
    above = found.get(item.name)
    return item.kind == "constant" and above is not None and above.kind != "constant"


def _shared(item: Item) -> Item:
    return Item(**{**vars(item), "shared": True})
