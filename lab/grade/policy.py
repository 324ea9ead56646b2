"""What an instructor decides, read from `course.toml`: which lessons, how many points, until when.

A policy makes marks of verdicts when they are put out; it never changes one. What it asks of a
class is worked out in `marks`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from lab.course.config import Config

CREDITS = ("sentence", "suite")
EXAMPLE = """\
# What counts, how much, and until when. Everything may be left out.
title = "Agents from scratch"
lessons = ["1-4", "6"]          # as for `lab check`; the command line's --lessons goes before
hidden_suites = "suites"        # a folder beside this file: suites/04/tests.py
scenarios = "scenarios"         # a folder of your own runs to diagnose, beside this file
timezone = "Europe/Berlin"      # of every time below that names none
credit = "sentence"             # "sentence": a point's part for each; "suite": all of it or none
points = 10                     # of a lesson that says nothing else

[lesson.04]
points = 20
credit = "suite"
due = 2026-10-15T23:59:00

[late]
grace_minutes = 15              # not late yet
percent_per_day = 10            # of the lesson's points, for each day begun
most_percent = 50
closed_after_days = 7           # later than this is worth nothing

[submitted]                     # when the export does not know
ada = 2026-10-14T20:15:00

[extension.ada]                 # an id, an e-mail address, a login or a name
04 = 2026-10-20T23:59:00

[[override]]                    # stays, whatever is graded again
learner = "ada"
lesson = "04"
points = 18
reason = "shown in the lab"
"""


@dataclass(frozen=True)
class LessonPolicy:
    """A lesson's points, how they are earned, and when it is due."""

    points: float = 1.0
    credit: str = "sentence"
    due: datetime | None = None


@dataclass(frozen=True)
class Late:
    """What lateness costs: percent of a lesson's points a day begun; None where there is no end."""

    grace_minutes: float = 0.0
    percent_per_day: float = 0.0
    most_percent: float = 100.0
    closed_after_days: float | None = None


@dataclass(frozen=True)
class Override:
    """Points that a human gave, and why."""

    learner: str
    lesson: str
    points: float
    reason: str


@dataclass(frozen=True)
class Policy:
    """All of it; `lessons` and `hidden_suites` are None where the file says nothing."""

    title: str = ""
    lessons: tuple[str, ...] | None = None
    hidden_suites: Path | None = None
    default: LessonPolicy = LessonPolicy()
    by_lesson: Mapping[str, LessonPolicy] = field(default_factory=dict)
    late: Late = Late()
    submitted: Mapping[str, datetime] = field(default_factory=dict)
    extensions: Mapping[str, Mapping[str, datetime]] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()

    def of(self, lesson: str) -> LessonPolicy:
        return self.by_lesson.get(lesson, self.default)


def read_policy(path: Path) -> Policy:
    """The policy of a file; LabError, with the line, for what it cannot mean."""
    return _Reader(path).policy()


