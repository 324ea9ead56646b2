"""A lesson's hints, in tiers: where to look, what to do, almost the code.

`hints.md` holds them under `## Tier 1` and so on. They are told one after the other; how far
somebody is stands in their progress. How a hint is drawn is not decided here.
"""

import re
from dataclasses import dataclass

from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.course.progress import Progress

_TIER = re.compile(r"##\s+Tier\s+(\d+)\b.*")


@dataclass(frozen=True)
class Hint:
    """One hint: `tier` counts from 1 up to `last`, `words` are markdown."""

    lesson: Lesson
    tier: int
    last: int
    words: str


def hints(lesson: Lesson) -> list[Hint]:
    """The hints of a lesson in order, [] when it has none; LabError for a tier out of order."""
    path = lesson.path / "hints.md"
    if not path.is_file():
        return []
    tiers: list[list[str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        found = _TIER.fullmatch(line.strip())
        if found and int(found[1]) != len(tiers) + 1:
            raise LabError(f"{path}, line {number}: Tier {len(tiers) + 1} is wanted here")
        if found:
            tiers.append([])
        elif tiers:
            tiers[-1].append(line)
    words = ["\n".join(lines).strip() for lines in tiers]
    if not all(words):
        raise LabError(f"{path}: Tier {words.index('') + 1} is empty")
    return [Hint(lesson, tier, len(words), each) for tier, each in enumerate(words, start=1)]


def next_hint(lesson: Lesson, progress: Progress) -> Hint:
    """The first hint that was not shown yet, put on record as shown.

    LabError when the lesson has none, or when all have been.
    """
    there = _there(lesson)
    seen = progress.hints_seen(lesson.key)
    if seen >= len(there):
        raise LabError(
            f"lesson {lesson.key} has no more hints: `lab hint {lesson.key} --again` shows them "
            f"again, `lab solution {lesson.key}` its solution"
        )
    progress.see_hints(lesson.key, seen + 1)
    return there[seen]


def seen_hints(lesson: Lesson, progress: Progress) -> list[Hint]:
    """The hints that were shown already; LabError when there are none."""
    seen = _there(lesson)[: progress.hints_seen(lesson.key)]
    if not seen:
        raise LabError(f"no hint was shown yet: `lab hint {lesson.key}` shows the first")
    return seen


def _there(lesson: Lesson) -> list[Hint]:
    there = hints(lesson)
    if not there:
        raise LabError(f"lesson {lesson.key} has no hints")
    return there
