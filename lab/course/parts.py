"""Reads a lesson's part: the definitions it adds or replaces, each whole, with the gaps in them.

A part is valid Python that is never imported; how parts become a file is `reference`, `graft` and
`merge`. What it may hold is checked here, and a bad one is refused with file, line and reason:

- a docstring with a line `Announces: a, B, B.c`, which names every definition in the part;
- in any part, `#: ` comments below it, the lines of the file's docstring from there on (one that a
  learner has written themselves stays);
- imports, then region headers (`# == 2 tools ==`), and below each the definitions of that region:
  functions, classes, constants of one name. A class without a docstring only brings its members;
- above a new one `# after: name` or `# before: name`, its place; else it follows the one above it
  in the part, or ends its region or class;
- in a function, `# --- your code: 04 run_tool ---` to `# --- end ---`: its gap, with the solution
  and, for the learner only, `# step: ` comments and `# stub: ` lines of code. A gap that is all of
  the body is a whole one: a learner who has the definition keeps their body in it. Around any other
  gap stands a frame, which replaces theirs, so it must never have been a gap before.
"""

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from lab.course.anatomy import Anatomy
from lab.course.errors import LabError
from lab.course.imports import Import, imports_of
from lab.course.lesson import Lesson
from lab.course.markers import opening, spans
from lab.course.outline import REGION, Item, Outline, docstring
from lab.course.scaffold import emptied, filled, finished, kind_of, kinds, steps
from lab.course.source import decode, indent_of

