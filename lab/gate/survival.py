"""Mutants of what a lesson announces: each must be caught by a sentence, or be marked equivalent.

A mutant that the lesson's own suite lets live is shown to the suites of earlier lessons that
announce the same definition: a learner's file has to pass those too.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from lab.check.record import Record
from lab.check.runner import Limits
from lab.course.lesson import Lesson
from lab.course.merge import read_part
from lab.course.reference import path_to
from lab.gate.crew import Job, suite_of
from lab.gate.marks import Mark
from lab.gate.measure import Ask, Gate, Measure, Survivor, caught, shown
from lab.gate.mutants import Mutant, mutants
from lab.gate.stage import Definition, Files, Stage

_SECONDS = 3.0
_MEMORY = 512 << 20


@dataclass
class _Case:
    """One mutant in its definition, its mark if it has one, and what became of it."""

    definition: Definition
    mutant: Mutant
    text: str
    mark: Mark | None
    killed_by: str = ""
    earlier: bool = field(default=False)

    @property
    def name(self) -> tuple[str, str, str]:
        return self.definition.name, self.text, self.mutant.change


class Survival:
    """The mutants for one suite; what they find goes into a Measure."""

    def __init__(self, gate: Gate, measure: Measure) -> None:
        self._gate, self._measure = gate, measure
        self._lesson = measure.lesson
        self._stage = Stage(self._lesson, gate.lessons)
        self._marks = [mark for mark in gate.marks if self._lesson.key in mark.lessons]
        # Ten times what the slowest test takes, so that a busy machine is no mutant's death.
        seconds = max(_SECONDS, 10 * measure.slowest[1])
        self._limits = Limits(seconds=seconds, memory=_MEMORY, stops=1)

    def measure(self) -> None:
        """Makes them, has them judged, and counts."""
        cases = list(self._cases())
        self._complain_of_stale([case.name for case in cases])
        cases = self._sampled(cases)
        self._gate.ask(self._lesson, (self._ask(case, self._lesson) for case in cases))
        alive = [case for case in cases if not case.killed_by and not case.mark]
        asks = (self._ask(case, one) for case in alive for one in self._earlier(case.definition))
        self._gate.ask(self._lesson, asks)
        self._count(cases)

    def _cases(self) -> Iterator[_Case]:
        for definition in self._stage.definitions():
            text_of = self._stage.files[definition.file].split("\n")
            for mutant in mutants(definition.item.node, definition.method, text_of):
                text = text_of[mutant.line - 1].strip()
                names = (definition.name, text, mutant.change)
                mark = next((mark for mark in self._marks if mark.means(*names)), None)
                yield _Case(definition, mutant, text, mark)

    def _sampled(self, cases: list[_Case]) -> list[_Case]:
        wanted = self._gate.options.sample
        if wanted is None or wanted >= len(cases):
            return cases
        chance = random.Random(f"{self._gate.options.seed} {self._lesson.key}")
        return [cases[place] for place in sorted(chance.sample(range(len(cases)), wanted))]

    def _ask(self, case: _Case, judge: Lesson) -> Ask:
        files: Files = self._stage.replaced(case.definition, case.mutant.lines)
        job = Job(suite_of(judge), files, self._limits, first_only=True)
        return Ask(job, lambda records: self._hear(case, judge, records))

    def _hear(self, case: _Case, judge: Lesson, records: list[Record]) -> None:
        for record in records:
            if record.status == "grader_error":
                self._measure.complaints.append(f"{self._where(case)}: {record.message.strip()}")
        if caught(records) and not case.killed_by:
            case.killed_by = next(record.test for record in records if caught([record]))
            case.earlier = judge is not self._lesson

    def _earlier(self, definition: Definition) -> list[Lesson]:
        before = path_to(self._gate.lessons, self._lesson.key)[:-1]
        return [
            one
            for one in reversed(before)
            if one.tests.is_file() and definition.name in read_part(one).announces
        ]

    def _count(self, cases: list[_Case]) -> None:
        found = self._measure
        for case in cases:
            if case.mark and not case.killed_by:
                found.marked += 1
                continue
            found.mutants += 1
            if case.mark:
                words = f"marked as equivalent, and {case.killed_by} catches it"
                found.complaints.append(f"{self._where(case)}: {words}")
            if case.killed_by:
                found.killed += not case.earlier
                found.earlier += case.earlier
            else:
                found.survivors.append(self._survivor(case))
                found.complaints.append(f"{self._where(case)}: survived")

    def _survivor(self, case: _Case) -> Survivor:
        line = case.definition.number(case.mutant.line)
        return Survivor(
            shown(self._lesson, case.definition.origin),
            line,
            case.definition.name,
            case.mutant.change,
            case.text,
            case.definition.is_given(line),
        )

    def _where(self, case: _Case) -> str:
        one = self._survivor(case)
        given = " (given)" if one.given else ""
        return f"{one.path}, line {one.line}: {one.definition}: {one.change}{given} in `{one.text}`"

    def _complain_of_stale(self, names: list[tuple[str, str, str]]) -> None:
        for mark in self._marks:
            if not any(mark.means(*name) for name in names):
                words = f"{mark.definition}: {mark.change} in `{mark.line}`"
                self._measure.complaints.append(f"a mark means no mutant any more: {words}")
