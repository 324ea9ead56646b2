"""`lab map`, and `lab` alone: the map drawn, where somebody is on it, and what to do next.

What a row counts and what comes next is `course.map`; here it is fetched and drawn.
"""

import json
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from lab.course.errors import LabError
from lab.course.folder import place
from lab.course.lesson import Lesson, find_lessons
from lab.course.map import Place, Revisit, Row, next_step, revisit, standing
from lab.course.map import row as row_of
from lab.course.progress import Progress, own_folder
from lab.doctor.blocks import WIDTH
from lab.doctor.desk import asked
from lab.doctor.scenario import Scenario, case
from lab.doctor.terminal import Screen

_NARROW, _TABLE = 24, 64  # columns that a row's words need, and that a table does
_STYLES = {"open": "", "mastered": "green", "built with help": "magenta", "built": "yellow"}


@dataclass(frozen=True)
class Chart:
    """The map of one course folder: its rows, where the learner is, what next, what again."""

    rows: tuple[Row, ...]
    place: Place
    next: str
    again: tuple[Revisit, ...]


def chart() -> Chart:
    """The map of the course folder here; LabError when there is none."""
    progress = Progress(own_folder())
    answers, passed, helped = progress.answers(), progress.labs_passed(), progress.labs_helped()
    rows = []
    for one in find_lessons():
        both = asked(one)
        page = [question.id for question, scenario in both if not scenario]
        runs = [question.id for question, scenario in both if scenario]
        rows.append(row_of(one, page, runs, answers, passed, helped))
    here = _place(progress)
    again = revisit(rows, answers, helped)
    return Chart(tuple(rows), here, next_step(rows, here), tuple(again))


def show_map(plain: bool = False, to_json: bool = False) -> int:
    """Shows the map; the exit code."""
    found = chart()
    if to_json:
        print(json.dumps(_data(found), indent=2))
        return 0
    screen = Screen(sys.stdout, plain)
    if screen.plain or _columns() < _TABLE:
        for line in _lines(found, _columns()):
            screen.say(line)
    else:
        screen.draw(_table(found))
    screen.say("")
    for words in _again(found.again):
        _fill(screen, words)
    _fill(screen, f"Next: {found.next}.")
    return 0


def show_place() -> int:
    """Shows where somebody is and what to do next, in a few lines; the exit code."""
    found, screen = chart(), Screen(sys.stdout, plain=True)
    here = next((row for row in found.rows if row.lesson == found.place.lesson), None)
    if here is None:
        screen.say("No lesson's gaps stand in harness.py.")
    else:
        kind, key, title = here.lesson.kind, here.lesson.key, here.lesson.title
        _fill(screen, f"You are in {kind} {key}, {title}: {_standing(here, found.place)}.")
    _fill(screen, f"Next: {found.next}.")
    screen.say("`lab map` shows the whole way, `lab --help` every command.")
    return 0


def following() -> str:
    """What to do next here, as the map says it."""
    return chart().next


def passing(checkpoints: Sequence[Lesson]) -> list[str]:
    """A line for each checkpoint that is gone past while something of it is left to answer."""
    by_key = {row.lesson.key: row for row in (chart().rows if checkpoints else ())}
    left = [(one, len(by_key[one.key].left)) for one in checkpoints]
    return [
        f"checkpoint {one.key}, {one.title}, comes before it and can be done at any time "
        f"({many} left to answer): `lab doctor {one.key}`"
        for one, many in left
        if many
    ]


def _place(progress: Progress) -> Place:
    """As in the folder; a folder without a harness.py has a map all the same."""
    try:
        return place(progress.folder)
    except LabError as exc:
        return Place(None, trouble=str(exc))


def _standing(row: Row, place: Place) -> str:
    if place.trouble:
        return "your file cannot be read as it is"
    if left := standing(place.empty, () if row.passed else place.untouched):
        return left
    if not row.has_lab:
        return "it has no suite" if row.asked else "there is nothing to do in it"
    if not row.passed:
        return "its gaps are filled, its lab has not passed yet"
    left = f", {len(row.left)} questions left" if len(row.left) > 1 else ""
    return f"its lab has passed{left or (', one question left' if row.left else '')}"


def _columns() -> int:
    """How wide the terminal is; what is no terminal is as wide as a page."""
    return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)


def _lines(found: Chart, columns: int) -> list[str]:
    """The rows as plain text, one below the other; a row's own words wrap under themselves.

    In few columns they stand below the row.
    """
    keys = max(len(row.lesson.key) for row in found.rows)
    states = max(len(row.state) for row in found.rows)
    lines = []
    for row in found.rows:
        mark = ">" if row.lesson == found.place.lesson else " "
        head = f"{mark} {row.lesson.key:{keys}}  {row.state:{states}}  {_count(row):>5}  "
        indent = " " * len(head)
        if columns < len(head) + _NARROW:
            lines.append(f"{mark} {row.lesson.key:{keys}}  {row.state}  {_count(row)}".rstrip())
            head = indent = " " * (keys + 4)
        lines += textwrap.wrap(_words(row), columns, initial_indent=head, subsequent_indent=indent)
    return lines


def _table(found: Chart) -> object:
    from rich.table import Table
    from rich.text import Text

    table = Table(padding=(0, 1), show_lines=False)
    table.add_column("lesson")
    table.add_column("your harness can", ratio=1)
    table.add_column("answers", justify="right", no_wrap=True)
    table.add_column("state", min_width=15)
    for row in found.rows:
        here = row.lesson == found.place.lesson
        style = _STYLES[row.state.partition(" (")[0]]
        table.add_row(
            Text(f"> {row.lesson.key}" if here else f"  {row.lesson.key}"),
            Text(_words(row), style="bold" if here else ""),
            Text(_count(row)),
            Text(row.state, style=style),
        )
    return table


def _words(row: Row) -> str:
    return row.lesson.capability or row.lesson.title


def _count(row: Row) -> str:
    many = len(row.asked)
    return f"{many - len(row.left)}/{many}" if many else "-"


def _again(again: Sequence[Revisit]) -> list[str]:
    titles = {one.key: f"{one.kind} {one.key}, {one.title}" for one in find_lessons()}
    return [
        f"Revisit: {titles.get(one.id) or _run(one.id)} ({one.why}): "
        f"`lab {'read' if one.id in titles else 'doctor'} {one.id}` shows it again."
        for one in again
    ]


def _run(id: str) -> str:
    one: Scenario = case(id)
    many = "lesson" if len(one.lessons) == 1 else "lessons"
    return f"run {id}, {one.title}, from {many} {', '.join(one.lessons)}"


def _fill(screen: Screen, words: str) -> None:
    for line in textwrap.wrap(words, _columns(), subsequent_indent="  ", break_on_hyphens=False):
        screen.say(line)


def _data(found: Chart) -> dict:
    return {
        "here": found.place.lesson.key if found.place.lesson else None,
        "rows": [_row_data(row) for row in found.rows],
        "next": found.next,
        "revisit": [{"id": one.id, "why": one.why} for one in found.again],
    }


def _row_data(row: Row) -> dict:
    return {
        "key": row.lesson.key,
        "title": row.lesson.title,
        "capability": row.lesson.capability,
        "state": row.state,
        "answered": len(row.asked) - len(row.left),
        "questions": len(row.asked),
        "left": list(row.left),
        "lab": ("passed" if row.passed else "open") if row.has_lab else None,
        "helped": row.helped,
    }
