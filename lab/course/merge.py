"""One merge, four uses: the reference, a lesson's start, a solution, a diff.

Everything a reader sees of harness.py comes through here from the lessons' parts. Files come and go
as bytes; nothing is read or written but the parts.
"""

import difflib
from collections.abc import Sequence
from inspect import cleandoc

from lab.course.errors import LabError
from lab.course.graft import Graft
from lab.course.imports import Import, add_imports, has
from lab.course.lesson import Lesson, find_lessons, lesson
from lab.course.markers import Gap, gaps, stage_of
from lab.course.outline import Outline, docstring, outlined, own_docstring
from lab.course.parts import Piece, read_part
from lab.course.place import too_late
from lab.course.reference import Reference, doc_lines, path_to, reference
from lab.course.refusals import check_file
from lab.course.source import Source, decode

__all__ = [
    "Gap",
    "assemble",
    "diff",
    "gaps",
    "read_part",
    "solve",
    "stage_of",
    "start",
    "start_file",
]


def assemble(
    lessons: Sequence[Lesson] | None = None, upto: str | None = None, elective: str | None = None
) -> str:
    """The reference at the end of lesson `upto`, or of the course, without markers or steps.

    An elective as `upto` stands on the lesson it comes after; as `elective`, on any later stage.
    """
    lessons = find_lessons() if lessons is None else lessons
    merged = reference(lessons, lesson(upto, list(lessons)).key if upto else None)
    if elective:
        merged = merged.add(read_part(lesson(elective, list(lessons))))
    return merged.text()


def start(source: bytes, key: str, lessons: Sequence[Lesson] | None = None) -> bytes:
    """A learner's file with a lesson's gaps put in; what they wrote is carried.

    `source` is their file at the end of the lesson before, or with this lesson begun: then what
    stands in its gaps stays. LabError, and nothing done, when it cannot be.
    """
    lessons = find_lessons() if lessons is None else lessons
    one = lesson(key, list(lessons))
    part = read_part(one)
    if not part.pieces:
        return source
    file = decode(source)
    _refuse_going_back(source, one, lessons)
    before = _before(source, one, lessons)
    after = before.add(part)
    outline = outlined(file)
    used = [*part.imports, *_used(after, [piece for piece in part.pieces if not piece.whole])]
    _refuse(outline, part.pieces, used, before)
    file = _begun(file, after) if outline.fresh else _documented(file, before, after)
    begun = any(gap.key == one.key for gap in gaps(source))
    graft = Graft(lessons, before, after, begun)
    for piece in sorted(part.pieces, key=lambda piece: piece.name not in outline.named):
        file = graft.put(file, piece)
    return _finished(add_imports(file, used), one, outline)


def start_file(key: str, lessons: Sequence[Lesson] | None = None) -> bytes:
    """What a lesson starts from for somebody whose file so far is the reference."""
    lessons = find_lessons() if lessons is None else lessons
    one = lesson(key, list(lessons))
    path = path_to(lessons, one.key)[:-1]
    ending = assemble(lessons, path[-1].key) if path else ""
    return start(ending.encode(), one.key, lessons)


def solve(
    source: bytes,
    key: str,
    name: str,
    stage: str | None = None,
    lessons: Sequence[Lesson] | None = None,
) -> bytes:
    """A learner's file with the reference in one gap of a lesson, as it is at their stage.

    For a method that is the whole class, whose private names are its own affair; methods they added
    stay. `stage` is the lesson their file is at, by default the one its markers tell.
    """
    lessons = find_lessons() if lessons is None else lessons
    one = lesson(key, list(lessons))
    if name not in read_part(one).gaps:
        there = ", ".join(read_part(one).gaps) or "none"
        raise LabError(f"lesson {one.key} has no gap {name}; its gaps are: {there}")
    at = _at(source, one, stage, lessons)
    graft = Graft(lessons, at, at)
    file = decode(source)
    pieces = _solution(at, name)
    outline, used = outlined(file), _used(at, pieces)
    _refuse(outline, pieces, used, Reference())
    for piece in pieces:
        file = graft.give(file, piece, piece.filled())
    return _finished(add_imports(file, used), one, outline)


