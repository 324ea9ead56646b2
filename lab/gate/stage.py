"""A lesson's reference as files, and the definitions in it that the lesson announces.

Each definition knows which line of the lesson's own part every line of it comes from, so that what
is changed in the assembled file can be told where its author finds it. Nothing is judged here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lab.check.wrong import patch
from lab.course.beside import assemble_beside
from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.course.markers import spans
from lab.course.merge import assemble, read_part
from lab.course.outline import Item, Outline, outlined
from lab.course.parts import Piece
from lab.course.reference import path_to
from lab.course.scaffold import kinds
from lab.course.source import decode, from_text, indent_of

HARNESS = "harness.py"
Files = dict[str, str]


@dataclass(frozen=True)
class Definition:
    """A function, method or constant in `file` of a stage, made by the lines of `origin`.

    `numbers[n]` is the line of `origin` (from 1) that the definition's line n comes from, `gaps`
    the (opening, end) lines of its gaps there.
    """

    name: str
    file: str
    item: Item
    origin: Path
    numbers: tuple[int, ...]
    gaps: tuple[tuple[int, int], ...]
    lines: tuple[str, ...]

    @property
    def method(self) -> bool:
        return "." in self.name

    def number(self, line: int) -> int:
        """The line of `origin` for a line of the stage's file, both from 1."""
        return self.numbers[line - 1 - self.item.start]

    def is_given(self, number: int) -> bool:
        """Whether a line of `origin` stands in none of its gaps."""
        return not any(start < number < end for start, end in self.gaps)

    def emptied(self, gap: tuple[int, int]) -> list[str]:
        """The definition with one gap unwritten."""
        start, end = gap
        before = [text for number, text in self._rows() if number < start]
        inside = [text for number, text in self._rows() if start < number < end]
        after = [text for number, text in self._rows() if number > end]
        return [*before, f"{indent_of(inside[0])}raise NotImplementedError", *after]

    def _rows(self) -> Iterator[tuple[int, str]]:
        return zip(self.numbers, self.lines, strict=True)


class Stage:
    """The reference at a lesson's end: harness.py, and the files that go beside it."""

    def __init__(self, lesson: Lesson, lessons: Sequence[Lesson]) -> None:
        self.lesson, self.lessons = lesson, lessons

    @cached_property
    def files(self) -> Files:
        return {HARNESS: assemble(self.lessons, self.lesson.key), **self._beside}

    def later(self) -> list[tuple[str, Files]]:
        """(key, files) of each later stage at which harness.py is another."""
        main = path_to(self.lessons, None)
        after = main[main.index(self.lesson) + 1 :] if self.lesson in main else []
        found: list[tuple[str, Files]] = []
        seen = {self.files[HARNESS]}
        for one in after:
            text = assemble(self.lessons, one.key)
            if text not in seen:
                seen.add(text)
                found.append((one.key, {HARNESS: text, **self._beside}))
        return found

    def definitions(self) -> list[Definition]:
        """What the lesson announces and its files beside hold, in their order; no class lines."""
        pieces = [piece for piece in read_part(self.lesson).pieces if piece.kind != "class"]
        outline = outlined(from_text(self.files[HARNESS]))
        found = [self._of_part(piece, outline.named[piece.name]) for piece in pieces]
        for path in self._python_beside():
            found += self._of_file(path)
        return found

    def replaced(self, definition: Definition, lines: Sequence[str]) -> Files:
        """The stage's files with other lines in a definition's place."""
        text = self.files[definition.file].split("\n")
        text[definition.item.start : definition.item.end] = lines
        return {**self.files, definition.file: "\n".join(text)}

    def patched(self, wrong_source: str) -> Files:
        """The stage's files with a wrong solution's definitions in the file that has them."""
        for name, text in self.files.items():
            try:
                return {**self.files, name: patch(text, wrong_source)}
            except LabError:
                if name == list(self.files)[-1]:
                    raise
        raise AssertionError("a stage has at least harness.py")

    @cached_property
    def _beside(self) -> Files:
        return {path.name: assemble_beside(path).decode() for path in self._python_beside()}

    def _python_beside(self) -> list[Path]:
        return [path for path in self.lesson.beside if path.suffix == ".py"]

    def _of_part(self, piece: Piece, item: Item) -> Definition:
        first = piece.line - piece.head  # the number of the piece's first line
        rows = [
            (first + place, text)
            for place, (text, kind) in enumerate(zip(piece.lines, piece.kinds, strict=True))
            if kind == "code" and place >= piece.start
        ]
        gaps = tuple((first + start, first + end) for start, end in piece.gaps)
        numbers, lines = zip(*rows, strict=True)
        return Definition(piece.name, HARNESS, item, self.lesson.part, numbers, gaps, lines)

    def _of_file(self, path: Path) -> list[Definition]:
        raw = outlined(decode(path.read_bytes(), path.name))
        numbers = [n + 1 for n, kind in enumerate(kinds(raw)) if kind == "code"]
        gaps = [(start + 1, end + 1) for _, _, start, end in spans(raw)]
        outline = outlined(from_text(self.files[path.name], path.name))
        found = []
        for item in _mutable(outline):
            own = tuple(numbers[item.start : item.end])
            inside = tuple(gap for gap in gaps if own[0] <= gap[0] <= own[-1])
            lines = tuple(outline.lines[item.start : item.end])
            found.append(Definition(item.name, path.name, item, path, own, inside, lines))
        return found


def _mutable(outline: Outline) -> list[Item]:
    """The functions, methods and constants of a file, each on lines of its own."""
    found = []
    for item in outline.items:
        each = item.members if item.kind == "class" else [item]
        found += [one for one in each if one.kind in ("function", "constant") and not one.shared]
    return found
