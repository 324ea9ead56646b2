"""The imports of a file: which there are, how they are written, and where a new one goes."""

import ast
from dataclasses import dataclass

from lab.course.errors import LabError
from lab.course.outline import Item, Outline, outlined
from lab.course.source import Source, is_blank


@dataclass(frozen=True, order=True)
class Import:
    """One imported name: `import module`, or `from module import name`; `bound` is what it binds.

    The order is that of an import block: plain imports first, then by module.
    """

    future: bool  # False for `from __future__`, so that it comes first
    names: bool  # False for `import module`
    module: str
    name: str = ""
    asname: str = ""

    @property
    def bound(self) -> str:
        return self.asname or self.name or self.module.partition(".")[0]

    def is_module(self, name: str) -> bool:
        """Whether it imports that module, or a module in it."""
        return not self.names and self.module.partition(".")[0] == name

    @property
    def statement(self) -> str:
        rename = f" as {self.asname}" if self.asname else ""
        if self.names:
            return f"from {self.module} import {self.name}{rename}"
        return f"import {self.module}{rename}"


def imports_of(node: ast.AST) -> list[Import]:
    """The imports of one statement."""
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        future = module != "__future__"
        return [Import(future, True, module, a.name, a.asname or "") for a in node.names]
    if isinstance(node, ast.Import):
        return [Import(True, False, a.name, "", a.asname or "") for a in node.names]
    return []


def block(imports: set[Import]) -> list[str]:
    """The lines of an import block: one module a line, in order, the names of a module together."""
    lines: dict[str, list[Import]] = {}
    for each in sorted(imports):
        lines.setdefault(each.module if each.names else each.statement, []).append(each)
    return [_line(group) for group in lines.values()]


def _line(group: list[Import]) -> str:
    ordered = sorted(group, key=_rank)
    names = ", ".join(each.statement.partition(" import ")[2] for each in ordered)
    return f"from {group[0].module} import {names}" if group[0].names else group[0].statement


def _rank(each: Import) -> tuple[int, str]:
    """Constants, then classes, then the rest, as import sorters have it."""
    kind = 0 if each.name.isupper() else 1 if each.name[:1].isupper() else 2
    return kind, each.name


def add_imports(source: Source, wanted: list[Import]) -> Source:
    """The file with those imports added that it does not have; LabError where a name is taken."""
    for each in sorted(set(wanted)):
        outline = outlined(source)
        if not has(outline, each):
            line = _place(outline, each)
            source = source.edit(line, line, _spaced(outline, line, each.statement))
    return source


def _spaced(outline: Outline, line: int, statement: str) -> list[str]:
    """The line to put in, with blank ones around the first import of a file."""
    if _head(outline):
        return [statement]
    above = [""] if line and not is_blank(outline.lines[line - 1]) else []
    below = ["", ""] if line < len(outline.lines) and not is_blank(outline.lines[line]) else []
    return [*above, statement, *below]


def has(outline: Outline, wanted: Import) -> bool:
    """Whether it is there already; LabError where its name means something else."""
    for item in outline.items:
        found = imports_of(item.node)
        if wanted in found:
            return True
        taken = [e for e in found if e.bound == wanted.bound and not e.is_module(wanted.bound)]
        if taken or item.name == wanted.bound:
            statement = taken[0].statement if taken else f"{item.kind} {item.name}"
            where = f"{outline.source.name}, line {item.line + 1}"
            reason = f"`{statement}` takes the name that `{wanted.statement}` needs"
            raise LabError(f"{where}: {reason}: give yours another name")
    return False


def _place(outline: Outline, wanted: Import) -> int:
    """The line a new import goes to."""
    head = _head(outline)
    for item in head:
        if min(imports_of(item.node)) > wanted and not item.shared:
            return item.start
    return head[-1].end if head else outline.body_start()


def _head(outline: Outline) -> list[Item]:
    """The imports that open the file."""
    head: list[Item] = []
    for item in outline.items:
        if item.kind == "import":
            head.append(item)
        elif head or item.end > outline.body_start():
            break
    return head
