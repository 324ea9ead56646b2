"""What a learner has not touched yet: the gaps with code in them that are as `lab start` left them.

Such a gap holds their own lines from an earlier lesson, or a line that keeps earlier suites green:
it is neither empty nor filled. What start put there is not written down anywhere: it follows from
the copy of harness.py that start kept. Where there is no such copy, nothing counts as untouched.
"""

from functools import lru_cache
from pathlib import Path

from lab.course.errors import LabError
from lab.course.kept import copies
from lab.course.markers import Gap, code_of, gaps, spans
from lab.course.merge import start
from lab.course.outline import outlined
from lab.course.source import decode


def to_change(harness: Path, key: str) -> list[Gap]:
    """The gaps of lesson `key` in a learner's file that are not empty and still as start left them.

    [] for a file that is in no course folder. LabError when the file does not parse.
    """
    source = harness.read_bytes()
    there = [gap for gap in gaps(source, harness.name) if gap.key == key and not gap.empty]
    if not there:
        return []
    first, now = _put_there(harness, key), _written(source, key)
    return [gap for gap in there if first.get(gap.name) == now[gap.name]]


def _put_there(harness: Path, key: str) -> dict[str, list[str]]:
    """The code that `lab start` put into each gap of a lesson; {} when that is not known."""
    for copy in reversed(copies(harness.parent, key)):
        try:
            before = copy.read_bytes()
            if not any(gap.key == key for gap in gaps(before, copy.name)):
                return _started(before, key)
        except (LabError, OSError):
            return {}
    return {}


@lru_cache(maxsize=4)
def _started(before: bytes, key: str) -> dict[str, list[str]]:
    return _written(start(before, key), key)


def _written(source: bytes, key: str) -> dict[str, list[str]]:
    outline = outlined(decode(source))
    found = [span for span in spans(outline) if span[0] == key]
    return {name: code_of(outline, opened, end) for _, name, opened, end in found}
