"""What grading a class comes to, as plain values: the submissions, their verdicts, their marks.

Everything that is written out is a pure function of these. Nothing is judged, stored or printed
here.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from lab.check.record import Record, passed

TIERS = ("A", "B", "C")


@dataclass(frozen=True)
class Submission:
    """One learner's hand-in.

    `id` is a safe and stable slug, `learner` the name to show, `identifiers` what the export knew
    the learner by (canvas_user_id, canvas_submission_id, moodle_participant, email, login, github,
    gradescope_id, gradescope_sid, ...), `source` where it came from, relative to what was handed
    over. `digest` is of the files that were taken, None when it cannot be read: `problem` then says
    why. `submitted` is ISO 8601 with a time zone, None when nobody knows. `notes` say what was
    decided on the way, such as which of two files was taken.
    """

    id: str
    learner: str
    identifiers: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    digest: str | None = None
    problem: str | None = None
    submitted: str | None = None
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict:
        """The submission as plain data, ready for JSON."""
        return {**asdict(self), "identifiers": dict(self.identifiers), "notes": list(self.notes)}

    @classmethod
    def from_dict(cls, data: Mapping) -> "Submission":
        """The reverse of `as_dict`."""
        return cls(**{**data, "notes": tuple(data["notes"])})


@dataclass(frozen=True)
class Verdict:
    """One lesson's suite on one submission.

    `review` are reasons for a human to look, which cost nobody a point; `tier` is the sandbox it
    ran in; `seconds` is wall time; `attempts` is 2 after a timeout was tried again; `stopped` says
    why the suite was not played at all, "" when it was.
    """

    lesson: str
    records: tuple[Record, ...]
    review: tuple[str, ...] = ()
    tier: str = "C"
    seconds: float = 0.0
    attempts: int = 1
    stopped: str = ""

    @property
    def passed(self) -> bool:
        return passed(self.records)

    @property
    def broken(self) -> bool:
        """Whether the grader itself failed: such a verdict says nothing of the learner."""
        return not self.records or any(one.status == "grader_error" for one in self.records)

    @property
    def sandboxed(self) -> bool:
        return self.tier in ("A", "B")

    def as_dict(self) -> dict:
        """The verdict as plain data, ready for JSON."""
        records = [record.as_dict() for record in self.records]
        return {**asdict(self), "records": records, "review": list(self.review)}

    @classmethod
    def from_dict(cls, data: Mapping) -> "Verdict":
        """The reverse of `as_dict`; TypeError or ValueError when it is none."""
        records = tuple(Record(**one) for one in data["records"])
        return cls(**{**data, "records": records, "review": tuple(data["review"])})


@dataclass(frozen=True)
class Row:
    """A submission and its verdicts by lesson; one that cannot be read has none."""

    submission: Submission
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)

    @property
    def review(self) -> list[str]:
        """Every reason for a human to look, each once."""
        found = [reason for verdict in self.verdicts.values() for reason in verdict.review]
        return list(dict.fromkeys(found))


@dataclass(frozen=True)
class ClassResult:
    """A class as it was graded: `rows` in the learners' order, `lessons` the keys in course order.

    `titles` has a title a lesson; `hidden` are the lessons whose suite nobody may see; `tier` is
    the weakest that any of it ran in; `toolkit` the version and content of what judged.
    """

    rows: tuple[Row, ...]
    lessons: tuple[str, ...]
    titles: Mapping[str, str]
    tier: str
    toolkit: str
    graded_at: str
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class LessonMark:
    """A lesson's points: `earned` of `possible`, after lateness and a manual override.

    `raw` is what the verdict alone comes to, `penalty` what lateness takes off it (points),
    `override` whether a human set it, `note` why it is not the raw mark. `earned` is None where
    nothing can be said: the grader failed, and no human has spoken.
    """

    earned: float | None
    possible: float
    raw: float | None = None
    penalty: float = 0.0
    days_late: int = 0
    override: bool = False
    note: str = ""


@dataclass(frozen=True)
class LearnerMarks:
    """A learner's points by lesson. `total` is None while a lesson's points are not known."""

    lessons: Mapping[str, LessonMark]
    total: float | None
    possible: float


@dataclass(frozen=True)
class Marks:
    """The marks of a class by submission id; `possible` has the points of each lesson."""

    learners: Mapping[str, LearnerMarks]
    possible: Mapping[str, float]
    title: str = ""

    @property
    def total(self) -> float:
        """The points that a learner can have in all."""
        return sum(self.possible.values())
