"""A process that judges: it holds one runner, takes a job a line and gives a verdict a line.

Its own process so that several judge at once and one that dies takes nothing with it. Lines of
JSON come in at stdin; answers leave at what was stdout, which nothing else can write to any more.
When stdin ends, so does everything that was started here. It stores and prints nothing.
"""

import json
import math
import os
import queue
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lab.check.judge import judge
from lab.check.record import Record
from lab.check.runner import Limits, Runner
from lab.check.suite import Suite
from lab.grade.kit import Kit, sentences_of, toolkit_digest
from lab.grade.result import Verdict
from lab.grade.review import review
from lab.sandbox import Sandbox

HARNESS = "harness.py"
_SUITE = 12  # a whole suite has this many times what one of its tests has
_UNCHECKED = "its suite was stopped before the checks that must fail had run"


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
            except KeyboardInterrupt:
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
        self._until = math.inf
        self._runner = Runner(self._limits, abandoned=self._abandoned, sandbox=sandbox)
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
        self._runner.noticed.clear()
        records, stopped = self._judged(job, suite)
        seconds = time.monotonic() - began
        reasons = (
            self._review(job) if job["review"] else ("its source could not be looked through",)
        )
        faults = (one.message for one in records if one.status == "grader_error")
        late = [_UNCHECKED] if stopped else []
        reasons = tuple(dict.fromkeys([*reasons, *self._runner.noticed, *faults, *late]))
        verdict = Verdict(suite.key, records, reasons, self._tier, seconds)
        return {"verdict": verdict.as_dict(), "toolkit": toolkit_digest()}

    def _judged(self, job: dict, suite: Suite) -> tuple[tuple[Record, ...], bool]:
        """The records, and whether the suite as a whole had to be stopped."""
        heard: list[Record] = []
        self._until = time.monotonic() + _SUITE * self._limits.seconds
        try:
            harness = self._write(job)
            found = judge(harness, suite, None, heard.append, self._runner, canary=True)
            return tuple(found), False
        except KeyboardInterrupt:  # which pytest makes of Abandoned
            if not self._abandoned() or self.inbox.closed:
                raise
            return _cut(suite, heard, _SUITE * self._limits.seconds), True
        except Exception as exc:
            return (_fault(suite, exc),), False
        finally:
            self._until = math.inf

    def _abandoned(self) -> bool:
        return self.inbox.closed or time.monotonic() > self._until

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


def _cut(suite: Suite, heard: Sequence[Record], seconds: float) -> tuple[Record, ...]:
    """What was heard of a suite that was stopped, and a record for each of its other tests."""
    known = {one.test.partition("[")[0] for one in heard}
    words = f"the whole suite took more than {seconds:g} s and was stopped"
    found = list(heard)
    left = [pair for pair in sentences_of(suite.tests.read_bytes()) if pair[0] not in known]
    for place, (name, said) in enumerate(left):
        status = "not_reported" if place else "timeout"
        found.append(Record(suite.key, name, said, status, words))
    return tuple(found)


def _fault(suite: Suite, exc: Exception) -> Record:
    words = f"the grader has a fault of its own: {type(exc).__name__}: {exc}"
    return Record(suite.key, "", "the suite", "grader_error", words)
