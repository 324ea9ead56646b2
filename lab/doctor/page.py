"""A lesson's page as pieces: words, code to run, and the places where generated parts come.

The places are comments on a line of their own: `<!-- runs -->`, `<!-- question: name -->`,
`<!-- open: name -->` and `<!-- sentences -->`; other comments are the author's own and are left
out. Python fences marked exactly `python` are code to run, all else is words. What can only be said
of one medium stands as `{{in the notebook|in the terminal}}`, and either half may be empty.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

from lab.check import suite
from lab.course.errors import LabError

_PLACE = re.compile(r"<!--\s*(runs|sentences|(?:question|open):\s*([\w-]+))\s*-->")
_EITHER = re.compile(r"\{\{([^{}|]*)\|([^{}|]*)\}\}")
_markdown = MarkdownIt("commonmark")


@dataclass(frozen=True)
class Piece:
    """One piece: `kind` is words, code, runs, sentences, question or open.

    `text` is markdown for words, Python for code, the name of a question or open one, else "".
    `line` is where it starts in the page, counted from 1.
    """

    kind: str
    text: str
    line: int


def pieces(path: Path, terminal: bool = False) -> list[Piece]:
    """The page in order, words split where a `## ` heading starts; LabError when unreadable.

    In the words for a notebook, or in those for a terminal.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise LabError(f"{path} cannot be read: {exc}") from None
    lines = text.split("\n")
    found: list[Piece] = []
    start = 0
    for line, end, piece in _cuts(text, lines):
        found += _words(lines, start, line)
        found += [piece] if piece else []
        start = end
    found += _words(lines, start, len(lines))
    return [_spoken(piece, terminal) if piece.kind == "words" else piece for piece in found]


def sentences(path: Path) -> list[str]:
    """The sentences of a suite: the docstrings of its tests, in order. Nothing of it is run."""
    try:
        return [sentence for _, sentence in suite.sentences(path.read_bytes())]
    except (OSError, SyntaxError, ValueError) as exc:
        raise LabError(f"{path} cannot be read: {exc}") from None


def _cuts(text: str, lines: list[str]) -> list[tuple[int, int, Piece | None]]:
    """(first line, line after the last, what stands there) for each thing that ends the words."""
    found: list[tuple[int, int, Piece | None]] = []
    for token in _markdown.parse(text):
        if token.level or not token.map:
            continue
        start, end = token.map
        if token.type == "fence" and token.info.strip() == "python":
            found.append((start, end, Piece("code", token.content.rstrip("\n"), start + 1)))
        elif token.type == "html_block" and lines[start].lstrip().startswith("<!--"):
            found.append((start, end, _place(token.content.strip(), start + 1)))
        elif token.type == "heading_open" and token.tag == "h2":
            found.append((start, start, None))
    return found


def _place(comment: str, line: int) -> Piece | None:
    match = _PLACE.fullmatch(comment)
    if not match:
        return None
    return Piece(match[1].partition(":")[0], match[2] or "", line)


def _spoken(piece: Piece, terminal: bool) -> Piece:
    """Words as they are said in one medium."""
    return Piece(piece.kind, _EITHER.sub(r"\2" if terminal else r"\1", piece.text), piece.line)


def _words(lines: list[str], start: int, end: int) -> list[Piece]:
    while start < end and not lines[start].strip():
        start += 1
    text = "\n".join(lines[start:end]).rstrip()
    return [Piece("words", text, start + 1)] if text else []
