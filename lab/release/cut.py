"""Takes out of a lesson's files what a learner is to find alone: the code of a gap.

A part stays a part, so that a release puts gaps into a file as any course does; what stood between
the markers is gone, the steps and stubs apart. What else is left out is `contents`.
"""

from pathlib import Path

from lab.course.markers import missing, spans
from lab.course.outline import Outline, outlined
from lab.course.scaffold import kinds
from lab.course.source import decode, indent_of


def without_solutions(data: bytes, name: str) -> bytes:
    """A part, or a file that a lesson puts beside harness.py, with nothing in its gaps."""
    outline = outlined(decode(data, name))
    what = kinds(outline)
    made: list[str] = []
    at = 0
    for key, gap, start, end in spans(outline):
        kept = [n for n in range(start, end) if what[n] != "code"]
        made += [*outline.lines[at:start], *(outline.lines[n] for n in kept)]
        made.append(indent_of(outline.lines[start]) + missing(key, gap))
        at = end
    return ("\n".join([*made, *outline.lines[at:]]) + "\n").encode()


def solution_lines(path: Path) -> tuple[list[str], list[str]]:
    """The code within a file's gaps, and its other lines, the steps and stubs among them."""
    outline = outlined(decode(path.read_bytes(), path.name))
    what, inside = kinds(outline), _inside(outline)
    code = {n for n in inside if what[n] == "code"}
    within = [line for n, line in enumerate(outline.lines) if n in code]
    return within, [line for n, line in enumerate(outline.lines) if n not in code]


def _inside(outline: Outline) -> set[int]:
    return {n for *_, start, end in spans(outline) for n in range(start, end + 1)}