def diff(before: str | bytes, after: str | bytes, name: str = "harness.py") -> str:
    """The unified diff of two states of a file; "" when they are the same."""
    old, new = (_text(each, name) for each in (before, after))
    lines = difflib.unified_diff(old, new, f"{name} (before)", f"{name} (after)", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def _text(text: str | bytes, name: str) -> list[str]:
    return decode(text if isinstance(text, bytes) else text.encode(), name).bare


def _before(source: bytes, one: Lesson, lessons: Sequence[Lesson]) -> Reference:
    """The reference that a lesson is put on; for an elective, the one at the file's stage."""
    if one.kind != "elective":
        path = path_to(lessons, one.key)[:-1]
        return reference(lessons, path[-1].key) if path else Reference()
    order = [each.key for each in lessons]
    after = str(one.after)
    return reference(lessons, max(stage_of(source, lessons) or after, after, key=order.index))


def _at(source: bytes, one: Lesson, stage: str | None, lessons: Sequence[Lesson]) -> Reference:
    """The reference at their stage, which is no earlier than the lesson whose gap is solved."""
    if one.kind == "elective":
        return _before(source, one, lessons).add(read_part(one))
    order = [each.key for each in lessons]
    at = lesson(stage, list(lessons)).key if stage else stage_of(source, lessons)
    return reference(lessons, max(at or one.key, one.key, key=order.index))


def _refuse(
    outline: Outline, pieces: Sequence[Piece], imports: Sequence[Import], before: Reference
) -> None:
    """LabError, before anything is changed, for what cannot be put into the file."""
    for piece in pieces:
        check_file(outline, piece, before)
    for each in imports:
        has(outline, each)


def _refuse_going_back(source: bytes, one: Lesson, lessons: Sequence[Lesson]) -> None:
    stage = stage_of(source, lessons)
    order = [each.key for each in lessons]
    if stage and one.kind != "elective" and order.index(stage) > order.index(one.key):
        reason = f"harness.py is at lesson {stage} already, so lesson {one.key} cannot start in it"
        raise LabError(f"{reason}: start it in a folder of its own (`lab init DIR`)")


def _begun(file: Source, after: Reference) -> Source:
    """A file with nothing in it gets the course's docstring."""
    outline = outlined(file)
    if outline.items or not after.doc:
        return file
    line = outline.body_start()
    return file.edit(line, line, doc_lines(after.doc))


def _documented(file: Source, before: Reference, after: Reference) -> Source:
    """A file with the course's own docstring gets the lesson's new one; one of their own stays."""
    outline = outlined(file)
    there = docstring(outline.tree)
    if there is None or before.doc == after.doc:
        return file
    if own_docstring(outline.tree) != cleandoc("\n".join(before.doc)):
        return file
    return file.edit(there.lineno - 1, there.end_lineno or there.lineno, doc_lines(after.doc))


def _solution(at: Reference, name: str) -> list[Piece]:
    owner = at.pieces[name].owner
    names = [owner, *at.order[owner]] if owner else [name]
    return [at.pieces[each] for each in names]


def _used(at: Reference, pieces: Sequence[Piece]) -> list[Import]:
    """The imports that some definitions use."""
    words = {word for piece in pieces for word in piece.words()}
    return [each for each in at.imports if each.bound in words]


def _finished(file: Source, one: Lesson, outline: Outline) -> bytes:
    """The file's bytes; LabError should the merge have made what does not work."""
    try:
        merged = outlined(file)
    except LabError as exc:
        raise LabError(f"lesson {one.key} does not fit into this file: {exc}") from None
    for needed, by in too_late(merged) - too_late(outline):
        item = outline.named.get(needed) or merged.named[needed]
        reason = f"{by} needs {needed} as soon as it is defined, so move {needed} above it"
        raise LabError(f"{file.name}, line {item.line + 1}: {reason}")
    return file.encode()
