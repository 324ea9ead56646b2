"""`lab hint` and `lab solution` in a terminal: what is shown of help, and what is asked first.

Hints and solutions themselves are the course's.
"""

import sys
from pathlib import Path

from lab.course.errors import LabError
from lab.course.hints import Hint, next_hint, seen_hints
from lab.course.lesson import Lesson
from lab.course.progress import Progress
from lab.course.solution import Solution, solution, take
from lab.doctor.blocks import Block, Heading, Prose
from lab.doctor.prompt import agreed, at_terminal
from lab.doctor.terminal import Screen

DONE, NOT_DONE = 0, 2


def show_hint(lesson: Lesson, progress: Progress, again: bool = False, plain: bool = False) -> int:
    """Shows a lesson's next hint, or again those that were shown; the exit code."""
    screen = Screen(sys.stdout, plain)
    shown = seen_hints(lesson, progress) if again else [next_hint(lesson, progress)]
    for hint in shown:
        screen.show(_drawn(hint))
    more = shown[-1].last - shown[-1].tier
    if more:
        screen.say(f"{more} more: lab hint {lesson.key}")
    else:
        screen.say(f"That was the last one. The solution: lab solution {lesson.key}")
    return DONE


def show_solution(
    folder: Path, key: str | None, name: str | None, yes: bool = False, plain: bool = False
) -> int:
    """Asks, then puts a solution into the learner's files and shows what changed; the exit code."""
    found, screen = solution(folder, key, name), Screen(sys.stdout, plain)
    what = ", ".join(found.names)
    if not found.changes:
        screen.say(f"nothing to change: {what or 'your file'} as you have it is the solution")
        return DONE
    passed = Progress(folder).lab_passed(found.lesson.key)
    if not yes and not _wanted(found, what, passed, screen):
        return NOT_DONE
    marked = take(folder, found)
    if screen.plain:
        screen.say(found.diff)
    else:
        screen.show([Prose(f"~~~~~~~~diff\n{found.diff}~~~~~~~~")])
    files = " and ".join(change.path.name for change in found.changes)
    screen.say(f"The solution of {what} is in {files} (the file as it was: .lab/kept).")
    if marked:
        screen.say(f"The map says from now on: lesson {found.lesson.key} was built with help.")
    return DONE


def _wanted(found: Solution, what: str, passed: bool, screen: Screen) -> bool:
    """Whether the solution is wanted. Asked before anything of it is shown."""
    key = found.lesson.key
    if not at_terminal():
        raise LabError(f"`lab solution {key}` asks before it shows anything: say --yes instead")
    screen.say(f"This puts the solution of {what} into your file, in the place of your own.")
    if not passed:
        screen.say(
            f"Lesson {key} has not passed yet: the map will say `built with help`, for good."
        )
    if agreed("Show it?"):
        return True
    screen.say("Nothing was changed.")
    return False


def _drawn(hint: Hint) -> list[Block]:
    title = f"Lesson {hint.lesson.key}, hint {hint.tier} of {hint.last}"
    return [Heading(title), Prose(hint.words)]
