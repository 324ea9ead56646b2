"""The class as JSON, for other programs. `SCHEMA` says what stands in it; nothing is graded here.

The form has a version: a reader that knows version 1 may meet new fields, never changed ones.
"""

import json
from dataclasses import asdict

from lab.grade.out.words import told
from lab.grade.result import ClassResult, LearnerMarks, Marks, Row, Verdict

VERSION = 1
_TEXT, _NUMBER, _MAYBE = {"type": "string"}, {"type": "number"}, {"type": ["number", "null"]}
_RECORD = {
    "type": "object",
    "required": ["lesson", "test", "sentence", "status", "message", "seconds", "printed"],
}
_VERDICT = {
    "type": "object",
    "required": ["lesson", "passed", "tier", "review", "records"],
    "properties": {"passed": {"type": "boolean"}, "records": {"type": "array", "items": _RECORD}},
}
_LEARNER = {
    "type": "object",
    "required": ["submission", "verdicts", "marks"],
    "properties": {
        "verdicts": {"type": "object", "additionalProperties": _VERDICT},
        "marks": {"type": ["object", "null"], "properties": {"total": _MAYBE}},
    },
}
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "a class as it was graded",
    "type": "object",
    "required": ["version", "graded_at", "toolkit", "tier", "lessons", "possible", "learners"],
    "properties": {
        "version": {"const": VERSION},
        "graded_at": _TEXT,
        "toolkit": _TEXT,
        "tier": {"enum": ["A", "B", "C"]},
        "lessons": {"type": "array", "items": {"type": "object", "required": ["key", "title"]}},
        "possible": {"type": "object", "additionalProperties": _NUMBER},
        "learners": {"type": "array", "items": _LEARNER},
    },
}


def grades_json(result: ClassResult, marks: Marks) -> str:
    """The class as the text of a JSON file."""
    lessons = [
        {"key": key, "title": result.titles.get(key, key), "hidden": key in result.hidden}
        for key in result.lessons
    ]
    data = {
        "version": VERSION,
        "title": marks.title,
        "graded_at": result.graded_at,
        "toolkit": result.toolkit,
        "tier": result.tier,
        "lessons": lessons,
        "possible": dict(marks.possible),
        "learners": [_learner(row, marks, result) for row in result.rows],
    }
    return json.dumps(data, separators=(",", ":"), allow_nan=False) + "\n"


def _learner(row: Row, marks: Marks, result: ClassResult) -> dict:
    verdicts = {key: _verdict(one, key in result.hidden) for key, one in row.verdicts.items()}
    mark = marks.learners.get(row.submission.id)
    return {
        "submission": row.submission.as_dict(),
        "verdicts": verdicts,
        "marks": _marks(mark) if mark else None,
    }


def _verdict(verdict: Verdict, hidden: bool) -> dict:
    records = [told(record, hidden).as_dict() for record in verdict.records]
    return {**verdict.as_dict(), "passed": verdict.passed, "records": records}


def _marks(mark: LearnerMarks) -> dict:
    lessons = {key: asdict(one) for key, one in mark.lessons.items()}
    return {"lessons": lessons, "total": mark.total, "possible": mark.possible}
