"""Plays scenes in workers: starts them, and a fresh one after each that had to be stopped.

`Runner` starts workers, and `Session` is one suite on one file. No test is known here.
"""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace

from lab.check.exchange import Abandoned, Worker
from lab.check.limits import Limits
from lab.check.outcome import BROKEN, STOPPED, Outcome
from lab.check.player import Source
from lab.check.starter import start_workers
from lab.sandbox.plan import Sandbox


class Runner:
    """Starts workers, and ends them all when it is closed. Use it as a context manager.

    `abandoned` is asked again and again, while a scene plays too: once it says True, playing is
    Abandoned. With a `sandbox` every worker stands behind its walls before it is sent a byte of a
    learner's: what cannot be confined is not run, and opening a worker is SandboxFailed.

    `noticed` collects what a harness did to the line it answers on, in words for a human. It is the
    caller's to empty.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        fork: bool | None = None,
        abandoned: Callable[[], bool] = lambda: False,
        sandbox: Sandbox | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.abandoned = abandoned
        self.sandbox = sandbox
        self.noticed: list[str] = []
        self._folder = tempfile.mkdtemp(prefix="lab-")
        try:
            self._starter = start_workers(fork, sandbox, self._folder)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def __enter__(self) -> "Runner":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends every worker. Harmless twice."""
        self._starter.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, harness: Source, scenes: Source, beside: Sequence[Source] = ()) -> "Worker":
        """A fresh worker that has loaded these; look at its `failed` before it plays."""
        settings = {
            "folder": self._folder,
            "memory": self.limits.memory,
            "seconds": self.limits.seconds,
            "processor": self.limits.processor,
        }
        process = self._starter.start(settings)
        worker = Worker(self._starter, process, self.limits, self.abandoned)
        if self.sandbox:
            worker.await_confined()
        worker.load(harness, scenes, beside)
        return worker

    def session(self, harness: Source, scenes: Source, beside: Sequence[Source] = ()) -> "Session":
        """One suite's scenes on one harness."""
        return Session(self, harness, scenes, beside)


class Session:
    """One suite's scenes on one harness, in one worker as long as it lives.

    A scene that crashed its worker, was stopped, or left something running costs the next one
    nothing: it gets a fresh worker. After `limits.stops` stopped workers the rest is not played.
    """

    def __init__(
        self, runner: Runner, harness: Source, scenes: Source, beside: Sequence[Source]
    ) -> None:
        self._runner, self._sources = runner, (harness, scenes, beside)
        self._worker: Worker | None = None
        self._stops = 0
        self.failed: Outcome | None = None

    def play(
        self, scene: str, args: dict, setup: str | None = None, seconds: float | None = None
    ) -> Outcome:
        """What came of one scene; within `seconds`, the limit of a whole test unless given."""
        if self._runner.abandoned():
            raise Abandoned
        seconds = self._runner.limits.seconds if seconds is None else seconds
        outcome = self._play(scene, args, setup, seconds)
        if outcome.line == BROKEN:
            self._runner.noticed.append("it wrote on the line that answers come on")
        if outcome.status == "stale":  # an earlier scene's doing, so this one is played again
            outcome = self._play(scene, args, setup, seconds)
        return replace(outcome, status="crashed") if outcome.status == "stale" else outcome

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _play(self, scene: str, args: dict, setup: str | None, seconds: float) -> Outcome:
        worker = self._open()
        if self.failed:
            return self.failed
        if worker is None:
            return Outcome(
                "not_reported", f"not played: {self._stops} tests before it had to be stopped"
            )
        outcome = worker.play(scene, args, setup, seconds)
        if outcome.status in STOPPED:
            self._stops += 1
        if outcome.status not in ("pass", "error"):
            self.close()
        return outcome

    def _open(self) -> Worker | None:
        if self._worker is not None and not self._worker.fresh:
            if not self._worker.stopped:
                self._runner.noticed.append("it sent an answer that nobody had asked for")
            self.close()
        if self._worker is None and not self.failed and self._stops < self._runner.limits.stops:
            self._worker = self._runner.open(*self._sources)
            self.failed = self._worker.failed
        return self._worker