class _Reader(Config):
    """One file's data as a policy; what is refused is refused with its line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._zone: tzinfo | None = None

    def policy(self) -> Policy:
        data = self.data
        self._zone = self._timezone(data.get("timezone"))
        default = self._lesson(data, LessonPolicy(), ())
        folder = self.text(data, "hidden_suites", ())
        return Policy(
            self.text(data, "title", ()),
            self._lessons(data),
            (self.path.parent / folder) if folder else None,
            default,
            {_key(k): self._own(k, v, default) for k, v in self._table(data, "lesson").items()},
            self._late(self._table(data, "late")),
            self._times(self._table(data, "submitted"), ("submitted",)),
            self._extensions(self._table(data, "extension")),
            self._overrides(data.get("override", [])),
        )

    def _own(self, key: str, value: object, default: LessonPolicy) -> LessonPolicy:
        place = ("lesson", key)
        if not isinstance(value, dict):
            raise self.refuse("lesson", place[:1], "is a table: [lesson.04]")
        self.known(value, ("points", "credit", "due"), place)
        return self._lesson(value, default, place)

    def _lesson(self, data: dict, default: LessonPolicy, place: tuple) -> LessonPolicy:
        credit = self.text(data, "credit", place) or default.credit
        if credit not in CREDITS:
            raise self.refuse("credit", place, f"is one of {', '.join(CREDITS)}, not {credit!r}")
        points = self._number(data, "points", place, default.points)
        due = self._time(data["due"], "due", place) if place and "due" in data else default.due
        return replace(default, points=points, credit=credit, due=due)

    def _late(self, data: dict) -> Late:
        names = ("grace_minutes", "percent_per_day", "most_percent", "closed_after_days")
        self.known(data, names, ("late",))
        found = {name: self._number(data, name, ("late",), 0.0) for name in data}
        for name in ("percent_per_day", "most_percent"):
            if found.get(name, 0.0) > 100:
                raise self.refuse(name, ("late",), "is percent: 0 to 100")
        return Late(**found)

    def _overrides(self, rows: object) -> tuple[Override, ...]:
        found = []
        if not isinstance(rows, list):
            raise self.refuse("override", (), "is a list of tables: [[override]]")
        for place, row in enumerate(rows, start=1):
            where = ("[[override]]", place)
            self.known(row, ("learner", "lesson", "points", "reason"), where)
            for name in ("learner", "lesson", "points", "reason"):
                if name not in row:
                    raise self.refuse("", where, f"says no {name}")
            points = self._number(row, "points", where, 0.0)
            said = [self.text(row, name, where) for name in ("learner", "lesson", "reason")]
            found.append(Override(said[0], _key(said[1]), points, said[2]))
        return tuple(found)

    def _extensions(self, data: dict) -> dict[str, Mapping[str, datetime]]:
        found: dict[str, Mapping[str, datetime]] = {}
        for learner, times in data.items():
            place = ("extension", learner)
            if not isinstance(times, dict):
                raise self.refuse(learner, ("extension",), f"is a table: [extension.{learner}]")
            found[learner] = {_key(k): t for k, t in self._times(times, place).items()}
        return found

    def _times(self, data: dict, place: tuple) -> dict[str, datetime]:
        return {name: self._time(value, name, place) for name, value in data.items()}

    def _time(self, value: object, name: str, place: tuple) -> datetime:
        if isinstance(value, date) and not isinstance(value, datetime):
            value = datetime.combine(value, time(23, 59, 59))
        if not isinstance(value, datetime):
            raise self.refuse(name, place, "is a time: 2026-10-15T23:59:00, without quotes")
        if value.tzinfo is None and self._zone is None:
            reason = 'names no time zone: say timezone = "Europe/Berlin" at the top'
            raise self.refuse(name, place, reason)
        return value if value.tzinfo else value.replace(tzinfo=self._zone)

    def _timezone(self, value: object) -> tzinfo | None:
        if value is None:
            return None
        try:
            return ZoneInfo(str(value))
        except (OSError, ValueError, LookupError):
            raise self.refuse("timezone", (), f"is none that is known here: {value!r}") from None

    def _lessons(self, data: dict) -> tuple[str, ...] | None:
        value = data.get("lessons")
        if value is None:
            return None
        rows = value if isinstance(value, list) else [value]
        if not rows or not all(isinstance(row, str | int) for row in rows):
            raise self.refuse("lessons", (), 'is a list: ["1-4", "A"]')
        return tuple(str(row) for row in rows)

    def _table(self, data: dict, name: str) -> dict:
        value = data.get(name, {})
        if not isinstance(value, dict):
            raise self.refuse(name, (), f"is a table: [{name}]")
        return value

    def _number(self, data: dict, name: str, place: tuple, default: float) -> float:
        value = data.get(name, default)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value < 1e6:
            raise self.refuse(name, place, "is a number that is not below zero")
        return float(value)


def _key(lesson: str) -> str:
    """A lesson's key as the course has it: "4" is "04", "a" is "A"."""
    text = lesson.strip()
    return text.zfill(2) if text.isdecimal() else text.upper() if len(text) == 1 else text
