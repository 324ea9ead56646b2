"""One submission's part of the work: which of its suites are played, and when to stop.

The same rules here and on every other machine. Who asks whom, and where verdicts go, is not known
here.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from lab.check.record import Record
from lab.grade.kit import Kit
from lab.grade.pool import JudgeDied
from lab.grade.result import Verdict

STOPS = 2
_STOPPED = (
    "not played: {} suites before it had to be stopped, and a harness that hangs would hang here"
)
_SLOW = "needed a second try, on an idle core, to end in time"


@dataclass(frozen=True)
class Task:
    """The suites `lessons` for one submission's content; `files` are texts, each byte a character.

    `stops` suites of it have been stopped already. With `again` they are those that did not end in
    time or were not played: the first that has to be stopped again ends it, and stands.
    """

    digest: str
    files: Mapping[str, str]
    lessons: tuple[str, ...]
    stops: int = 0
    again: bool = False

    def dumped(self) -> str:
        return json.dumps(
            {
                "digest": self.digest,
                "files": dict(self.files),
                "lessons": list(self.lessons),
                "stops": self.stops,
                "again": self.again,
            }
        )

    @classmethod
    def loaded(cls, text: str) -> "Task":
        data = json.loads(text)
        return cls(**{**data, "lessons": tuple(data["lessons"])})


Ask = Callable[[dict], Verdict]


def play(task: Task, kit: Kit, tier: str, ask: Ask) -> Iterator[Verdict]:
    """The verdicts of a task, each as soon as it is known. With `again` there may be fewer."""
    stops = task.stops
    for key in task.lessons:
        if stops >= STOPS and not task.again:
            why = _STOPPED.format(stops)
            yield Verdict(key, kit[key].unplayed(why), (), tier, stopped=why)
            continue
        verdict = _asked(task, key, tier, ask)
        if task.again:
            slow = () if timed_out(verdict) or verdict.stopped else (_SLOW,)
            verdict = replace(verdict, attempts=2, review=(*verdict.review, *slow))
        yield verdict
        stops += timed_out(verdict)
        if task.again and timed_out(verdict):
            return


def timed_out(verdict: Verdict) -> bool:
    """Whether its suite had to be stopped."""
    return any(record.status == "timeout" for record in verdict.records)


def settled(verdict: Verdict) -> bool:
    """Whether a second try could not tell more."""
    return verdict.attempts > 1 or not (timed_out(verdict) or verdict.stopped)


def _asked(task: Task, key: str, tier: str, ask: Ask) -> Verdict:
    """One suite's verdict; a judge that dies is asked once more, without a look at the source."""
    job = {"digest": task.digest, "files": dict(task.files), "lesson": key, "review": True}
    try:
        return ask(job)
    except JudgeDied:
        pass
    try:
        return ask({**job, "review": False})
    except JudgeDied as died:
        record = Record(key, "", "the suite", "grader_error", str(died))
        return Verdict(key, (record,), (), tier)
