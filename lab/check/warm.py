"""Holds the warm process that judges for `lab watch`: starts it, asks it, hears it, ends it.

The checks are judged over there. What they say reaches the caller as dicts, those of an older check
left out, and a process that ended or does not let go of a check is replaced.
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from lab.check.suite import ROOT
from lab.course.lesson import Lesson

_PATIENCE = 3.0
_LETS_GO = 2.0
_CODE = (
    "import sys; sys.argv[1] in sys.path or sys.path.insert(0, sys.argv[1]); "
    "from lab.check.warmed import main; main(float(sys.argv[2]))"
)


class WarmJudge:
    """A process that has everything loaded; close it, or use it as a context manager.

    `seconds` is the time limit of a test. After `lifetime` checks a fresh process takes over, since
    property tests keep what they were made of.
    """

    def __init__(self, seconds: float = 10.0, lifetime: int = 100) -> None:
        self._seconds, self._lifetime = seconds, lifetime
        self._heard: queue.SimpleQueue[tuple[int, dict | None]] = queue.SimpleQueue()
        # Its current folder and its temporary files: the learner's own folder may be replaced.
        self._folder = tempfile.TemporaryDirectory(prefix="lab-watch-", ignore_cleanup_errors=True)
        self._number = self._busy = self._generation = 0
        self._asked = 0.0
        self._request: dict | None = None
        self._start()

    def __enter__(self) -> "WarmJudge":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process that judges now."""
        return self._process.pid

    def check(self, harness: Path, lessons: Sequence[Lesson], columns: int = 80) -> None:
        """Begins a check, in place of the one that is running; a failure is told in `columns`."""
        told = [{**vars(one), "path": str(one.path)} for one in lessons]
        self._ask({"harness": str(harness), "lessons": told, "columns": columns})

    def abandon(self) -> None:
        """Ends the check that is running, if one is; nothing more is heard of it."""
        self._ask({})

    def hear(self, timeout: float) -> list[dict]:
        """What was said of the newest check; waits so many seconds for the first word of it.

        {"lesson", "has_suite", "unwritten"}, {"record"}, {"result"}, {"done"}, {"cannot"}: as
        `warmed` says them. {"ended": why} when the process went in the middle of a check.
        """
        words = []
        with contextlib.suppress(queue.Empty):
            words += self._sorted(*self._heard.get(timeout=timeout))
            while True:
                words += self._sorted(*self._heard.get_nowait())
        held = self._busy not in (0, self._number)
        if held and time.monotonic() - self._asked > _LETS_GO:
            self._replace()
        return words

    def close(self) -> None:
        """Ends the process and what it started. Harmless twice."""
        self._end(_PATIENCE)
        self._folder.cleanup()

    def _ask(self, request: dict) -> None:
        self._number += 1
        self._asked = time.monotonic()
        self._request = {"check": self._number, **request}
        if self._process.poll() is not None or not self._tell():
            self._replace()

    def _tell(self) -> bool:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(self._request).encode("ascii") + b"\n")
            self._process.stdin.flush()
        except OSError:
            return False
        return True

    def _sorted(self, generation: int, said: dict | None) -> list[dict]:
        """One thing said, as a list; nothing when it is of no use to the caller any more."""
        if generation != self._generation:
            return []
        if said is None:
            waiting = self._request is not None and "harness" in self._request
            self._busy, self._request = 0, None
            return [{"ended": self._reason()}] if waiting else []
        number = said.pop("check")
        over = "done" in said or "cannot" in said
        self._busy = 0 if over else number
        if number != self._number or "began" in said:
            return []
        if over:
            self._request = None
            self._age += 1
            if self._age >= self._lifetime:
                self._replace()
        return [said]

    def _start(self) -> None:
        self._generation += 1
        self._age = self._busy = 0
        self._errors = tempfile.TemporaryFile(dir=self._folder.name)  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-X", "utf8", "-c", _CODE, str(ROOT), str(self._seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=self._folder.name,
            start_new_session=True,  # Ctrl-C is for us: it goes when its stdin ends
            env={**os.environ, "TMPDIR": self._folder.name},
        )
        threading.Thread(
            target=_listen,
            args=(self._process.stdout, self._generation, self._heard),
            daemon=True,
        ).start()

    def _replace(self) -> None:
        self._end(0.0)
        self._start()
        if self._request is not None:
            self._tell()

    def _end(self, patience: float) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()  # its fork server sees that, and ends every worker
            self._process.wait()
        self._errors.close()

    def _reason(self) -> str:
        code = self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"the process that judges ended ({code})" + (f": {last}" if last else "")


def _listen(stream: IO[bytes], generation: int, heard: Any) -> None:
    with stream, contextlib.suppress(ValueError, OSError):
        for line in stream:
            heard.put((generation, json.loads(line)))
    heard.put((generation, None))