_ANCHOR = re.compile(r"# (after|before): ([\w.]+)")
_ANNOUNCES = re.compile(r"^Announces:(.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """One definition of a part: its lines as they stand there, and where it belongs.

    `owner` is a method's class or "", `anchor` a pair such as ("after", "user_message"), `blanks`
    the number of blank lines above it, `gaps` the (opening, end) lines of its gaps, and `kinds`
    what each line is (see `scaffold`). Its lines are comments up to `start`, decorators up to
    `head`, its own line up to `doc`, the docstring up to `body`, and then the rest.
    """

    key: str
    name: str
    kind: str
    owner: str
    region: tuple[int, str]
    lines: tuple[str, ...]
    kinds: tuple[str, ...]
    line: int  # in the part, from 1
    start: int
    head: int
    doc: int
    body: int
    gaps: tuple[tuple[int, int], ...] = ()
    whole: bool = False  # its one gap is all of its body
    anchor: tuple[str, str] | None = None
    blanks: int = 0
    file: str = "part.py"

    def reference(self) -> list[str]:
        """The lines of the finished file."""
        return finished(self.lines, self.kinds)

    def filled(self) -> list[str]:
        """The same between its markers, as a solution is shown."""
        return filled(self.lines, self.kinds)

    def empty(self) -> list[str]:
        """What a learner gets who has not got it yet."""
        gaps = [(self.key, self.name, *gap) for gap in self.gaps]
        return emptied(self.lines, self.kinds, gaps)

    def steps(self) -> list[str]:
        """The step comments of its gaps, as the learner sees them."""
        return steps(self.lines, self.kinds)

    @property
    def indent(self) -> str:
        return indent_of(self.lines[self.head])

    def words(self) -> set[str]:
        """The names that its code uses."""
        return {node.id for node in ast.walk(self.node) if isinstance(node, ast.Name)}

    @property
    def prelude(self) -> tuple[str, ...]:
        """The docstring, and the blank line below it if there is one."""
        return self.lines[self.doc : self.body]

    @property
    def stubbed(self) -> bool:
        """Whether something runs in each gap before it is written."""
        return all("stub" in self.kinds[start:end] for start, end in self.gaps)

    @cached_property
    def node(self) -> ast.stmt:
        """The syntax tree of the reference, a class's line with an empty body."""
        text = "\n".join(self.reference())
        if self.owner:
            return ast.parse(f"class _:\n{text}").body[0].body[0]  # type: ignore[attr-defined]
        return ast.parse(text).body[0]


@dataclass(frozen=True)
class Part:
    """A lesson's part, read: its pieces in order, and what comes with them."""

    lesson: Lesson
    announces: tuple[str, ...]
    imports: tuple[Import, ...]
    pieces: tuple[Piece, ...]
    doc: tuple[str, ...] = field(default=())  # the file's docstring from here on

    @property
    def gaps(self) -> list[str]:
        """The names of the definitions with a gap in them."""
        return [piece.name for piece in self.pieces if piece.gaps]


def read_part(lesson: Lesson) -> Part:
    """The lesson's part; empty when it has none. LabError when it is no good part."""
    if not lesson.part.is_file():
        return Part(lesson, (), (), ())
    return _read(lesson, lesson.part.read_bytes())


@lru_cache(maxsize=256)
def _read(lesson: Lesson, data: bytes) -> Part:
    return _Reader(lesson, data).part()


class _Reader:
    """Walks one part from top to bottom."""

    def __init__(self, lesson: Lesson, data: bytes):
        self.lesson = lesson
        self.file = f"{lesson.path.name}/part.py"
        self.outline = Outline(decode(data, self.file))
        self.region: tuple[int, str] | None = None
        self.used: set[int] = set()  # the comment lines that belong to something

    def part(self) -> Part:
        announces = self._announces()
        self._ascii()
        pieces: list[Piece] = []
        imports: list[Import] = []
        last = 0
        for item in self.outline.items[1:]:
            self._enter_region(last, item.lead)
            last = item.end
            if item.kind == "import":
                imports += imports_of(item.node)
            else:
                pieces += self._pieces(item)
        doc = self._doc()
        self._check(pieces, announces)
        return Part(self.lesson, announces, tuple(imports), tuple(pieces), doc)

    def refuse(self, line: int, reason: str) -> LabError:
        return LabError(f"{self.file}, line {line + 1}: {reason}")

    def _announces(self) -> tuple[str, ...]:
        text = ast.get_docstring(self.outline.tree, clean=False) or ""
        found = _ANNOUNCES.search(text)
        if found is None:
            raise self.refuse(0, "its docstring has no line `Announces: ...`, naming what it holds")
        return tuple(name.strip() for name in found[1].split(",") if name.strip())

    def _ascii(self) -> None:
        for number, line in enumerate(self.outline.lines):
            if not line.isascii():
                raise self.refuse(number, "a part is ASCII; write other characters as escapes")

    def _doc(self) -> tuple[str, ...]:
        lines = []
        for number, text in self.outline.comments.items():
            if text == "#:" or text.startswith("#: "):
                self.used.add(number)
                lines.append(text[3:])
        return tuple(lines)

    def _enter_region(self, start: int, end: int) -> None:
        for line in range(start, end):
            found = REGION.fullmatch(self.outline.comments.get(line, ""))
            if found:
                self.used.add(line)
                self.region = (int(found[1]), found[2])

    def _pieces(self, item: Item) -> list[Piece]:
        if self.region is None:
            raise self.refuse(item.line, "a definition stands above the first region header")
        if item.kind != "class":
            return [self._piece(item, "", item.end)]
        doc = docstring(item.node)
        pieces = [self._piece(item, "", doc.end_lineno or 0)] if doc else []
        members = [member for member in item.members if member.node is not doc]
        return pieces + [self._piece(member, item.name, member.end) for member in members]

    def _piece(self, item: Item, owner: str, end: int) -> Piece:
        if item.kind not in ("function", "class", "constant") or item.shared:
            raise self.refuse(item.line, "a part holds definitions only, each on lines of its own")
        lead, anchor = self._anchor(item)
        self.used.update(range(item.lead, end))
        found = list(spans(self.outline, item.start, end))
        doc, body = self._documented(item, end)
        self._check_gaps(item, end, found)
        return Piece(
            key=self.lesson.key,
            name=item.name,
            kind=item.kind,
            owner=owner,
            region=self.region or (0, ""),
            lines=tuple(self.outline.lines[lead:end]),
            kinds=tuple(kinds(self.outline, lead, end)),
            line=item.line + 1,
            start=item.start - lead,
            head=item.line - lead,
            doc=doc - lead,
            body=body - lead,
            gaps=tuple((start - lead, stop - lead) for _, _, start, stop in found),
            whole=self._is_whole(item, found),
            anchor=anchor,
            blanks=self._blanks(item.lead),
            file=self.file,
        )

    def _anchor(self, item: Item) -> tuple[int, tuple[str, str] | None]:
        found = _ANCHOR.fullmatch(self.outline.comments.get(item.lead, ""))
        if found is None or item.lead == item.start:
            return item.lead, None
        name = found[2]
        owner = item.name.rpartition(".")[0]
        if owner and "." not in name:
            name = f"{owner}.{name}"
        return item.lead + 1, (found[1], name)

    def _documented(self, item: Item, end: int) -> tuple[int, int]:
        """Where the docstring starts and where what is below it does, blank lines passed over."""
        if item.kind == "constant":
            return end, end
        found = docstring(item.node)
        colon = Anatomy(self.outline, item).colon[0]
        body = (found.end_lineno or 0) if found else colon + 1
        while body < end and not self.outline.lines[body].strip():
            body += 1
        return colon + 1, body

    def _blanks(self, line: int) -> int:
        count = 0
        while line - count > 0 and not self.outline.lines[line - count - 1].strip():
            count += 1
        return count

    def _is_whole(self, item: Item, found: list[tuple]) -> bool:
        body = [node for node in getattr(item.node, "body", []) if node is not docstring(item.node)]
        if len(found) != 1 or item.kind != "function" or not body:
            return False
        _, _, start, stop = found[0]
        return start < body[0].lineno - 1 and (body[-1].end_lineno or 0) <= stop

    def _check_gaps(self, item: Item, end: int, found: list[tuple]) -> None:
        inside = {n for _, _, start, stop in found for n in range(start, stop + 1)}
        for line in range(item.start, end):
            text = self.outline.comments.get(line, "")
            if kind_of(text) != "code" and line not in inside:
                raise self.refuse(line, f"{text} stands in no gap")
        for key, name, start, stop in found:
            if (key, name) != (self.lesson.key, item.name):
                wanted = opening(self.lesson.key, item.name)
                raise self.refuse(start, f"this gap is in {item.name}, so it is {wanted}")
            if start + 1 == stop:
                raise self.refuse(start, "a gap with nothing in it")

    def _check(self, pieces: list[Piece], announces: tuple[str, ...]) -> None:
        for line, text in self.outline.comments.items():
            if line not in self.used:
                raise self.refuse(line, f"this comment belongs to no definition: {text}")
        names = [piece.name for piece in pieces]
        for piece in pieces:
            if names.count(piece.name) > 1:
                raise self.refuse(piece.line - 1, f"{piece.name} is defined twice")
            if piece.name not in announces:
                raise self.refuse(piece.line - 1, f"{piece.name} is not named by `Announces:`")
        for name in announces:
            if name not in names:
                raise self.refuse(0, f"`Announces:` names {name}, which the part does not hold")
