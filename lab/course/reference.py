"""The reference at a stage of the course: every part up to a lesson, one definition over another.

It is the finished file as data (`text` writes it out), and answers where in its order a definition
stands. How a learner's own file gets the same definitions is `graft`.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lab.course.errors import LabError
from lab.course.imports import Import, block
from lab.course.lesson import Lesson
from lab.course.outline import docstring, own_docstring
from lab.course.parts import Part, Piece, read_part

TOP = ""


@dataclass(frozen=True)
class Reference:
    """All definitions at a stage: the newest piece of each, and the order they stand in.

    `order` lists the names of each group: a region's by its number, a class's members by its name.
    """

    pieces: dict[str, Piece] = field(default_factory=dict)
    order: dict[int | str, list[str]] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)
    imports: frozenset[Import] = frozenset()
    doc: tuple[str, ...] = ()
    made: dict[str, str] = field(default_factory=dict)  # the lesson each definition came with
    gapped: frozenset[str] = frozenset()  # what a learner has written themselves

    def group(self, piece: Piece) -> int | str:
        """The group a piece stands in: its class or its region."""
        return piece.owner or piece.region[0]

    def siblings(self, name: str) -> list[str]:
        """The names of the group that a definition is of, in order, itself included."""
        return self.order[self.group(self.pieces[name])]

    def top(self) -> list[str]:
        """The top-level names, in order."""
        regions = sorted(key for key in self.order if isinstance(key, int))
        return [name for number in regions for name in self.order[number]]

    def text(self) -> str:
        """The finished file, without the markers, the steps and the stubs."""
        imports = block(set(self.imports))
        lines = [*doc_lines(self.doc), *([""] if self.doc and imports else []), *imports]
        for number in sorted(self.titles):
            apart = ["", ""] if lines[-1:] not in ([], imports[-1:]) else [""]  # as isort has it
            lines += [*apart, header(number, self.titles[number]), ""]
            for position, name in enumerate(self.order[number]):
                above = self.order[number][position - 1] if position else None
                lines += [""] * self.spacing(above, name) if above else [""]
                lines += self._whole(name)
        return "\n".join(lines).lstrip("\n") + "\n"

    def spacing(self, above: str | None, name: str) -> int:
        """The blank lines between a definition and the one above it (None: its class's line)."""
        piece = self.pieces[name]
        between = 1 if piece.owner else 2
        if above is None:
            return between if docstring(self.pieces[piece.owner].node) else 0
        if self.pieces[above].kind == piece.kind == "constant":
            return min(piece.blanks, between)
        return between

    def _whole(self, name: str) -> list[str]:
        """A definition's lines, a class with its members."""
        lines = self.pieces[name].reference()
        above = None
        for member in self.order.get(name, []):
            lines += [""] * self.spacing(above, member) + self.pieces[member].reference()
            above = member
        return lines

    def add(self, part: Part) -> "Reference":
        """The reference with a part merged in; LabError when the two do not fit."""
        merged = replace(
            self,
            pieces=dict(self.pieces),
            order={key: list(names) for key, names in self.order.items()},
            titles=dict(self.titles),
            imports=self.imports | set(part.imports),
            doc=part.doc or self.doc,
            made=dict(self.made),
            gapped=self.gapped | set(part.gaps),
        )
        above: dict[int | str, str] = {}
        for piece in part.pieces:
            check(self, piece)
            if piece.owner and piece.owner not in merged.pieces:
                raise refuse(piece, f"class {piece.owner} is nowhere: with a docstring it is new")
            merged._put(piece, above.get(merged.group(piece)))
            above[merged.group(piece)] = piece.name
        return merged

    def _put(self, piece: Piece, above: str | None) -> None:
        group = self.group(piece)
        if piece.name not in self.pieces:
            self.titles.setdefault(*piece.region)
            names = self.order.setdefault(group, [])
            names.insert(self._place(piece, names, above), piece.name)
            self.made[piece.name] = piece.key
        self.pieces[piece.name] = piece

    def _place(self, piece: Piece, names: list[str], above: str | None) -> int:
        if piece.anchor is None:
            return names.index(above) + 1 if above else len(names)
        side, anchor = piece.anchor
        if anchor not in names:
            raise refuse(piece, f"its anchor {anchor} stands in another place, or nowhere")
        return names.index(anchor) + (side == "after")


def check(before: Reference, piece: Piece) -> None:
    """LabError for a piece that does not fit what the lessons before it made."""
    old = before.pieces.get(piece.name)
    if old is None:
        return
    if piece.anchor:
        raise refuse(piece, "it is there already, so an anchor cannot move it")
    if before.group(old) != before.group(piece):
        raise refuse(piece, f"it stands in region {old.region[0]} since lesson {old.key}")
    if old.kind != piece.kind:
        raise refuse(piece, f"it was a {old.kind} in lesson {old.key}")
    if old.reference() == piece.reference():
        raise refuse(piece, f"it is the same as in lesson {old.key}")
    if piece.name in before.gapped and not piece.whole:
        raise refuse(piece, "it was a gap, so what a learner wrote in it would be lost")
    if piece.gaps and not piece.whole and not piece.stubbed:
        raise refuse(piece, "it is there already, so its gap needs `# stub:` lines")
    if piece.kind == "class" and header_of(old.node) != header_of(piece.node):
        raise refuse(piece, "of a class that is there, only the docstring can change")
    lost = [name for name in parameters(old.node) if name not in parameters(piece.node)]
    if piece.whole and lost:
        raise refuse(piece, f"it has no {lost[0]} any more, and a learner's signature only grows")


def header_of(node: ast.AST) -> str:
    """A definition's line (bases, parameters, decorators) in a form that can be compared."""
    bare = {**vars(node), "body": [ast.Pass()], "decorator_list": []}
    return ast.unparse(type(node)(**bare))


def parameters(node: ast.AST) -> list[str]:
    """The names of a function's parameters."""
    arguments = getattr(node, "args", None)
    if not isinstance(arguments, ast.arguments):
        return []
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [each.arg for each in (*plain, arguments.vararg, arguments.kwarg) if each]


def refuse(piece: Piece, reason: str) -> LabError:
    return LabError(f"{piece.file}, line {piece.line}: {piece.name}: {reason}")


def reference(lessons: Sequence[Lesson], upto: str | None = None) -> Reference:
    """The reference at the end of lesson `upto`, or of the course; an elective adds to its own."""
    merged = Reference()
    for one in path_to(lessons, upto):
        merged = merged.add(read_part(one))
    return merged


def path_to(lessons: Sequence[Lesson], upto: str | None) -> list[Lesson]:
    """The lessons whose parts make up a stage, `upto` included."""
    main = [one for one in lessons if one.kind != "elective"]
    if upto is None:
        return main
    last = next(one for one in lessons if one.key == upto)
    stop = next(n for n, one in enumerate(main) if one.key == (last.after or last.key))
    if last.kind == "checkpoint":
        stop = main.index(last)
    return main[: stop + 1] + ([last] if last.kind == "elective" else [])


def docstrings(lessons: Sequence[Lesson], name: str) -> set[str]:
    """Every docstring a definition ever has, so that a learner's own can be told from ours."""
    found = set()
    for one in lessons:
        for piece in read_part(one).pieces:
            doc = own_docstring(piece.node) if piece.name == name else None
            if doc is not None:
                found.add(doc)
    return found


def comments(lessons: Sequence[Lesson], name: str) -> set[str]:
    """Every comment line a definition ever has in a part, the step comments apart."""
    return {
        line.strip()
        for one in lessons
        for piece in read_part(one).pieces
        if piece.name == name
        for line in piece.reference()
        if line.lstrip().startswith("#")
    }


def steps(lessons: Sequence[Lesson], name: str) -> set[str]:
    """Every step comment a definition ever has, as the learner sees it."""
    pieces = [piece for one in lessons for piece in read_part(one).pieces if piece.name == name]
    return {step.strip() for piece in pieces for step in piece.steps()}


def header(number: int, title: str) -> str:
    return f"# == {number} {title} =="


def doc_lines(doc: tuple[str, ...]) -> list[str]:
    """A module's docstring as lines."""
    if len(doc) < 2:
        return [f'"""{line}"""' for line in doc]
    return [f'"""{doc[0]}', *doc[1:], '"""']
