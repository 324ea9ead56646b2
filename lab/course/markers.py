"""The comments that a gap is made of, and the gaps that stand in a file.

`# --- your code: 04 run_tool ---` opens a gap and `# --- end ---` closes it; in a part, `# step:`
and `# stub:` comments inside say what a learner gets there. Only comment tokens on lines of their
own count: a string that holds the same words is text.
"""

import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.course.outline import Outline, outlined
from lab.course.source import decode

OPEN = re.compile(r"#\s*---+\s*your code:\s*(\S+)\s+([\w.]+)\s*---+")
CLOSE = re.compile(r"#\s*---+\s*end\s*---+")
END = "# --- end ---"
_NOTHING = re.compile(r"raise NotImplementedError( \( .*)?|pass|\.\.\.")
_UNSEEN = (tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER)
_LAYOUT = {tokenize.NEWLINE: "\n", tokenize.INDENT: "\n+", tokenize.DEDENT: "\n-"}


@dataclass(frozen=True)
class Gap:
    """A gap that stands in a file: `line` counts from 1 and is that of its opening comment.

    `empty` says that nothing is written in it yet: comments apart, only the NotImplementedError, or
    the `pass` that stands for it where a lesson's own given code runs through the gap.
    """

    key: str
    name: str
    line: int
    empty: bool


def opening(key: str, name: str) -> str:
    """The comment that opens a gap."""
    return f"# --- your code: {key} {name} ---"


def missing(key: str, name: str) -> str:
    """The statement of a gap in which nothing is written yet."""
    return f'raise NotImplementedError("{key} {name}")'


def gaps(source: bytes, name: str = "harness.py") -> list[Gap]:
    """The gaps of a file, in its order. LabError when the file does not parse."""
    outline = outlined(decode(source, name))
    return [
        Gap(key, gap, start + 1, is_empty(outline, start, end))
        for key, gap, start, end in spans(outline)
    ]


def spans(outline: Outline, start: int = 0, end: int | None = None) -> Iterator[tuple]:
    """(key, name, line of the opening, line of the end) of each gap within some lines."""
    opened = None
    for line in sorted(outline.comments):
        if not start <= line < (len(outline.lines) if end is None else end):
            continue
        found = OPEN.fullmatch(outline.comments[line])
        if found:
            opened = (found[1], found[2], line)
        elif opened and CLOSE.fullmatch(outline.comments[line]):
            yield (*opened, line)
            opened = None


def is_marker(comment: str) -> bool:
    return bool(OPEN.fullmatch(comment) or CLOSE.fullmatch(comment))


def is_empty(outline: Outline, start: int, end: int) -> bool:
    """Whether lines start to end hold no code, or only what stands for none."""
    words = [word for word in code_of(outline, start, end) if word not in _LAYOUT.values()]
    return not words or bool(_NOTHING.fullmatch(" ".join(words)))


def code_of(outline: Outline, start: int, end: int) -> list[str]:
    """The code of a gap as words to compare: without comments, blank lines and its own depth."""
    return [
        _LAYOUT.get(token.type, token.string)
        for token in outline.tokens
        if start < token.start[0] - 1 < end and token.type not in _UNSEEN
    ]


def stage_of(
    source: bytes, lessons: Sequence[Lesson] | None = None, folder: Path | None = None
) -> str | None:
    """The latest lesson or checkpoint whose marker stands in the file, None when there is none.

    With a `folder`, the files count too that a lesson has put there, beside the harness. A file
    that does not parse has a stage all the same: its markers are then looked for by line.
    """
    lessons = find_lessons() if lessons is None else lessons
    order = [one.key for one in lessons if one.kind != "elective"]
    found = [key for each in [source, *_beside(folder, lessons)] for key in _keys(each)]
    return max((key for key in found if key in order), key=order.index, default=None)


def _beside(folder: Path | None, lessons: Sequence[Lesson]) -> list[bytes]:
    names = [path.name for one in lessons for path in one.beside if path.suffix == ".py"]
    own = [folder / name for name in names] if folder else []
    return [path.read_bytes() for path in own if path.is_file()]


def _keys(source: bytes) -> list[str]:
    try:
        comments: list[str] = list(outlined(decode(source)).comments.values())
    except LabError:
        text = source.decode("utf-8", errors="replace")
        comments = [line.strip() for line in text.split("\n")]
    return [found[1] for found in map(OPEN.fullmatch, comments) if found]
