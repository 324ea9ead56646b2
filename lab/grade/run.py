"""Grades a class: what is known is taken from the store, the rest is played and kept.

Killed at any moment, the same call goes on where it was. Marks and reports are not made here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

from lab.check.runner import Limits
from lab.grade.crew import News
from lab.grade.intake import Handed
from lab.grade.kit import Kit, digest_of, toolkit, toolkit_digest
from lab.grade.result import TIERS, ClassResult, Row, Submission, Verdict
from lab.grade.store import Kept, Key, Store, now
from lab.grade.task import Task, settled, timed_out


class Crew(Protocol):
    """Plays tasks somewhere, and gives each verdict as it is known and None when one is done."""

    def run(self, tasks: Sequence[Task]) -> Iterator[News]: ...


class Meter(Protocol):
    """Hears how far it is: `begin` with how many verdicts there are and how many are known, then
    each verdict with the learner's name.
    """

    def begin(self, total: int, known: int, words: str) -> None: ...

    def verdict(self, learner: str, verdict: Verdict) -> None: ...


@dataclass(frozen=True)
class Terms:
    """What verdicts are given under: the suites, the limits of a test, the tier of the sandbox."""

    kit: Kit
    limits: Limits
    tier: str
    judged_by: str = field(default="")

    def __post_init__(self) -> None:
        by = digest_of([toolkit_digest(), asdict(self.limits)])
        object.__setattr__(self, "judged_by", self.judged_by or by)

    def key(self, submission: str, lesson: str) -> Key:
        return Key(submission, self.kit[lesson].digest, self.judged_by)


def grade(
    handed: Sequence[Handed], terms: Terms, store: Store, crew: Crew, meter: Meter
) -> ClassResult:
    """Every submission with every suite, each content once."""
    store.replace(one.submission for one in handed)
    grading = _Grading(terms, store, meter, handed)
    grading.play(crew, grading.fresh(), "grading")
    tried = grading.doubtful()
    grading.play(crew, tried, "trying again what did not end in time")
    grading.settle(tried)
    return collect([one.submission for one in handed], terms, store)


def collect(submissions: Iterable[Submission], terms: Terms, store: Store) -> ClassResult:
    """The class as the store knows it; a suite that is not known yet is missing from its row."""
    rows = [Row(one, _known(one, terms, store)) for one in submissions]
    rows.sort(key=lambda row: (row.submission.learner.casefold(), row.submission.id))
    tiers = {verdict.tier for row in rows for verdict in row.verdicts.values()} or {terms.tier}
    suites = terms.kit.suites
    return ClassResult(
        tuple(rows),
        terms.kit.keys,
        {suite.key: suite.title for suite in suites},
        max(tiers, key=TIERS.index),
        toolkit(),
        now(),
        frozenset(suite.key for suite in suites if suite.hidden),
    )


def troubles(result: ClassResult) -> list[tuple[str, str, str]]:
    """(learner, lesson, why) of each suite that the grader itself could not judge."""
    found = []
    for row in result.rows:
        for key in result.lessons if row.submission.problem is None else ():
            verdict = row.verdicts.get(key)
            words = "was not judged" if verdict is None else _trouble(verdict)
            if words:
                found.append((row.submission.learner, key, words))
    return found


def _trouble(verdict: Verdict) -> str:
    return next((r.message for r in verdict.records if r.status == "grader_error"), "")


def _known(submission: Submission, terms: Terms, store: Store) -> Mapping[str, Verdict]:
    if submission.digest is None:
        return {}
    found = {}
    for key in terms.kit.keys:
        kept = store.look(terms.key(submission.digest, key))
        if kept is not None:
            found[key] = kept.verdict
    return found


class _Grading:
    """One call of `grade`: what is known of each content, kept up to date as verdicts come."""

    def __init__(self, terms: Terms, store: Store, meter: Meter, handed: Sequence[Handed]) -> None:
        self._terms, self._store, self._meter = terms, store, meter
        self._contents = {one.submission.digest: one for one in handed if one.submission.digest}

    def fresh(self) -> list[Task]:
        """What no good verdict is known of."""
        tasks = []
        for digest, handed in self._contents.items():
            known = self._kept(digest)
            stops = sum(timed_out(kept.verdict) for kept in known.values())
            missing = tuple(key for key in self._terms.kit.keys if key not in known)
            if missing:
                tasks.append(Task(digest, handed.texts, missing, stops))
        return tasks

    def doubtful(self) -> list[Task]:
        """What did not end in time, or was not played for it, and was not tried again."""
        tasks = []
        for digest, handed in self._contents.items():
            known = self._kept(digest)
            unsure = tuple(key for key, kept in known.items() if not kept.settled)
            task = Task(digest, handed.texts, unsure, again=True)
            if any(k.verdict.attempts > 1 and timed_out(k.verdict) for k in known.values()):
                self.settle([task])  # it was stopped again before the grading itself was
            elif unsure:
                tasks.append(task)
        return tasks

    def play(self, crew: Crew, tasks: Sequence[Task], words: str) -> None:
        if not tasks:
            return
        here = sum(len(task.lessons) for task in tasks)
        every = len(self._contents) * len(self._terms.kit.suites)
        again = tasks[0].again
        self._meter.begin(here if again else every, 0 if again else every - here, words)
        for task, verdict in crew.run(tasks):
            if verdict is not None:
                key = self._terms.key(task.digest, verdict.lesson)
                self._store.put(key, verdict, settled(verdict))
                self._meter.verdict(self._contents[task.digest].submission.learner, verdict)

    def settle(self, tasks: Iterable[Task]) -> None:
        """What was tried again and stopped again stands, with what was not played for it."""
        for task in tasks:
            for lesson in task.lessons:
                self._store.settle(self._terms.key(task.digest, lesson))

    def _kept(self, digest: str) -> dict[str, Kept]:
        found = {}
        for key in self._terms.kit.keys:
            kept = self._store.get(self._terms.key(digest, key), self._terms.tier)
            if kept is not None:
                found[key] = kept
        return found
