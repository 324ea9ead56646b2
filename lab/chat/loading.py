"""The learner's own files as modules, for a frontend: their harness.py and the adapter beside it.

It is their program on their machine, so it runs in this process. What is not ready for it (a file
that does not parse, a gap that is empty, a lesson that is not there yet) is one line before
anything begins.
"""

import types
from dataclasses import dataclass
from pathlib import Path

from lab.check.player import Source, as_module
from lab.check.suite import read_beside, read_source, reference
from lab.course.errors import LabError
from lab.course.lesson import find_lessons, lesson
from lab.course.markers import gaps
from lab.course.parts import read_part
from lab.course.progress import course_folder

LESSON = "16"
ADAPTER = "anthropic_model.py"
# What a frontend calls; the lesson that each comes from is read from the parts.
NEEDED = (
    "make_read_tool",
    "make_write_tool",
    "make_bash_tool",
    "Harness",
    "SessionLog",
    "persist_to",
    "maybe_compact",
    "discover_context",
    "build_system_prompt",
    "guard",
    "confirm_with",
    "stop_run",
)


@dataclass(frozen=True)
class Loaded:
    """The two modules, and the lines that say whose they are."""

    harness: types.ModuleType
    adapter: types.ModuleType
    lines: tuple[str, ...]


def load(use_reference: bool = False) -> Loaded:
    """The harness and the adapter of the course folder here; the reference's where asked for.

    Without a harness.py the reference's are taken, too, and said. LabError, one line, when the
    learner's cannot be used.
    """
    own = course_folder() / "harness.py"
    if use_reference or not own.is_file():
        why = "asked for" if use_reference else "there is no harness.py here"
        harness = _module("harness", read_source(reference()))
        return Loaded(harness, _reference_adapter(), (f"harness: the reference ({why})",))
    _refuse_unwritten(own)
    harness = _module("harness", read_source(own))
    _refuse_missing(harness)
    beside = own.with_name(ADAPTER)
    if beside.is_file():
        _refuse_unwritten(beside)
        adapter, whose = _module("anthropic_model", read_source(beside)), f"your {ADAPTER}"
    else:
        adapter, whose = _reference_adapter(), f"the reference (lesson {LESSON} makes it yours)"
    return Loaded(harness, adapter, ("harness: your harness.py", f"adapter: {whose}"))


def _reference_adapter() -> types.ModuleType:
    """The finished adapter, its gaps solved."""
    beside = read_beside(reference(), lesson(LESSON).path)
    return _module("anthropic_model", next(one for one in beside if one.path.endswith(ADAPTER)))


def _module(name: str, source: Source) -> types.ModuleType:
    short = Path(source.path).name
    try:
        return as_module(name, source)
    except SyntaxError as exc:
        raise LabError(f"{short}, line {exc.lineno}: {exc.msg}") from None
    except Exception as exc:
        raise LabError(f"{short} cannot be loaded: {type(exc).__name__}: {exc}") from None


def _refuse_unwritten(path: Path) -> None:
    for gap in gaps(path.read_bytes(), path.name):
        if gap.empty:
            reason = f"{gap.name} is still empty (lesson {gap.key}); write it"
            raise LabError(f"{path.name}, line {gap.line}: {reason}, or use --reference")


def _refuse_missing(harness: types.ModuleType) -> None:
    for name in NEEDED:
        if not hasattr(harness, name):
            made = [one.key for one in find_lessons() if name in read_part(one).announces]
            reason = f"it has no {name} yet, which lesson {made[0]} brings"
            raise LabError(f"harness.py is not ready to chat: {reason}; or use --reference")
