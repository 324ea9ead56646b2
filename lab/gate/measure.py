"""What was found out about one suite, as data, and how a suite is measured from end to end.

The measures are in `soundness` (what must pass and what must fail) and `survival` (mutants); what
is printed of them is `report`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lab.check.record import Record
from lab.course.lesson import Lesson
from lab.gate.crew import Crew, Job
from lab.gate.marks import Mark

# A sentence that caught something; one that was not run, or broke down itself, caught nothing.
CAUGHT = ("fail", "error", "timeout", "memory", "crashed", "syntax")


@dataclass(frozen=True)
class Options:
    """How much is measured: `sample` mutants a lesson (None: all), `runs` in random order.

    Without `agreement` nothing is played direct, and of a suite on a wrong solution no more is run
    than it takes to see whether the sentence that it names catches it.
    """

    mutants: bool = True
    agreement: bool = True
    sample: int | None = None
    seed: int = 0
    runs: int = 10


@dataclass(frozen=True)
class Survivor:
    """A mutant that no suite caught: where it is in the lesson's own file, and what was changed."""

    path: str
    line: int
    definition: str
    change: str
    text: str
    given: bool


@dataclass
class Measure:
    """All that was found out about one lesson's suite. It is good when there is no complaint.

    `killed` of `mutants` fell to this suite and `earlier` to an earlier lesson's that announces the
    same definition; `marked` are equivalent, and not among the others. `seconds` is the time of the
    reference's run, `slowest` its slowest test with its seconds.
    """

    lesson: Lesson
    tests: int = 0
    wrong: int = 0
    wrong_caught: int = 0
    mutants: int = 0
    killed: int = 0
    earlier: int = 0
    marked: int = 0
    survivors: list[Survivor] = field(default_factory=list)
    flaky: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: tuple[str, float] = ("", 0.0)
    complaints: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.complaints


@dataclass(frozen=True)
class Ask:
    """A job, and what is to be done with its records."""

    job: Job
    hear: Callable[[list[Record]], None]


class Meter(Protocol):
    """Hears how far it is: `more` work has come up, or one job is `done`."""

    def more(self, lesson: Lesson, jobs: int) -> None: ...

    def done(self) -> None: ...


class Silent:
    """A meter that shows nothing."""

    def more(self, lesson: Lesson, jobs: int) -> None:
        pass

    def done(self) -> None:
        pass


class Gate:
    """Measures the suites of a course, one after the other, on a crew."""

    def __init__(
        self,
        crew: Crew,
        lessons: Sequence[Lesson],
        marks: Sequence[Mark] = (),
        options: Options | None = None,
        meter: Meter | None = None,
    ) -> None:
        self.crew, self.lessons, self.marks = crew, lessons, marks
        self.options = options or Options()
        self._meter = meter or Silent()

    def measure(self, lesson: Lesson) -> Measure:
        """Everything about the lesson's suite. LabError when its files cannot be read."""
        from lab.gate.soundness import Soundness
        from lab.gate.survival import Survival

        found = Measure(lesson)
        soundness = Soundness(self, found)
        self.ask(lesson, soundness.asks())
        if self.options.agreement:
            self.ask(lesson, soundness.direct())
        if self.options.mutants:
            Survival(self, found).measure()
        return found

    def ask(self, lesson: Lesson, asks: Iterable[Ask]) -> None:
        """Has all jobs done; the records are heard in the order of the asks."""
        asks = list(asks)
        self._meter.more(lesson, len(asks))
        answers = self.crew.run([ask.job for ask in asks], self._meter.done)
        for ask, records in zip(asks, answers, strict=True):
            ask.hear(records)


def caught(records: Sequence[Record]) -> bool:
    """Whether any sentence caught what was judged."""
    return any(record.status in CAUGHT for record in records)


def shown(lesson: Lesson, path: Path) -> str:
    """A lesson's file as it is named in a report, from the folder above all lessons."""
    return path.relative_to(lesson.path.parent.parent).as_posix()
