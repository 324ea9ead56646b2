"""What becomes of a gap's lines: gone in the finished file, steps and a stub in a learner's start.

Works on the lines of a part, or of a file beside harness.py, where each line has a kind: code,
marker, step or stub.
"""

import re
from collections.abc import Iterable, Sequence

from lab.course.markers import is_marker, missing, spans
from lab.course.outline import Outline
from lab.course.source import indent_of

_STEP = re.compile(r"# step: (.+)")
_STUB = re.compile(r"# stub: (.+)")
Span = tuple[str, str, int, int]  # key, name, line of the opening, line of the end


def kind_of(comment: str) -> str:
    """The kind of a line that holds this comment and nothing else; "code" for an ordinary one."""
    if is_marker(comment):
        return "marker"
    if _STEP.fullmatch(comment):
        return "step"
    return "stub" if _STUB.fullmatch(comment) else "code"


def kinds(outline: Outline, start: int = 0, end: int | None = None) -> list[str]:
    """The kind of each line from start to end; only comments inside a gap are not code."""
    end = len(outline.lines) if end is None else end
    inside = {n for *_, opened, shut in spans(outline, start, end) for n in range(opened, shut + 1)}
    return [
        kind_of(outline.comments[n]) if n in inside and n in outline.comments else "code"
        for n in range(start, end)
    ]


def finished(lines: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """The lines of the finished file."""
    return [line for line, kind in zip(lines, kinds, strict=True) if kind == "code"]


def filled(lines: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """The same between the markers, as a solution is shown."""
    return [line for line, kind in zip(lines, kinds, strict=True) if kind in ("code", "marker")]


def emptied(lines: Sequence[str], kinds: Sequence[str], gaps: Iterable[Span]) -> list[str]:
    """What a learner gets: in each gap the steps, then the stub or a NotImplementedError.

    The steps stand below each other, however deep in the solution they stood.
    """
    made: list[str] = []
    at = 0
    for key, name, start, end in gaps:
        inner, indent = slice(start + 1, end), indent_of(lines[start])
        told = [indent + step.strip() for step in steps(lines[inner], kinds[inner])]
        made += [*lines[at : start + 1], *told]
        stand_in = [indent + missing(key, name)]
        made += stub(lines[inner], kinds[inner]) or stand_in
        at = end
    return [*made, *lines[at:]]


def steps(lines: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """The step comments, as the learner sees them."""
    found = [line for line, kind in zip(lines, kinds, strict=True) if kind == "step"]
    return [line.replace("# step: ", "# ", 1) for line in found]


def stub(lines: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """What stands in for a gap's code until it is written, where the author says so."""
    found = [line for line, kind in zip(lines, kinds, strict=True) if kind == "stub"]
    return [line.replace("# stub: ", "", 1) for line in found]
