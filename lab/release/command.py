"""`lab release`: which lessons were meant, and what to say of the release that was made."""

import json
from collections.abc import Iterable
from pathlib import Path

from lab.check.run import choose
from lab.course.lesson import Lesson, find_lessons
from lab.release.contents import Choice
from lab.release.make import Release, make_release


def release(
    out: Path, lessons: str, public: Iterable[str], graded: Iterable[str], to_json: bool
) -> int:
    """Makes the release and prints a few lines of it; the exit code. LabError as `make_release`."""
    there = find_lessons()
    chosen = there if lessons.strip().lower() == "all" else choose(lessons, b"", there)
    choice = Choice(chosen, _keys(public, there), _keys(graded, there))
    made = make_release(out, choice)
    print(json.dumps(_data(made, choice), indent=2) if to_json else _words(made, choice))
    return 0


def _keys(wanted: Iterable[str], there: list[Lesson]) -> frozenset[str]:
    return frozenset(one.key for each in wanted for one in choose(each, b"", there))


def _words(made: Release, choice: Choice) -> str:
    public = choice.judged
    lines = [
        f"{made.folder}: {len(choice.lessons)} lessons, {made.files} files, {_size(made.size)}"
    ]
    for kind, many in made.searched.items():
        lines.append(f"  {many:5} lines of {kind} looked for in every file, none found")
    if public:
        lines.append(f"  public suites: {', '.join(public)}")
    else:
        lines.append("  no suite is public, so `lab check` judges nothing there (--public 1-4)")
    return "\n".join(lines)


def _data(made: Release, choice: Choice) -> dict:
    return {
        "folder": str(made.folder),
        "lessons": [one.key for one in choice.lessons],
        "public": sorted(choice.public),
        "graded": sorted(choice.graded),
        "files": made.files,
        "bytes": made.size,
        "searched": made.searched,
    }


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB"
