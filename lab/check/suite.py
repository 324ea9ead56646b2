"""A suite's two files, and the sources that a run of it needs, read from disk.

Nothing is played or judged here. A `Lesson` has the same attributes as a `Suite`, so either serves.
"""

import ast
import os
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lab.check.player import Source
from lab.course import sealed
from lab.course.errors import LabError
from lab.course.lesson import find_lessons, lessons_root

ROOT = Path(__file__).resolve().parents[2]
_MAX_BYTES = 2 << 20
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Suite:
    """`tests` judge what `scenes` play; `path` is the lesson's folder, `key` the lesson's."""

    key: str
    tests: Path
    scenes: Path
    path: Path


def reference() -> Path:
    """The finished harness: beside the lessons, in a checkout and once installed."""
    return lessons_root().parent / "harness.py"


def reference_with(keys: Collection[str]) -> Source:
    """The finished harness by value; with an elective's part in it where one is among `keys`.

    harness.py holds no elective. A release has such a file sealed, in the elective's folder.
    """
    from lab.course.merge import assemble  # here, not above: few need it

    chosen = [one for one in find_lessons() if one.kind == "elective" and one.key in keys]
    if not chosen:
        return read_source(reference())
    path = chosen[0].path / "harness.py"
    if sealed.is_there(path):
        return read_source(path)
    return Source(str(path), assemble(elective=chosen[0].key).encode())


def read_source(path: Path, name: str | None = None) -> Source:
    """A Python file by value; LabError when it cannot be read or is no harness's size."""
    try:
        there = path.is_file() and path.stat().st_size > _MAX_BYTES
        text = None if there else sealed.read(path)
    except OSError as exc:
        reason = "no such file" if isinstance(exc, FileNotFoundError) else exc.strerror
        raise LabError(f"{path}: {reason}") from None
    if text is None:
        raise LabError(f"{path}: over {_MAX_BYTES >> 20} MiB, which is no harness")
    return Source(name or str(path), text)


def read_beside(harness: Path, suite_folder: Path) -> list[Source]:
    """The files that the lesson has beside the harness, as the learner has them there.

    The reference has its own in the lesson's folder. One that is missing is left out: importing it
    then fails as it would anywhere.
    """
    own = sorted(suite_folder.glob("beside/*.py"))
    theirs = [harness.parent / path.name for path in own]
    found = zip(own, theirs, strict=True)
    chosen = [
        there if sealed.is_there(there) or not _is_reference(harness) else mine
        for mine, there in found
    ]
    return [read_source(path) for path in chosen if sealed.is_there(path)]


def scene_doc(scenes: Source, name: str) -> str:
    """What a scene's docstring says was played, "" when it says nothing."""
    return _docs(scenes).get(name, "")


def sentence_of(doc: str | None, name: str) -> str:
    """What a test's docstring says first, on one line; its name in words when there is none."""
    words = " ".join((doc or "").strip().split("\n\n")[0].split())
    return words or name.removeprefix("test_").replace("_", " ")


def sentences(tests: bytes) -> list[tuple[str, str]]:
    """(name, sentence) of each test function of a suite, in order; nothing of it is run.

    SyntaxError or ValueError when it is no Python.
    """
    found = [node for node in ast.parse(tests).body if isinstance(node, _FUNCTIONS)]
    named = [node for node in found if node.name.startswith("test")]
    return [(node.name, sentence_of(ast.get_docstring(node), node.name)) for node in named]


@lru_cache(maxsize=32)  # a watched suite is another one after each save
def _docs(scenes: Source) -> dict[str, str]:
    try:
        body = ast.parse(scenes.text).body
    except (SyntaxError, ValueError):
        return {}
    named = (node for node in body if isinstance(node, _FUNCTIONS))
    return {node.name: ast.get_docstring(node) or "" for node in named}


def _is_reference(harness: Path) -> bool:
    ours = reference()
    both = ours.is_file() and harness.is_file()
    return os.path.samefile(harness, ours) if both else harness == ours
