"""What is shown of a scenario, as a few kinds of block, and the blocks as text.

`show` makes blocks, `html` and `terminal` draw the same ones. As text they need no colour, and no
more than ASCII where the encoding has no more.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import lab

WIDTH = 80
_CLIP = 160
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_LINK = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")
_FENCE = ("```", "~~~")
_ITEM = re.compile(r"(\s*(?:[-*+]|\d+[.)])\s+)")
_ASCII = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "--"}
_ASCII |= {0x2026: "...", 0x2192: "->", 0x2022: "*", 0x00A0: " "}


@dataclass(frozen=True)
class Heading:
    """A line that opens what follows."""

    words: str


@dataclass(frozen=True)
class Prose:
    """Markdown."""

    markdown: str


@dataclass(frozen=True)
class Options:
    """The options of a question, or the feedback for them: (letter, a word or "", markdown)."""

    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Told:
    """Two runs, each in a few lines, side by side."""

    names: tuple[str, str]
    left: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One row of a comparison. `mark` is FIRST, OTHER, or "" where the two sides are the same.

    FOLDED stands for several rows, and `left` says which.
    """

    mark: str
    label: str
    left: str
    right: str


FIRST, OTHER, FOLDED = "first difference", "differs", "folded"


@dataclass(frozen=True)
class Compared:
    """One observation of two runs, side by side, the first difference marked."""

    name: str
    diff: lab.Diff

    @property
    def rows(self) -> list[Row]:
        """The rows to show. Stretches with nothing to see in them are folded into one row each:
        those away from any difference, and those whose difference is too deep to be seen here.
        """
        first = next((n for n, row in enumerate(self.diff.rows) if not row[3]), 0)
        found: list[Row] = []
        for why, stretch in groupby(range(len(self.diff.rows)), lambda n: self._folds(n, first)):
            numbers = list(stretch)
            if why and len(numbers) > 1:
                found.append(Row(FOLDED, "", f"({len(numbers)} rows, {why})", ""))
                continue
            for number in numbers:
                label, left, right, equal = self.diff.rows[number]
                mark = "" if equal else FIRST if number == first else OTHER
                found.append(Row(mark, label, left, right))
        return found

    def _folds(self, number: int, first: int) -> str:
        """Why there is nothing to see in a row, or "" where there is."""
        rows = self.diff.rows
        if all(equal for *_, equal in rows[max(number - 1, 0) : number + 2]):
            return "the same in both"
        _, left, right, equal = rows[number]
        return "which differ only inside" if left == right and not equal and number > first else ""

    @property
    def said(self) -> list[str]:
        """The first difference: where, then a line a run. [] where one row shows it all."""
        if self.diff.parting is None or (len(self.diff.rows) == 1 and not self.diff.rows[0][0]):
            return []
        where, *sides = self.diff.parting
        wide = max(map(len, self.diff.names)) + 1
        named = zip(self.diff.names, sides, strict=True)
        return [f"First difference: {where}", *(f"{n + ':':{wide}} {side}" for n, side in named)]


Block = Heading | Prose | Options | Told | Compared


def as_text(blocks: Iterable[Block], width: int = WIDTH) -> str:
    """The blocks as plain text of this width, an empty line between two of them."""
    return "\n\n".join("\n".join(_TEXT[type(block)](block, width)) for block in blocks)


