"""What a suite must pass and what it must not: the reference, starts, empty gaps, wrong solutions.

It must say the same of each however often and in whichever order it is run, judged or direct.
Mutants are measured in `survival`.
"""

from collections.abc import Iterator
from functools import partial

from lab.check.record import Record
from lab.check.wrong import Wrong, read_wrong
from lab.course.beside import start_beside
from lab.course.errors import LabError
from lab.course.markers import gaps
from lab.course.merge import start_file
from lab.gate.crew import Job, suite_of
from lab.gate.measure import CAUGHT, Ask, Gate, Measure, caught, shown
from lab.gate.stage import HARNESS, Files, Stage

_STOPPED = {"timeout", "memory", "crashed"}


class Soundness:
    """The jobs for one suite; what they find goes into a Measure."""

    def __init__(self, gate: Gate, measure: Measure) -> None:
        self._gate, self._measure = gate, measure
        self._lesson = measure.lesson
        self._suite = suite_of(self._lesson)
        self._stage = Stage(self._lesson, gate.lessons)
        # What was judged, by name, for the direct runs to agree with.
        self._judged: dict[str, tuple[Files, list[Record]]] = {}

    def asks(self) -> Iterator[Ask]:
        """Everything that does not wait for another's records."""
        yield Ask(Job(self._suite, self._stage.files), self._hear_reference)
        for key, files in self._stage.later():
            yield Ask(Job(self._suite, files), partial(self._hear_passing, key))
        yield from self._starts()
        yield from self._emptied()
        yield from self._wrong()
        yield from self._shuffled()

    def direct(self) -> Iterator[Ask]:
        """The reference and the wrong solutions in one process with the tests, as pytest does it.

        Those that had to be stopped are left out: nothing would stop them there.
        """
        for name, (files, judged) in self._judged.items():
            if _STOPPED.isdisjoint(record.status for record in judged):
                job = Job(self._suite, files, direct=True)
                yield Ask(job, partial(self._hear_direct, name))

    def _complain(self, words: str) -> None:
        self._measure.complaints.append(words)

    def _hear_passing(self, key: str, records: list[Record]) -> None:
        for record in records:
            if record.status != "pass":
                said = record.message.strip().split("\n")[0]
                words = f"{record.test or 'the suite'}: {record.status}: {said}"
                self._complain(f"the reference at the end of {key} does not pass: {words}")

    def _hear_reference(self, records: list[Record]) -> None:
        found = self._measure
        found.tests = len(records)
        found.seconds = sum(record.seconds for record in records)
        found.slowest = max(((r.test, r.seconds) for r in records), key=lambda pair: pair[1])
        self._judged["the reference"] = (self._stage.files, records)
        self._hear_passing(self._lesson.key, records)

    def _starts(self) -> Iterator[Ask]:
        if not any(definition.gaps for definition in self._stage.definitions()):
            return
        start = start_file(self._lesson.key, self._gate.lessons) or b""
        beside = {
            path.name: start_beside(path).decode()
            for path in self._lesson.beside
            if path.suffix == ".py"
        }
        files = {HARNESS: start.decode(), **beside}
        unwritten = [
            gap
            for name, text in files.items()
            for gap in gaps(text.encode(), name)
            if gap.empty and gap.key == self._lesson.key
        ]

        def hear(records: list[Record]) -> None:
            if not caught(records) and not unwritten:
                self._complain("what the lesson starts from passes its suite")

        yield Ask(Job(self._suite, files, first_only=True), hear)

    def _emptied(self) -> Iterator[Ask]:
        for definition in self._stage.definitions():
            for gap in definition.gaps:
                files = self._stage.replaced(definition, definition.emptied(gap))
                where = f"{shown(self._lesson, definition.origin)}, line {gap[0]}"
                words = f"{where}: with this gap of {definition.name} empty, the suite passes"
                job = Job(self._suite, files, first_only=True)
                yield Ask(job, partial(self._hear_emptied, words))

    def _hear_emptied(self, words: str, records: list[Record]) -> None:
        if not caught(records):
            self._complain(words)

    def _wrong(self) -> Iterator[Ask]:
        for path in self._lesson.wrong:
            self._measure.wrong += 1
            name = shown(self._lesson, path)
            try:
                wrong = read_wrong(path)
                files = self._stage.patched(wrong.source)
            except LabError as exc:
                self._complain(f"{name}: {str(exc).removeprefix(f'{path}, ')}")
                continue
            hear = partial(self._hear_wrong, name, wrong, files)
            if self._gate.options.agreement:
                yield Ask(Job(self._suite, files), hear)
            else:
                yield Ask(Job(self._suite, files, first_only=True, first=wrong.caught_by), hear)

    def _hear_wrong(self, name: str, wrong: Wrong, files: Files, records: list[Record]) -> None:
        self._judged[name] = (files, records)
        statuses = {record.test: record.status for record in records}
        if statuses.get(wrong.caught_by) in CAUGHT:
            self._measure.wrong_caught += 1
        elif wrong.caught_by not in statuses:
            self._complain(f"{name}: it names {wrong.caught_by}, and the suite has no such test")
        else:
            others = [test for test, status in statuses.items() if status in CAUGHT]
            instead = f"only {', '.join(others)} caught it" if others else "nothing else did either"
            status = statuses[wrong.caught_by]
            self._complain(f"{name}: {wrong.caught_by} did not catch it ({status}); {instead}")
        fault = next((record for record in records if record.status == "grader_error"), None)
        if fault:
            self._complain(f"{name}: {fault.test}: {fault.message.strip()}")

    def _shuffled(self) -> Iterator[Ask]:
        for run in range(self._gate.options.runs):
            seed = f"{self._gate.options.seed}-{run}"
            job = Job(self._suite, self._stage.files, shuffle=seed)
            yield Ask(job, partial(self._hear_shuffled, seed))

    def _hear_shuffled(self, seed: str, records: list[Record]) -> None:
        first = {record.test: record.status for record in self._judged["the reference"][1]}
        for record in sorted(records, key=lambda record: list(first).index(record.test)):
            if record.status == first[record.test] or record.test in self._measure.flaky:
                continue
            self._measure.flaky.append(record.test)
            words = f"{first[record.test]} in the suite's order, {record.status} in another"
            self._complain(f"{record.test} wavers: {words} (order {seed})")

    def _hear_direct(self, name: str, records: list[Record]) -> None:
        judged = {record.test: record.status for record in self._judged[name][1]}
        differing = [
            f"{record.test} ({judged.get(record.test)} judged, {record.status} direct)"
            for record in records
            if record.status != judged.get(record.test)
        ]
        if differing:
            self._complain(f"{name}: verdicts differ: {', '.join(differing)}")
