"""Starts workers and ends them: from the fork server where there is fork, else one by one.

Both kinds give the parent a socket and an output to read, and both end a worker with everything it
started. What is said over the socket is not known here.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from lab.check import forkserver
from lab.sandbox.plan import Sandbox, SandboxFailed

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 3.0
_PYTHON = (sys.executable, "-I", "-S", "-X", "utf8", "-c")


@dataclass
class Process:
    """A worker as its parent holds it; `output` is a socket or a descriptor to read from.

    `ours` says how many generations of processes, its own first, are not yet the learner's.
    """

    pid: int
    sock: socket.socket
    output: int | socket.socket
    ours: int = 0


def start_workers(
    fork: bool | None = None, sandbox: Sandbox | None = None, folder: str = ""
) -> "ForkStarter | SpawnStarter":
    """The best starter for this machine; `fork` says which one by hand.

    `folder` is empty and belongs to the starter's workers. SandboxFailed for walls that only a fork
    server can build, where there is none.
    """
    can = hasattr(os, "fork") and hasattr(socket, "send_fds")
    walls = {"sandbox": sandbox.as_dict(), "folder": folder} if sandbox else {}
    if can if fork is None else fork:
        return ForkStarter(walls)
    if sandbox and sandbox.tier != "C":
        raise SandboxFailed(f"tier {sandbox.tier} needs a system with fork")
    return SpawnStarter(walls)


class ForkStarter:
    """Workers from a warm fork server, which is started at once and awaited by nobody."""

    def __init__(self, walls: dict) -> None:
        self._walls = walls
        self._ours = 2 if walls and walls["sandbox"]["tier"] == "A" else 0
        self._ended: dict[int, int] = {}
        self._launch()

    def start(self, settings: dict) -> Process:
        """A fresh worker. One more server is tried when the first has gone.

        SandboxFailed when the walls that every worker is to stand behind cannot be built.
        """
        try:
            return self._ask(settings)
        except OSError:
            self._abandon()
            self._launch()
            return self._ask(settings)

    def end(self, pid: int, patience: float = 0.0) -> int | None:
        """Ends a worker and what it started; its wait status, None when nobody can tell.

        `patience` is how many seconds it has to end by itself first.
        """
        status = self._await_end(pid, patience)
        if status is None and self._say(forkserver.ASK.pack(b"k", pid, 0)):
            status = self._await_end(pid, _PATIENCE)
        if status is None:
            self._abandon()
            _kill_group(pid)
        return status

    def close(self) -> None:
        """Ends the server; it ends its workers. Harmless twice."""
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._server.wait(_PATIENCE)
        self._abandon()

    def _launch(self) -> None:
        self._control, theirs = socket.socketpair()
        code = "import json, sys; sys.path.insert(0, sys.argv[1]); "
        code += (
            "from lab.check.forkserver import main; main(int(sys.argv[2]), json.loads(sys.argv[3]))"
        )
        with theirs:
            self._server = subprocess.Popen(
                [*_PYTHON, code, str(ROOT), str(theirs.fileno()), json.dumps(self._walls)],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=clean_environment(),
            )

    def _abandon(self) -> None:
        self._control.close()
        if self._server.poll() is None:
            _kill_group(self._server.pid)
        self._server.wait()

    def _ask(self, settings: dict) -> Process:
        ours, theirs = socket.socketpair()
        reading, writing = os.pipe()
        data = json.dumps(settings).encode("ascii")
        try:
            self._control.settimeout(10 * _PATIENCE)
            ask = forkserver.ASK.pack(b"f", 0, len(data))
            socket.send_fds(self._control, [ask], [theirs.fileno(), writing])
            self._control.sendall(data)
            pid = self._told(b"p", time.monotonic() + 10 * _PATIENCE)
        except OSError:
            ours.close()
            os.close(reading)
            raise
        finally:
            theirs.close()
            os.close(writing)
        os.set_blocking(reading, False)
        return Process(pid, ours, reading, self._ours)

    def _say(self, data: bytes) -> bool:
        with contextlib.suppress(OSError):
            self._control.settimeout(_PATIENCE)
            self._control.sendall(data)
            return True
        return False

    def _told(self, what: bytes, deadline: float) -> int:
        """Reads on until the server says this; the ends told meanwhile are kept."""
        while True:
            self._control.settimeout(max(deadline - time.monotonic(), 0.001))
            data = self._control.recv(forkserver.TOLD.size, socket.MSG_WAITALL)
            if len(data) < forkserver.TOLD.size:
                raise ConnectionError("the fork server has gone")
            said, pid, status = forkserver.TOLD.unpack(data)
            if said == b"n":
                why = os.strerror(status) if status else "it cannot be built here"
                raise SandboxFailed(f"tier {self._walls['sandbox']['tier']}: {why}")
            if said == b"x":
                self._ended[pid] = status
            if said == what:
                return pid

    def _await_end(self, pid: int, patience: float) -> int | None:
        deadline = time.monotonic() + patience
        with contextlib.suppress(OSError):
            while pid not in self._ended and time.monotonic() < deadline:
                self._told(b"x", deadline)
        return self._ended.pop(pid, None)


class SpawnStarter:
    """Workers started one by one, for systems without fork."""

    def __init__(self, walls: dict) -> None:
        self._walls = walls
        self._running: dict[int, subprocess.Popen] = {}

    def start(self, settings: dict) -> Process:
        """A fresh worker, told its settings on its stdin."""
        ours, theirs = socket.socketpair()
        code = "import sys; sys.path.insert(0, sys.argv[1]); "
        code += "from lab.check.worker import main; main()"
        windows = sys.platform == "win32"
        with theirs:
            process = subprocess.Popen(
                [*_PYTHON, code, str(ROOT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=() if windows else [theirs.fileno()],
                start_new_session=not windows,
                env=clean_environment(),
            )
            settings = {**settings, "walls": self._walls, **_handed(theirs, process.pid, windows)}
            self._tell(process, settings)
        self._running[process.pid] = process
        return Process(process.pid, ours, _readable(process, windows))

    def end(self, pid: int, patience: float = 0.0) -> int | None:
        """Ends a worker; its wait status as a shell would have it, None when it is not ours."""
        process = self._running.pop(pid, None)
        if process is None:
            return None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        if process.poll() is None:
            _kill_group(pid)
            process.kill()
        code = process.wait()
        return -code if code < 0 else code << 8

    def close(self) -> None:
        """Ends every worker that is left. Harmless twice."""
        for pid in list(self._running):
            self.end(pid)

    def _tell(self, process: subprocess.Popen, settings: dict) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError), process.stdin as stdin:
            stdin.write(json.dumps(settings).encode("ascii") + b"\n")


def clean_environment() -> dict[str, str]:
    """What a worker gets of the environment: no keys, no secrets, nothing of Python's."""
    kept = ("PATH", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT")
    return {name: os.environ[name] for name in kept if name in os.environ}


def _handed(sock: socket.socket, pid: int, windows: bool) -> dict:
    if windows:
        return {"share": sock.share(pid).hex()}  # type: ignore[attr-defined]
    return {"socket": sock.fileno()}


def _readable(process: subprocess.Popen, windows: bool) -> int | socket.socket:
    """The worker's output as something `select` takes: on Windows only a socket is."""
    assert process.stdout is not None
    pipe = process.stdout.fileno()
    if not windows:
        reading = os.dup(pipe)
        process.stdout.close()
        os.set_blocking(reading, False)
        return reading
    ours, theirs = socket.socketpair()
    threading.Thread(target=_pump, args=(process.stdout, theirs), daemon=True).start()
    ours.setblocking(False)
    return ours


def _pump(pipe: object, sock: socket.socket) -> None:
    with contextlib.suppress(OSError), sock:
        while data := pipe.read1(1 << 16):  # type: ignore[attr-defined]
            sock.sendall(data)


def _kill_group(pid: int) -> None:
    if hasattr(os, "killpg"):
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(OSError):
                kill(pid, signal.SIGKILL)
