"""Texts as they may stand in a file that others open: harmless names, plain numbers, told records.

A learner chooses their name and what their harness prints. Nothing is laid out here.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lab.check.record import Record

BOM = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_PLAYED = re.compile(r"^played: ", re.M)
_OF_THE_SUITE = ("fail", "skipped", "review")


def clean(text: str) -> str:
    """The text without control characters, lone surrogates and marks that turn the line round."""
    return _CONTROL.sub("\ufffd", _BIDI.sub("", text))


def cell(text: str) -> str:
    """A name or a comment as a spreadsheet's cell that is never taken for a formula."""
    text = " ".join(clean(text).split())
    return "'" + text if text.startswith(_FORMULA) else text


def number(value: float | None, comma: bool = False) -> str:
    """Points in their shortest form, "" for what is not known."""
    text = "" if value is None else f"{round(value, 4) + 0.0:.12g}"
    return text.replace(".", ",") if comma else text


def csv_text(rows: Iterable[Sequence[str]], bom: bool = False) -> str:
    """Rows as CSV; with `bom` the mark that has a spreadsheet read it as UTF-8."""
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return (BOM if bom else "") + file.getvalue()


def told(record: Record, hidden: bool) -> Record:
    """The record as others may read it.

    Of a hidden suite that is the sentence, what became of it, and what the harness itself did: what
    was expected, and the suite's own words, are left out.
    """
    record = replace(record, message=clean(record.message), printed=clean(record.printed))
    if not hidden:
        return record
    if record.status == "grader_error":
        return replace(record, message="the suite itself could not judge")
    if record.status not in _OF_THE_SUITE:
        return record
    # The last one is the toolkit's own: nothing that a harness said comes after it unindented.
    places = [found.start() for found in _PLAYED.finditer(record.message)]
    return replace(record, message=record.message[places[-1] :] if places else "")
