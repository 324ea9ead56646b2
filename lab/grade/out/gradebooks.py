"""Canvas and Moodle: the marks in the instructor's own export, in our columns only.

A learner whose mark nobody knows keeps the cell that is there. Nobody is guessed at.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from lab.course.errors import LabError
from lab.grade.out.sheet import Filled, Sheet, match
from lab.grade.out.words import number
from lab.grade.result import ClassResult, LearnerMarks, Marks

_ASSIGNMENT = re.compile(r"^(.*?)\s*\((\d+)\)$")
_CANVAS = {
    "ID": ("canvas_user_id",),
    "SIS User ID": ("sis_user_id",),
    "SIS Login ID": ("login", "email"),
    "Student": ("name",),
}
_MOODLE = {
    "Identifier": ("moodle_participant",),
    "ID number": ("id_number",),
    "Email address": ("email",),
    "Full name": ("name",),
}


def fill_canvas(data: bytes, result: ClassResult, marks: Marks, name: str = "export") -> Filled:
    """A Canvas gradebook export with our columns filled.

    A column is ours by its assignment's name: the course's title has the total, a lesson's key or
    title, or both, its points. LabError when there is none.
    """
    sheet = Sheet(data, name)
    ours = dict(_ours(sheet, result, marks))
    if not ours or "Student" not in sheet.header:
        wanted = f"an assignment called {marks.title!r}, or as a lesson is"
        raise LabError(f"{name}: no column Student and {wanted}: make it in Canvas, export again")
    students = range(_first_student(sheet), len(sheet))
    filled = _fill(sheet, list(students), ours, _CANVAS, result, marks)
    for row in range(1, _first_student(sheet)):
        if sheet.get(row, 0).strip() == "Points Possible":
            filled.notes += _possible(sheet, row, ours, marks)
    return filled


def fill_moodle(data: bytes, result: ClassResult, marks: Marks, name: str = "worksheet") -> Filled:
    """A Moodle grading worksheet with its Grade filled: the total, as that locale writes it."""
    sheet = Sheet(data, name)
    if "Grade" not in sheet.header or not set(_MOODLE) & set(sheet.header):
        raise LabError(f"{name}: no columns Identifier and Grade: is it the grading worksheet?")
    locked = sheet.header.index("Grade can be changed") if _has_lock(sheet) else None
    rows = list(range(1, len(sheet)))
    free = [row for row in rows if locked is None or sheet.get(row, locked).lower() != "no"]
    filled = _fill(sheet, rows, {sheet.header.index("Grade"): ""}, _MOODLE, result, marks, free)
    if len(free) < len(rows):
        filled.notes.append(f"{len(rows) - len(free)} rows say that their grade cannot be changed")
    return filled


def _fill(
    sheet: Sheet,
    rows: list[int],
    ours: dict[int, str],
    columns: Mapping[str, Sequence[str]],
    result: ClassResult,
    marks: Marks,
    free: list[int] | None = None,
) -> Filled:
    places = {sheet.header.index(one): ids for one, ids in columns.items() if one in sheet.header}
    people = [row.submission for row in result.rows]
    found, missing, doubtful = match(sheet, rows, people, places)
    comma = _has_comma(sheet)
    filled = Filled(b"", 0, missing, doubtful)
    for one, row in found.items():
        mark = marks.learners.get(one)
        if mark is None or (free is not None and row not in free):
            continue
        points = {column: number(_points(mark, key), comma) for column, key in ours.items()}
        done = [sheet.set(row, column, text) for column, text in points.items() if text]
        filled.filled += any(done)
    filled.data = sheet.bytes()
    return filled


def _ours(sheet: Sheet, result: ClassResult, marks: Marks) -> Iterator[tuple[int, str]]:
    names = {marks.title.casefold(): ""} if marks.title else {}
    for key in result.lessons:
        title = result.titles.get(key, key)
        names |= {one.casefold(): key for one in (key, title, f"{key} {title}")}
    for column, header in enumerate(sheet.header):
        found = _ASSIGNMENT.match(header)  # without its id it is a column of Canvas itself
        if found and found[1].casefold() in names:
            yield column, names[found[1].casefold()]


def _points(mark: LearnerMarks, key: str) -> float | None:
    if not key:
        return mark.total
    return mark.lessons[key].earned if key in mark.lessons else None


def _first_student(sheet: Sheet) -> int:
    """The row after `Points Possible`, which other rows of Canvas's own may precede."""
    for row in range(1, min(4, len(sheet))):
        if sheet.get(row, 0).strip() == "Points Possible":
            return row + 1
    return 1


def _possible(sheet: Sheet, row: int, ours: dict[int, str], marks: Marks) -> list[str]:
    notes = []
    for column, key in ours.items():
        ask, have = sheet.get(row, column).strip(), number(marks.possible.get(key, marks.total))
        if ask and ask.replace(",", ".").rstrip("0").rstrip(".") != have:
            notes.append(f"{sheet.header[column]} is out of {ask} there, and {have} here")
    return notes


def _has_comma(sheet: Sheet) -> bool:
    names = [name for name in ("Maximum Grade", "Grade") if name in sheet.header]
    cells = (
        sheet.get(row, sheet.header.index(name)) for name in names for row in range(1, len(sheet))
    )
    return any(re.fullmatch(r"-?\d+,\d+", one.strip()) for one in cells)


def _has_lock(sheet: Sheet) -> bool:
    return "Grade can be changed" in sheet.header
