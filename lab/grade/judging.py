"""A process that judges: it holds one runner, takes a job a line and gives a verdict a line.

Its own process so that several judge at once and one that dies takes nothing with it. Lines of
JSON come in at stdin; answers leave at what was stdout, which nothing else can write to any more.
When stdin ends, so does everything that was started here. It stores and prints nothing.
"""

import json
import os
import queue
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lab.check.judge import judge
from lab.check.record import Record
from lab.check.runner import Abandoned, Limits, Runner
from lab.check.suite import Suite
from lab.grade.kit import Kit, toolkit_digest
from lab.grade.result import Verdict
from lab.grade.review import review
from lab.sandbox import Sandbox

HARNESS = "harness.py"


def main() -> None:
    """Serves until stdin ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    inbox = _Inbox(sys.stdin)
    setup = inbox.next()
    if setup is None:
        return
    with _Room(setup, inbox) as room:
        for job in inbox:
            try:
                answer = room.answer(job)
            except Abandoned:
                return
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


class _Inbox:
    """The lines of a file as JSON, read ahead so that its end is known while a suite runs."""

    def __init__(self, file: IO[str]) -> None:
        self.closed = False
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(file,), daemon=True).start()

    def next(self) -> dict | None:
        """The next line; None at the end."""
        line = self._lines.get()
        return None if line is None else json.loads(line)

    def __iter__(self) -> Iterator[dict]:
        while (found := self.next()) is not None:
            yield found

    def _read(self, file: IO[str]) -> None:
        for line in file:
            self._lines.put(line)
        self.closed = True
        self._lines.put(None)


@dataclass
class _Room:
    """What is kept from job to job: the runner, the suites as files, the last review."""

    setup: dict
    inbox: _Inbox

    def __enter__(self) -> "_Room":
        self._home = Path(tempfile.mkdtemp(prefix="lab-grade-"))
        os.chdir(self._home)  # where a property's search may leave its notes
        self._limits = Limits(**self.setup["limits"])
        self._tier = self.setup["sandbox"]["tier"]
        sandbox = Sandbox.from_dict(self.setup["sandbox"])
        self._runner = Runner(self._limits, abandoned=lambda: self.inbox.closed, sandbox=sandbox)
        kit = Kit.loaded(self.setup["kit"])
        self._suites = {one.key: one.unpack(self._home / "suites") for one in kit.suites}
        self._reviewed: tuple[str, tuple[str, ...]] = ("", ())
        return self

    def __exit__(self, *exc: object) -> None:
        self._runner.close()
        shutil.rmtree(self._home, ignore_errors=True)

    def answer(self, job: dict) -> dict:
        """The verdict on {"digest", "files", "lesson", "review"}, and the toolkit that gave it."""
        suite = self._suites[job["lesson"]]
        began = time.monotonic()
        try:
            harness = self._write(job)
            records = tuple(judge(harness, suite, runner=self._runner, canary=True))
        except Abandoned:
            raise
        except Exception as exc:
            records = (_fault(suite, exc),)
        reasons = (
            self._review(job) if job["review"] else ("its source could not be looked through",)
        )
        verdict = Verdict(suite.key, records, reasons, self._tier, time.monotonic() - began)
        return {"verdict": verdict.as_dict(), "toolkit": toolkit_digest()}

    def _write(self, job: dict) -> Path:
        folder = self._home / "submission"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in job["files"].items():
            (folder / name).write_bytes(text.encode("latin-1"))
        return folder / HARNESS

    def _review(self, job: dict) -> tuple[str, ...]:
        if self._reviewed[0] != job["digest"]:
            sources = {name: text.encode("latin-1") for name, text in job["files"].items()}
            self._reviewed = (job["digest"], tuple(review(sources)))
        return self._reviewed[1]


def _fault(suite: Suite, exc: Exception) -> Record:
    words = f"the grader has a fault of its own: {type(exc).__name__}: {exc}"
    return Record(suite.key, "", "the suite", "grader_error", words)
