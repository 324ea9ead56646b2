"""The files that a lesson puts beside harness.py: finished, as a start, and with a gap solved.

They stand whole in the lesson's `beside/`, with gaps in the same comments as a part. Nothing of
them is merged: such a file is one lesson's. A file that is not Python is handed on as it is.
"""

from pathlib import Path

from lab.course.errors import LabError
from lab.course.markers import spans
from lab.course.outline import Outline, outlined
from lab.course.scaffold import emptied, filled, finished, kinds
from lab.course.source import decode, from_text


def assemble_beside(path: Path) -> bytes:
    """The finished file, without markers, steps and stubs."""
    outline = _outline(path)
    return path.read_bytes() if outline is None else _bytes(finished(outline.lines, kinds(outline)))


def start_beside(path: Path) -> bytes:
    """What a learner starts from."""
    outline = _outline(path)
    if outline is None:
        return path.read_bytes()
    return _bytes(emptied(outline.lines, kinds(outline), spans(outline)))


def beside_gaps(path: Path) -> list[str]:
    """The names of the gaps that a file of a lesson's `beside/` has."""
    outline = _outline(path)
    return [gap for _, gap, _, _ in spans(outline)] if outline else []


def solve_beside(source: bytes, path: Path, name: str) -> bytes:
    """A learner's file with the reference for one gap: the function or the whole class replaced.

    LabError when there is no such gap, or nothing of that name in their file.
    """
    ours, there = _outline(path), beside_gaps(path)
    if ours is None or name not in there:
        raise LabError(f"{path.name} has no gap {name}; its gaps are: {', '.join(there) or 'none'}")
    lines = filled(ours.lines, kinds(ours))
    whole = name.partition(".")[0]
    wanted = outlined(from_text(_bytes(lines).decode())).named[whole]
    theirs = decode(source, path.name)
    item = outlined(theirs).named.get(whole)
    if item is None or item.kind != wanted.kind:
        raise LabError(f"{path.name} has no {wanted.kind} {whole}: put it back, or start anew")
    return theirs.edit(item.lead, item.end, lines[wanted.lead : wanted.end]).encode()


def _outline(path: Path) -> Outline | None:
    return outlined(decode(path.read_bytes(), path.name)) if path.suffix == ".py" else None


def _bytes(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()
