"""Judges as processes: start one, ask it, end it. Which jobs there are is not known here.

Only lines of JSON cross. A judge that dies or falls silent is another one for the next question.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict
from pathlib import Path

from lab.check.runner import Limits
from lab.course.errors import LabError
from lab.grade.kit import Kit, toolkit_digest
from lab.grade.result import Verdict
from lab.sandbox import Sandbox

_ROOT = Path(__file__).resolve().parents[2]
_CODE = "import sys; sys.path.insert(0, sys.argv[1]); from lab.grade.judging import main; main()"
_MARGIN = 120.0


class JudgeDied(Exception):
    """The judge ended, or did not answer in time; the message says which."""


def make_setup(kit: Kit, limits: Limits, sandbox: Sandbox) -> str:
    """The first line that a judge is told, as JSON."""
    told = {"kit": kit.dumped(), "limits": asdict(limits), "sandbox": sandbox.as_dict()}
    told["toolkit"] = toolkit_digest()
    return json.dumps(told)


class Judge:
    """One process that judges; started when it is first asked. Use it from one thread."""

    def __init__(self, setup: str) -> None:
        self._setup = setup
        told = json.loads(setup)
        self._toolkit = told["toolkit"]
        self._patience = _MARGIN + 20 * told["limits"]["seconds"]
        self._process: subprocess.Popen | None = None
        self._ended = False

    def ask(self, job: dict) -> Verdict:
        """The verdict on a job; JudgeDied, and the next question starts another process.

        LabError when the one that judged is another toolkit than this.
        """
        process = self._process or self._start()
        clock = threading.Timer(self._patience, process.kill)
        clock.start()
        try:
            self._write(process, json.dumps(job))
            line = process.stdout.readline()  # type: ignore[union-attr]
            answer = json.loads(line)
        except (OSError, ValueError):
            raise JudgeDied(self._bury(process)) from None
        finally:
            clock.cancel()
        if answer["toolkit"] != self._toolkit:
            raise LabError("what judges is another toolkit than this: the same version everywhere")
        return Verdict.from_dict(answer["verdict"])

    def close(self) -> None:
        """Ends the process and what it started. Harmless twice, and from any thread."""
        self._ended = True
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()  # type: ignore[union-attr]
            try:
                process.wait(1.0)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()  # type: ignore[union-attr]

    def _start(self) -> subprocess.Popen:
        if self._ended:
            raise JudgeDied("the grading was stopped")
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        own_group = {} if os.name == "nt" else {"start_new_session": True}  # Ctrl-C is not its own
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", _CODE, str(_ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            encoding="ascii",
            **own_group,  # type: ignore[call-overload]
        )
        self._write(self._process, self._setup)
        return self._process

    def _write(self, process: subprocess.Popen, line: str) -> None:
        assert process.stdin is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()

    def _bury(self, process: subprocess.Popen) -> str:
        """Why it ended, in its own last words where it had any."""
        process.kill()
        code = process.wait()
        self._process = None
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(self._stderr.tell() - 4096, 0))
        lines = self._stderr.read().decode("utf-8", "replace").strip().split("\n")
        self._stderr.close()
        return f"the judge ended with {code}: {lines[-1] or 'it said nothing'}"
