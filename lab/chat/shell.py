"""This machine's shell behind the interface of `lab.Shell`: command lines, run in a folder.

A command can do all that its user can: asking first is the harness's work, and nothing here is a
sandbox. There is no Windows form. A command that leaves its process group (setsid) outlives a
kill, and so does one whose parent here dies of SIGKILL.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from pathlib import Path

from lab.course.errors import LabError

_KEPT = 20_000  # bytes, of each end of the output
_LOOK = 0.01  # seconds
_CHUNK = 65_536
_SECRETS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")


class Output:
    """The first and last `_KEPT` bytes of a stream, and how many lay between."""

    def __init__(self) -> None:
        self._head, self._tail, self._lost = b"", b"", 0

    def add(self, data: bytes) -> None:
        room = _KEPT - len(self._head)
        self._head += data[:room]
        tail = self._tail + data[room:]
        self._tail = tail[-_KEPT:]
        self._lost += len(tail) - len(self._tail)

    def text(self) -> str:
        """What was kept, as text; bytes that are no UTF-8 are shown as U+FFFD."""
        gap = f"\n[{self._lost} bytes left out]\n".encode() if self._lost else b""
        return (self._head + gap + self._tail).decode("utf-8", "replace")


class RealProcess:
    """A command line that was started, with the methods of `lab.shell.Process`."""

    def __init__(self, command: str, popen: subprocess.Popen[bytes], grace: float):
        self.command = command
        self._popen, self._grace = popen, grace
        self._output = Output()
        self._code: int | None = None
        assert popen.stdout is not None
        self._pipe = popen.stdout
        os.set_blocking(self._pipe.fileno(), False)

    @property
    def is_running(self) -> bool:
        """Whether it has neither ended nor been killed."""
        return self._code is None and not self._has_ended()

    def done(self) -> bool:
        """Whether it has ended. While it runs, each look waits up to 10 ms for its output.

        That wait keeps a loop which only looks, as a harness's does, from taking a whole core.
        """
        if self._code is not None or self._has_ended():
            return True
        select.select([self._pipe], [], [], _LOOK)
        if not self._read():
            # It closed its output and runs on: there is nothing left to wait for in the pipe.
            time.sleep(_LOOK)
        return self._has_ended()

    def kill(self) -> None:
        """End it and its children: TERM, then KILL after the grace. Harmless when it has ended."""
        if self._code is not None or self._has_ended():
            return
        self._signal(signal.SIGTERM)
        end = time.monotonic() + self._grace
        while self._popen.poll() is None and time.monotonic() < end:
            self._read()
            time.sleep(_LOOK)
        self._signal(signal.SIGKILL)
        self._popen.wait()
        self._finish(137)

    def output(self) -> tuple[str, int]:
        """What it printed (both streams, bounded) and its exit code; a killed one's is 137.

        Raises RuntimeError while it runs.
        """
        if self.is_running:
            raise RuntimeError(f"still running: {self.command}")
        assert self._code is not None
        return self._output.text(), self._code

    def _has_ended(self) -> bool:
        code = self._popen.poll()
        if code is None:
            return False
        # What it left behind in its group would hold the pipe, and outlive the answer.
        self._signal(signal.SIGKILL)
        self._finish(code if code >= 0 else 128 - code)
        return True

    def _finish(self, code: int) -> None:
        self._code = code
        self._read()
        self._pipe.close()

    def _read(self) -> bool:
        """Take what is in the pipe, a megabyte at most. False at its end."""
        for _ in range(16):
            try:
                data = os.read(self._pipe.fileno(), _CHUNK)
            except BlockingIOError:
                return True
            if not data:
                return False
            self._output.add(data)
        return True

    def _signal(self, number: int) -> None:
        with contextlib.suppress(OSError):  # nobody is left in the group
            os.killpg(self._popen.pid, number)


class RealShell:
    """Runs command lines with /bin/sh in one folder; they have no stdin and no terminal.

    `grace` is the seconds between TERM and KILL. A provider's keys are not in their environment.
    """

    def __init__(self, folder: str | Path, grace: float = 0.5):
        """Raises LabError where there is no POSIX shell."""
        if os.name != "posix":
            raise LabError("commands need a POSIX shell, which Windows has not; run this in WSL")
        self._folder, self._grace = Path(folder), grace
        self._started: list[RealProcess] = []

    @property
    def running(self) -> list[str]:
        """The command lines that were started and have neither ended nor been killed."""
        return [process.command for process in self._started if process.is_running]

    def start(self, command: str) -> RealProcess:
        """Start a command line. Raises OSError when the system has no room for a process."""
        popen = subprocess.Popen(
            ["/bin/sh", "-c", command.replace("\0", "")],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={name: text for name, text in os.environ.items() if name not in _SECRETS},
        )
        process = RealProcess(command, popen, self._grace)
        self._started.append(process)
        return process

    def close(self) -> None:
        """Kill all that still runs."""
        for process in self._started:
            process.kill()
