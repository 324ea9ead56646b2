"""Marks from verdicts and a policy: pure arithmetic, done anew whenever they are put out."""

import math
from collections.abc import Sequence
from datetime import datetime

from lab.grade.policy import LessonPolicy, Override, Policy
from lab.grade.result import (
    ClassResult,
    LearnerMarks,
    LessonMark,
    Marks,
    Row,
    Submission,
    Verdict,
)

_DAY = 86400.0


def make_marks(result: ClassResult, policy: Policy) -> tuple[Marks, list[str]]:
    """Everybody's marks, and a line for whatever of the policy names nobody, or too many."""
    possible = {key: policy.of(key).points for key in result.lessons}
    people = [row.submission for row in result.rows]
    words: list[str] = []
    extended = {name: _who(name, people, words) for name in policy.extensions}
    given = [(one, _who(one.learner, people, words)) for one in policy.overrides]
    told = {_who(name, people, words): when for name, when in policy.submitted.items()}
    learners = {}
    for row in result.rows:
        own = row.submission.id
        due = [policy.extensions[name] for name, found in extended.items() if found == own]
        mine = {one.lesson: one for one, found in given if found == own}
        when = told.get(own) or _time(row.submission.submitted)
        marks = {}
        for key in result.lessons:
            terms = policy.of(key)
            until = next((times[key] for times in due if key in times), terms.due)
            mark = _mark(row, key, terms, policy, until, when)
            marks[key] = _overridden(mark, mine.get(key))
        learners[own] = _sum(marks, sum(possible.values()))
    return Marks(learners, possible, policy.title), words


def earned(verdict: Verdict, terms: LessonPolicy) -> float | None:
    """The points that a verdict alone comes to; None when it is the grader's own error."""
    if verdict.broken:
        return None
    if terms.credit == "suite":
        return terms.points if verdict.passed else 0.0
    passed = sum(record.status == "pass" for record in verdict.records)
    return terms.points * passed / len(verdict.records)


def _mark(
    row: Row,
    key: str,
    terms: LessonPolicy,
    policy: Policy,
    due: datetime | None,
    when: datetime | None,
) -> LessonMark:
    if row.submission.problem is not None:
        return LessonMark(0.0, terms.points, 0.0, note=row.submission.problem)
    verdict = row.verdicts.get(key)
    raw = earned(verdict, terms) if verdict else None
    if raw is None:
        return LessonMark(None, terms.points, note="not graded: the grader failed")
    if due is None or when is None:
        return LessonMark(_round(raw), terms.points, _round(raw))
    late = (when - due).total_seconds() - policy.late.grace_minutes * 60
    days = max(math.ceil(late / _DAY), 0)
    closed = policy.late.closed_after_days
    if closed is not None and late > closed * _DAY:
        note = f"{days} days late: closed"
        return LessonMark(0.0, terms.points, _round(raw), _round(raw), days, note=note)
    percent = min(days * policy.late.percent_per_day, policy.late.most_percent)
    penalty = min(terms.points * percent / 100, raw)
    note = f"{days} {'day' if days == 1 else 'days'} late: {percent:g} % off" if days else ""
    return LessonMark(
        _round(raw - penalty), terms.points, _round(raw), _round(penalty), days, note=note
    )


def _overridden(mark: LessonMark, given: Override | None) -> LessonMark:
    if given is None:
        return mark
    return LessonMark(
        given.points, mark.possible, mark.raw, 0.0, mark.days_late, True, given.reason
    )


def _sum(marks: dict[str, LessonMark], possible: float) -> LearnerMarks:
    points = [mark.earned for mark in marks.values()]
    known = [one for one in points if one is not None]
    total = _round(sum(known)) if len(known) == len(points) else None
    return LearnerMarks(marks, total, possible)


def _who(name: str, people: Sequence[Submission], words: list[str]) -> str | None:
    """The id of the one whom a name means: an id, one of the identifiers, or the name itself."""
    wanted = name.strip().casefold()
    found = [one.id for one in people if wanted == one.id.casefold()]
    found = found or [one.id for one in people if wanted in _names(one)]
    if len(found) == 1:
        return found[0]
    line = f"course.toml speaks of {name!r}, who "
    line += "has handed in nothing here" if not found else f"could be {' or '.join(found)}"
    if line not in words:
        words.append(line)
    return None


def _names(one: Submission) -> set[str]:
    return {value.casefold() for value in (*one.identifiers.values(), one.learner)}


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else None


def _round(points: float) -> float:
    return round(points, 4)
