"""How far a grading is, on a terminal as a bar with the time left, elsewhere as plain lines."""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import Any

from lab.grade.result import Verdict
from lab.grade.run import Meter

_EVERY = 10.0


@contextlib.contextmanager
def meter() -> Iterator[Meter]:
    """A meter on stderr, so that what is printed at the end can be read by programs."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Left

    columns: tuple[Any, ...] = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    columns += (TextColumn("{task.fields[failing]} failing"), TextColumn("left"), Left())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield _Bar(progress)


class Lines:
    """A line at the start, every ten seconds, and when all is done."""

    def __init__(self) -> None:
        self._told = 0.0

    def begin(self, total: int, known: int, words: str) -> None:
        self._total, self._done, self._failing = total, known, 0
        self._began, self._fresh = time.monotonic(), 0
        kept = f", {known} known already" if known else ""
        self._print(f"{words}: {total} suites to judge{kept}")

    def verdict(self, learner: str, verdict: Verdict) -> None:
        self._done, self._fresh = self._done + 1, self._fresh + 1
        self._failing += not verdict.passed
        now = time.monotonic()
        if now - self._told > _EVERY or self._done == self._total:
            left = (now - self._began) / self._fresh * (self._total - self._done)
            self._print(
                f"{self._done} of {self._total} done, {self._failing} failing, {left:.0f} s left"
            )

    def _print(self, line: str) -> None:
        self._told = time.monotonic()
        print(line, file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, progress: Any) -> None:
        self._progress, self._failing = progress, 0

    def begin(self, total: int, known: int, words: str) -> None:
        self._failing = 0
        self._task = self._progress.add_task(words, total=total, completed=known, failing=0)

    def verdict(self, learner: str, verdict: Verdict) -> None:
        self._failing += not verdict.passed
        self._progress.update(self._task, advance=1, failing=self._failing)