def fitted(text: str, encoding: str | None) -> str:
    """The text with what this encoding lacks in words that it has; as it is where nothing lacks."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
        return text
    except UnicodeEncodeError:
        plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
        plain = "".join(char for char in plain if not unicodedata.combining(char))
        return plain.encode(encoding, "replace").decode(encoding)


def clipped(row: Row, width: int = _CLIP) -> tuple[str, str]:
    """Both sides of a row, each cut to about this width, about the place where they part."""
    pairs = enumerate(zip(row.left, row.right, strict=False))
    shorter = min(len(row.left), len(row.right))
    place = next((n for n, (a, b) in pairs if a != b), shorter) if row.mark else 0
    start = max(0, place - width // 3) if place > width // 2 else 0
    return _clipped(row.left, start, width), _clipped(row.right, start, width)


def _clipped(text: str, start: int, width: int) -> str:
    if len(text) <= width:
        return text
    before, after = "..." if start else "", "..." if start + width < len(text) else ""
    return f"{before}{text[start : start + width]}{after} ({len(text)} characters)"


def prose_lines(markdown: str, width: int) -> list[str]:
    """Markdown filled to a width; code, tables and the items of lists keep their lines."""
    lines: list[str] = []
    for paragraph in _paragraphs(markdown):
        if lines:
            lines.append("")
        if _keeps_its_lines(paragraph[0]):
            lines += paragraph
        else:
            for item in _items(paragraph):
                lines += _filled(item, width)
    return lines


def _paragraphs(markdown: str) -> list[list[str]]:
    found: list[list[str]] = [[]]
    fenced = False
    for line in markdown.strip("\n").split("\n"):
        if line.strip() or fenced:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
    return [paragraph for paragraph in found if paragraph]


def _keeps_its_lines(line: str) -> bool:
    return line.startswith((*_FENCE, "|", ">", "    ", "#"))


def _items(paragraph: list[str]) -> list[str]:
    """The items of a list, or the one paragraph, each as one long line."""
    items: list[str] = []
    for line in paragraph:
        if not items or _ITEM.match(line):
            items.append(line.rstrip())
        else:
            items[-1] += f" {line.strip()}"
    return items


def _filled(item: str, width: int) -> list[str]:
    mark = _ITEM.match(item)
    # An address stays whole, though it is too long: in two lines nobody could follow it.
    return _wrapped(item, width, " " * len(mark[1]) if mark else "", "://" not in item)


def _wrapped(text: str, width: int, hanging: str, break_words: bool = True) -> list[str]:
    """The text in lines of a width, its own indentation kept; [""] for no words."""
    indent = text[: len(text) - len(text.lstrip())]
    lines = textwrap.wrap(
        text.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=hanging or indent,
        break_on_hyphens=False,
        break_long_words=break_words,
    )
    return lines or [""]


def _heading_text(block: Heading, width: int) -> list[str]:
    lines = _wrapped(block.words, width, "")
    return [*lines, "-" * max(map(len, lines))]


def _prose_text(block: Prose, width: int) -> list[str]:
    return prose_lines(_LINK.sub(r"\1 (\2)", _STRONG.sub(r"\1", block.markdown)), width)


def _options_text(block: Options, width: int) -> list[str]:
    lines: list[str] = []
    for letter, word, markdown in block.rows:
        words = _STRONG.sub(r"\1", f"({word}) {markdown}" if word else markdown)
        first, *rest = prose_lines(words, width - 4)
        lines += [f" {letter}  {first}", *(f"    {line}" if line else "" for line in rest)]
    return lines


def _told_text(block: Told, width: int) -> list[str]:
    half = (width - 3) // 2
    left, right = (_wrapped(name, half, "") for name in block.names)
    head = _beside(left, right, half)
    rule = "-" * half
    left = [part for line in block.left for part in _wrapped(line, half, _hanging(line))]
    right = [part for line in block.right for part in _wrapped(line, half, _hanging(line))]
    return [*head, f"{rule} | {rule}", *_beside(left, right, half)]


def _hanging(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()) + 2)


def _beside(left: list[str], right: list[str], half: int) -> list[str]:
    height = max(len(left), len(right))
    left, right = ([*side, *[""] * (height - len(side))] for side in (left, right))
    return [f"{a:{half}} | {b}".rstrip() for a, b in zip(left, right, strict=True)]


def _compared_text(block: Compared, width: int) -> list[str]:
    rows = block.rows
    labels = min(max((len(row.label) for row in rows if row.mark != FOLDED), default=0), 16)
    half = (width - labels - 6) // 2
    lines = [f"{block.name}:", *_row("  ", "", labels, block.diff.names, half)]
    for row in rows:
        if row.mark == FOLDED:
            lines.append(f"  {'':{labels}}  {row.left}")
        else:
            lines += _row(_MARKS[row.mark], row.label, labels, clipped(row), half)
    for line in block.said:
        lines += textwrap.wrap(line, width, **_TIGHT)
    return lines


_MARKS = {FIRST: "> ", OTHER: "~ ", "": "  "}
_TIGHT: dict = {"initial_indent": "  ", "subsequent_indent": "    ", "break_on_hyphens": False}


def _row(mark: str, label: str, labels: int, sides: tuple[str, str], half: int) -> list[str]:
    left, right = (_wrapped(side, half, "  ") for side in sides)
    label_lines = _wrapped(label, labels, "") if labels else [""]
    height = max(len(left), len(right), len(label_lines))
    cells = ([*side, *[""] * (height - len(side))] for side in (label_lines, left, right))
    lines = []
    for number, (name, a, b) in enumerate(zip(*cells, strict=True)):
        lead = mark if number == 0 else "  "
        lines.append(f"{lead}{name:{labels}}  {a:{half}}  {b}".rstrip())
    return lines


_TEXT: dict = {
    Heading: _heading_text,
    Prose: _prose_text,
    Options: _options_text,
    Told: _told_text,
    Compared: _compared_text,
}
