"""Submissions in: from what an export holds, one harness a learner, or the reason why there is
none.

A file that does not parse is a harness: its suites say what is wrong with it. Nothing is judged
here, and everything else that somebody handed in is left where it is.
"""

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lab.course.errors import LabError
from lab.grade.cell import harness_of
from lab.grade.files import MOST_BYTES, MOST_NOTEBOOK, File, Unreadable, list_files
from lab.grade.kit import digest_of
from lab.grade.layout import Learner, inner, learners
from lab.grade.result import Submission

HARNESS = "harness.py"
_VERSION = re.compile(r"harness[-_ ]?\(?(\d*)\)?\.py", re.IGNORECASE)
_NOT_IT = re.compile(r"(tests?|scenes|conftest|setup|__init__|test_.*|.*_test)\.py", re.IGNORECASE)
_OTHER = (".tar", ".gz", ".tgz", ".rar", ".7z", ".xz", ".bz2")


@dataclass(frozen=True)
class Handed:
    """A submission and the files that were taken from it, by the names they are judged under."""

    submission: Submission
    files: Mapping[str, bytes]

    @cached_property
    def texts(self) -> dict[str, str]:
        """The files for JSON: each byte a character."""
        return {name: data.decode("latin-1") for name, data in self.files.items()}


def take(path: Path, beside: Sequence[str] = ()) -> list[Handed]:
    """Everybody's hand-in below a folder or in a zip, in the order of their ids.

    `beside` are the names of files that are taken along with harness.py. One that cannot be read is
    there too, with its `problem`. LabError when `path` itself cannot be read or holds nothing.
    """
    title = path.resolve().stem or "submission"
    found = [_handed(learner, beside) for learner in learners(list_files(path), title)]
    return sorted(found, key=lambda one: one.submission.id)


def take_one(path: Path, name: str, beside: Sequence[str] = ()) -> Handed:
    """All that is below a folder as one learner's hand-in."""
    files = list_files(path)
    return _handed(Learner(name, path.name, files=files, id="submission"), beside)


def shard(handed: Sequence[Handed], part: str) -> list[Handed]:
    """The `i` th of `n` parts, as "i/n" says, the same on every machine; LabError for nonsense."""
    found = re.fullmatch(r"(\d+)/(\d+)", part.strip())
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise LabError(f"--shard {part}: it is i/n with i from 1 to n, such as 2/4")
    return list(handed[int(found[1]) - 1 :: int(found[2])])


def _handed(learner: Learner, beside: Sequence[str]) -> Handed:
    notes = list(learner.notes)
    files: dict[str, bytes] = {}
    problem = None
    try:
        chosen = _choose(learner.files, beside, notes)
        files[HARNESS] = _text(chosen, notes)
        files |= _beside(learner.files, chosen, beside)
        source = chosen.place
    except Unreadable as exc:
        problem, files, source = str(exc), {}, learner.place
    digest = None if problem else digest_of({n: d.decode("latin-1") for n, d in files.items()})
    submission = Submission(
        learner.id,
        learner.name,
        learner.identifiers,
        source,
        digest,
        problem,
        learner.submitted,
        tuple(notes),
    )
    return Handed(submission, files)


def _choose(files: Sequence[File], beside: Sequence[str], notes: list[str]) -> File:
    """The one file that is the harness; Unreadable when there is none or no telling which."""
    names = {name.lower() for name in beside}
    named = [file for file in files if _VERSION.fullmatch(inner(file))]
    if named:
        return _newest(named, notes)
    python = [f for f in files if f.suffix == ".py" and inner(f).lower() not in names]
    others = [file for file in python if not _NOT_IT.fullmatch(inner(file))]
    notebooks = [file for file in files if file.suffix == ".ipynb"]
    for found in (others, notebooks):
        if len(found) == 1:
            notes.append(f"taken for harness.py: {found[0].place}")
            return found[0]
    if len(others) > 1:
        names_there = ", ".join(sorted(inner(file) for file in others)[:5])
        raise Unreadable(f"{len(others)} Python files and none is called harness.py: {names_there}")
    if notebooks:
        return _newest(notebooks, notes)
    raise Unreadable(_why_none(files))


def _newest(files: Sequence[File], notes: list[str]) -> File:
    """The newest of several; of those as old as each other the one that is named as the latest."""
    ranked = sorted(files, key=lambda file: (file.when, _number(file), -len(file.parts)))
    chosen = ranked[-1]
    if len(files) > 1:
        others = ", ".join(file.place for file in ranked[:-1][:3])
        notes.append(
            f"{len(files)} files to choose from: {chosen.place} is the newest, not {others}"
        )
    return chosen


def _number(file: File) -> int:
    found = _VERSION.fullmatch(inner(file))
    return int(found[1][:9]) if found and found[1] else 0


def _why_none(files: Sequence[File]) -> str:
    for file in files:
        if file.archive or file.name == "?":
            try:
                file.read(0)
            except Unreadable as exc:
                return f"{file.place} {exc}"
    packed = [file.place for file in files if file.suffix in _OTHER]
    if packed:
        return f"{packed[0]} is packed in a way that is not read here: hand in a zip or the file"
    real = [file for file in files if file.name != ".git"]
    if not real:
        return "nothing was handed in"
    return f"no harness.py among its {len(real)} files"


def _text(file: File, notes: list[str]) -> bytes:
    """The harness's bytes; a notebook's cell, or what is written in UTF-16, as UTF-8."""
    try:
        if file.suffix == ".ipynb":
            return harness_of(file.read(MOST_NOTEBOOK))
        data = file.read(MOST_BYTES)
    except Unreadable as exc:
        raise Unreadable(f"{file.place} {exc}") from None
    if not data.strip():
        raise Unreadable(f"{file.place} is empty")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        notes.append("read as UTF-16")
        return data.decode("utf-16", "replace").encode("utf-8", "replace")
    return data


def _beside(files: Sequence[File], chosen: File, names: Sequence[str]) -> dict[str, bytes]:
    """What the lessons put beside harness.py: those in its folder, else the only one there is."""
    found = {}
    for name in names:
        there = [file for file in files if inner(file).lower() == name.lower()]
        near = [file for file in there if file.parts[:-1] == chosen.parts[:-1]] or there
        if len(near) >= 1:
            try:
                found[name] = max(near, key=lambda file: file.when).read(MOST_BYTES)
            except Unreadable as exc:
                raise Unreadable(f"{near[0].place} {exc}") from None
    return found
