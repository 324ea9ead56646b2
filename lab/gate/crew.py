"""Judges many files at once: a pool of processes that each hold one Runner.

What is judged here is the course's own, and it runs in a Runner's workers all the same: mutants
loop for ever as well as anybody's code. Plain data crosses. What records mean is not known here.
"""

import atexit
import concurrent.futures
import contextlib
import multiprocessing
import os
import random
import shutil
import signal
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from lab.check.judge import judge, judge_here
from lab.check.record import Record
from lab.check.runner import Limits, Runner
from lab.check.suite import Suite, read_source
from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.gate.stage import HARNESS, Files


@dataclass(frozen=True)
class Job:
    """One harness to judge with one suite.

    `first_only` stops at the first sentence that does not pass; `first` is the test to begin with;
    `shuffle` is the seed of a random order; `direct` plays in the judging process, without limits.
    """

    suite: Suite
    files: Files
    limits: Limits = field(default_factory=Limits)
    first_only: bool = False
    first: str = ""
    shuffle: str | None = None
    direct: bool = False


def suite_of(lesson: Lesson) -> Suite:
    """A lesson's suite as what a job holds."""
    return Suite(lesson.key, lesson.tests, lesson.scenes, lesson.path)


class Crew:
    """The pool, as a context manager; `jobs` processes, by default one a core."""

    def __init__(self, jobs: int | None = None) -> None:
        self._pool = concurrent.futures.ProcessPoolExecutor(
            jobs or os.cpu_count() or 1, multiprocessing.get_context("spawn"), _begin
        )

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, kind: type | None, *exc: object) -> None:
        # Only Python 3.14 has a public way to end what still runs.
        processes = list((self._pool._processes or {}).values()) if kind else []
        self._pool.shutdown(wait=kind is None, cancel_futures=True)
        for process in processes:
            process.terminate()

    def run(
        self, jobs: Iterable[Job], on_done: Callable[[], None] = lambda: None
    ) -> list[list[Record]]:
        """The records of each job, in the jobs' order; LabError when a file cannot be read."""
        with _held(signal.SIGINT):  # the processes start in here, deaf to it until `_begin`
            futures = [self._pool.submit(_judge, job) for job in jobs]
        try:
            for future in concurrent.futures.as_completed(futures):
                future.result()
                on_done()
        except BrokenProcessPool:
            raise LabError("a process that judges was killed: is memory short?") from None
        return [future.result() for future in futures]


class _Bench:
    """What one process of the pool keeps from job to job."""

    def __init__(self) -> None:
        self.runner = Runner()
        self.folder = Path(tempfile.mkdtemp(prefix="lab-gate-"))
        # How often each test was the first that did not pass: those go first, to be quick.
        self.telling: Counter[tuple[Path, str]] = Counter()
        self.properties_are_quick = False

    def close(self) -> None:
        self.runner.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, files: Files) -> Path:
        """The files in a folder of their own; the path of harness.py there."""
        for path in self.folder.iterdir():
            if path.is_file() and path.name not in files:
                path.unlink()
        for name, text in files.items():
            (self.folder / name).write_bytes(text.encode())
        return self.folder / HARNESS

    def order(self, job: Job) -> Callable[[list[str]], list[str]] | None:
        if job.shuffle is not None:
            return lambda names: random.Random(job.shuffle).sample(names, len(names))
        if job.first:
            return lambda names: sorted(names, key=lambda name: name != job.first)
        if job.first_only:
            key = job.suite.path
            return lambda names: sorted(names, key=lambda name: -self.telling[key, name])
        return None

    def learn(self, job: Job, records: Sequence[Record]) -> None:
        first = next((r for r in records if r.status not in ("pass", "not_reported")), None)
        if job.first_only and first is not None:
            self.telling[job.suite.path, first.test] += 1

    def hurry_properties(self, suite: Suite) -> None:
        """No search for the smallest example that fails: only verdicts are wanted here."""
        if self.properties_are_quick or b"hypothesis" not in read_source(suite.tests).text:
            return
        with contextlib.suppress(ImportError):
            from hypothesis import Phase, settings

            settings.register_profile("verdicts", phases=(Phase.explicit, Phase.generate))
            settings.load_profile("verdicts")
            self.properties_are_quick = True


_bench: _Bench | None = None


@contextlib.contextmanager
def _held(number: signal.Signals) -> Iterator[None]:
    """A signal that comes meanwhile comes afterwards, where there is a way to have it wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Makes a process of the pool ready: Ctrl-C is its parent's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    # Such as about the coroutine that a wrong solution never awaits, in a direct run.
    warnings.simplefilter("ignore")


def _end(*_: object) -> None:
    """Ends this process at once and what it started with it; pytest would catch a SystemExit."""
    if _bench is not None:
        _bench.close()
    os._exit(1)


def _judge(job: Job) -> list[Record]:
    global _bench
    if _bench is None:
        with _held(signal.SIGTERM):  # or what is half made would be left behind
            _bench = _Bench()
        atexit.register(_bench.close)
    harness = _bench.write(job.files)
    _bench.hurry_properties(job.suite)
    if job.direct:
        return judge_here(harness, job.suite)
    _bench.runner.limits = job.limits
    order = _bench.order(job)
    records = judge(
        harness, job.suite, runner=_bench.runner, order=order, first_only=job.first_only
    )
    _bench.learn(job, records)
    return records
