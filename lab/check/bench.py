"""The judge's bench: the pytest plugin that gives tests their `play` and turns reports to records.

It runs in the trusted process and prints nothing. Which status a test gets is decided here.
"""

import re
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

import lab
from lab import plaindata
from lab.check.exchange import Abandoned
from lab.check.explain import Compared, explain
from lab.check.fixture import Play, SceneFailed, Stage, SuiteError
from lab.check.limits import Limits
from lab.check.player import Source
from lab.check.record import Record
from lab.check.suite import sentence_of

_PLACE = re.compile(r'^E? *File "([^"]+)", line (\d+)', re.M)


class Bench:
    """One run of one suite; `finish` gives its records."""

    _play: Play | None
    _compared: Compared | None
    _not_same: Compared | None
    _seconds: float

    def __init__(
        self,
        lesson: str,
        stage: Stage,
        scenes: Source,
        limits: Limits,
        on_record: Callable[[Record], None],
        order: Callable[[list[str]], list[str]] | None = None,
    ) -> None:
        self._lesson, self._stage, self._scenes = lesson, stage, scenes
        self._limits, self._on_record, self._order = limits, on_record, order
        self._tests: dict[str, tuple[str, str]] = {}
        self._records: dict[str, Record] = {}
        self._trouble = ""
        self._interrupted = False
        self._begin()

    @pytest.fixture
    def play(self) -> Play:
        """Plays a scene in a worker and gives what it saw."""
        self._play = Play(self._stage, self._scenes, self._limits.seconds)
        return self._play

    def finish(self, code: int) -> list[Record]:
        """The records, after pytest ended with this exit code."""
        if self._interrupted:
            raise KeyboardInterrupt
        if not self._tests or self._trouble:
            reason = self._trouble or f"no test was collected (pytest ended with {code})"
            if not self._tests:
                message = f"the suite cannot be run: {reason}"
                self._report("", Record(self._lesson, "", "the suite", "grader_error", message))
        for nodeid, (name, sentence) in self._tests.items():
            if nodeid not in self._records:
                status = "grader_error" if self._trouble else "not_reported"
                words = self._trouble or "the suite ended before this test"
                self._report(nodeid, Record(self._lesson, name, sentence, status, words))
        return list(self._records.values())

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            config.pluginmanager.unregister(reporter)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._order is not None:
            wanted = self._order([item.name for item in items])
            items.sort(key=lambda item: wanted.index(item.name))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            doc = getattr(getattr(item, "function", None), "__doc__", None)
            self._tests[item.nodeid] = (item.name, sentence_of(doc, item.name))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._trouble = _last_line(str(report.longrepr))

    def pytest_internalerror(self, excrepr: object) -> bool:
        self._trouble = _last_line(str(excrepr))
        return True

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo) -> None:
        # pytest.exit and a suite that cannot be collected come this way too, as other types.
        self._interrupted = excinfo.type in (KeyboardInterrupt, Abandoned)

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        # Asked about every comparison of an assertion; the last one is where it failed.
        self._compared = Compared(op, left, right)

    def pytest_runtest_logstart(self) -> None:
        self._begin()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        held, lab.same = lab.same, self._same  # type: ignore[assignment]
        try:
            return (yield)
        finally:
            lab.same = held

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._seconds += call.duration
        if report.outcome == "skipped":
            self._status, self._message = "skipped", _reason(call.excinfo)
        elif report.failed and call.excinfo is not None and call.when == "call":
            self._status, self._message = self._verdict(call.excinfo.value)
        elif report.failed and call.excinfo is not None:
            self._status, self._message = "grader_error", _error(call.excinfo.value)
        elif report.passed and call.when == "call":
            self._status = "pass"
        return report

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        name, sentence = self._tests[nodeid]
        printed = self._play.printed if self._play else ""
        found = Record(
            self._lesson, name, sentence, self._status, self._message, self._seconds, printed
        )
        self._report(nodeid, found)

    def _begin(self) -> None:
        self._play = self._compared = self._not_same = None
        self._status, self._message, self._seconds = "not_reported", "", 0.0

    def _verdict(self, exc: BaseException) -> tuple[str, str]:
        played = self._play.last if self._play else None
        exc = _telling(exc)
        if isinstance(exc, SceneFailed):
            return exc.status, str(exc)
        if isinstance(exc, SuiteError) or (played is None and not isinstance(exc, AssertionError)):
            return "grader_error", _error(exc)
        asked_same = "lab.same" in str(exc) and not self._compared
        return "fail", explain(exc, self._not_same if asked_same else self._compared, played)

    def _same(self, left: object, right: object) -> bool:
        """`lab.same` for the length of a test: what an assertion asked of it can then be shown."""
        same = plaindata.same(left, right)
        self._not_same = None if same else Compared("==", left, right)
        return same

    def _report(self, nodeid: str, record: Record) -> None:
        self._records[nodeid] = record
        self._on_record(record)


def _telling(exc: BaseException) -> BaseException:
    """Of several exceptions, as a property may raise them, the one that says most."""
    if not isinstance(exc, BaseExceptionGroup):
        return exc
    found = [_telling(one) for one in exc.exceptions]
    return next((one for one in found if not isinstance(one, SceneFailed)), found[0])


def _reason(excinfo: pytest.ExceptionInfo | None) -> str:
    return str(getattr(excinfo.value, "msg", "") or excinfo.value) if excinfo else ""


def _error(exc: BaseException) -> str:
    return f"the suite has a fault of its own: {type(exc).__name__}: {exc}"


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.strip().split("\n") if line.strip()]
    if not lines:
        return "pytest could not say why"
    said, places = lines[-1].removeprefix("E").strip(), _PLACE.findall(text)
    return f"{Path(places[-1][0]).name}, line {places[-1][1]}: {said}" if places else said
