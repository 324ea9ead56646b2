"""An instructor's own export, filled in: every byte of it stays but the cells that are set.

Who is who is found by what the export itself says of them. What a column means is not known here.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lab.course.errors import LabError
from lab.grade.out.words import BOM
from lab.grade.result import Submission


@dataclass
class Filled:
    """The filled file, and what has to be said of it: ids that were not found in it, ids that could
    be several rows (or are several of one row), and other notes. Neither got a mark.
    """

    data: bytes
    filled: int = 0
    unmatched: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Sheet:
    """A CSV file as its raw cells. LabError when it has no header."""

    def __init__(self, data: bytes, name: str) -> None:
        try:
            text, self._encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, self._encoding = data.decode("latin-1"), "latin-1"
        self._bom = BOM if text.startswith(BOM) else ""
        text = text.removeprefix(BOM)
        first = re.split(r"[\r\n]", text, maxsplit=1)[0]
        self.delimiter = max(",;\t", key=first.count)
        self._raw = _split(text, self.delimiter)
        if not first.strip():
            raise LabError(f"{name}: no header in its first line: is it the gradebook's export?")
        self.header = [self.get(0, place).strip() for place in range(len(self._raw[0]) - 1)]

    def __len__(self) -> int:
        return len(self._raw)

    def get(self, row: int, column: int) -> str:
        """A cell's text; "" where the row has no such cell."""
        cells = self._raw[row][:-1]
        raw = cells[column] if column < len(cells) else ""
        return next(csv.reader([raw], delimiter="\0"), [""])[0] if '"' in raw else raw

    def set(self, row: int, column: int, text: str) -> bool:
        """Puts a number into a cell; False where the row has none."""
        cells = self._raw[row]
        if column >= len(cells) - 1:
            return False
        quoted = cells[column].startswith('"') or self.delimiter in text
        cells[column] = f'"{text}"' if quoted else text
        return True

    def bytes(self) -> bytes:
        rows = (self.delimiter.join(row[:-1]) + row[-1] for row in self._raw)
        return (self._bom + "".join(rows)).encode(self._encoding)


def match(
    sheet: Sheet,
    rows: Sequence[int],
    people: Sequence[Submission],
    columns: Mapping[int, Sequence[str]],
) -> tuple[dict[str, int], list[str], list[str]]:
    """(row of each submission id, ids not found, ids that are ambiguous).

    `columns` has, surest first, a column and the identifiers that may stand in it; the identifier
    `name` is the learner's name. The first column that knows a learner decides.
    """
    found: dict[str, int] = {}
    missing: list[str] = []
    doubtful: list[str] = []
    for one in people:
        places = _places(sheet, rows, one, columns)
        if len(places) == 1:
            found[one.id] = places[0]
        else:
            (doubtful if places else missing).append(one.id)
    several = [row for row in set(found.values()) if list(found.values()).count(row) > 1]
    doubtful += [one for one, row in found.items() if row in several]
    return {k: row for k, row in found.items() if row not in several}, missing, doubtful


def _places(
    sheet: Sheet, rows: Sequence[int], one: Submission, columns: Mapping[int, Sequence[str]]
) -> list[int]:
    known = {**one.identifiers, "name": one.learner}
    for column, names in columns.items():
        wanted = {_plain(known[name]) for name in names if known.get(name)}
        places = [row for row in rows if _plain(sheet.get(row, column)) in wanted - {""}]
        if places:
            return places
    return []


def _plain(text: str) -> str:
    """A name or an id without case, `Last, First` as `First Last`, `Participant 7` as `7`."""
    last, comma, first = text.partition(",")
    words = " ".join(f"{first} {last}".split() if comma else text.split()).casefold()
    return re.sub(r"^participant ?(?=\d+$)", "", words)


def _split(text: str, delimiter: str) -> list[list[str]]:
    """The raw cells of each row, and its line end as the last."""
    cell = re.compile(rf'(?:"(?:[^"]|"")*"?)?[^{delimiter}\r\n]*')
    rows: list[list[str]] = [[]]
    at = 0
    while at < len(text):
        found = cell.match(text, at)
        rows[-1].append(found[0] if found else "")
        at = found.end() if found else at
        end = "\r\n" if text.startswith("\r\n", at) else text[at : at + 1]
        at += len(end)
        if end != delimiter:
            rows[-1].append(end)
            rows.append([])
        elif at == len(text):
            rows[-1].append("")
    last = rows.pop()
    return [*rows, [*last, ""]] if last else rows
