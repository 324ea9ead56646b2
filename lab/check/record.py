"""The record: what happened to one sentence of one suite on one file.

Every report (terminal, JSON, later CSV and HTML) is a pure function of records. Nothing here runs
a test or prints one.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

STATUSES = (
    "pass",
    "fail",
    "error",
    "skipped",
    "timeout",
    "memory",
    "crashed",
    "syntax",
    "not_reported",
    "review",
    "grader_error",
)


@dataclass(frozen=True)
class Record:
    """One sentence and what became of it.

    `test` is the test's name in the suite, `sentence` its docstring, `message` what to tell the
    learner (empty for a pass), `seconds` the time it took, `printed` what the harness printed
    meanwhile (the first 64 KiB). A status that is none of STATUSES raises ValueError.
    """

    lesson: str
    test: str
    sentence: str
    status: str
    message: str = ""
    seconds: float = 0.0
    printed: str = ""

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"no such status: {self.status!r}")

    def as_dict(self) -> dict:
        """The record as plain data, ready for JSON."""
        return {**asdict(self), "seconds": round(self.seconds, 3)}


def counts(records: Iterable[Record]) -> dict[str, int]:
    """How many records have each status, in the order of STATUSES, without the zeros."""
    found = [record.status for record in records]
    return {status: found.count(status) for status in STATUSES if status in found}


def passed(records: Iterable[Record]) -> bool:
    """Whether every sentence passed. No records at all is no pass."""
    found = list(records)
    return bool(found) and all(record.status == "pass" for record in found)
