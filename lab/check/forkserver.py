"""A warm, clean process that forks a worker per request, so that a worker costs a millisecond.

It has loaded `lab` and what a scene needs of the standard library, has one thread, and has never
seen a suite's tests. It reaps its workers, tells how they ended, and when its control socket
closes, for whatever reason, kills everything it started and goes. It decides nothing.

With a sandbox it builds the walls first, and every worker is confined before it hears a word.

On the socket: `f` with two descriptors (a worker's socket and output) and the settings as JSON asks
for a worker, `k` and a process id asks to kill one; `p` (started) and `x` (ended, with the wait
status) come back, or `n` (no, with an error number) when the walls cannot be built.
"""

import contextlib
import gc
import json
import os
import selectors
import signal
import socket
import struct
import sys
from collections.abc import Callable

from lab.check import tree, worker

ASK = struct.Struct("!ciI")  # what, process id, bytes of settings that follow
TOLD = struct.Struct("!cii")  # what, process id, wait status


def main(control: int, walls: dict) -> None:
    """Serves until the control socket closes; `walls` is empty or has a sandbox and its folder."""
    _adopt_orphans()
    tree.hold()
    sock = socket.socket(fileno=control)
    try:
        confine = worker.confinement(walls)
    except Exception as exc:
        sock.sendall(TOLD.pack(b"n", 0, getattr(exc, "errno", None) or 0))
        return
    gc.collect()
    gc.freeze()  # a collection in a worker then leaves the shared pages alone
    _Server(sock, confine).serve()


class _Server:
    def __init__(self, control: socket.socket, confine: Callable[[], str] | None) -> None:
        self._control, self._confine = control, confine
        self._workers: set[int] = set()
        self._bell, self._ring = socket.socketpair()
        for end in (self._bell, self._ring):
            end.setblocking(False)

    def serve(self) -> None:
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._ring.fileno(), warn_on_full_buffer=False)
        watch = selectors.DefaultSelector()
        watch.register(self._bell, selectors.EVENT_READ, self._reap)
        watch.register(self._control, selectors.EVENT_READ, self._answer)
        try:
            serving = True
            while serving:
                for key, _ in watch.select():
                    serving = key.data() and serving
        finally:
            self._kill_all()

    def _answer(self) -> bool:
        """Does what one message asks; False when the other end is gone."""
        try:
            data, fds, _, _ = socket.recv_fds(self._control, ASK.size, 2)
            if len(data) < ASK.size:
                return False
            what, pid, size = ASK.unpack(data)
            if what == b"f":
                self._fork(fds, json.loads(_exactly(self._control, size)))
            elif pid in self._workers:
                _kill_group(pid)
        except OSError:
            return False
        return True

    def _fork(self, fds: list[int], settings: dict) -> None:
        pid = os.fork()
        if pid == 0:
            self._become_worker(fds, settings)
        self._workers.add(pid)
        for fd in fds:
            os.close(fd)
        self._control.sendall(TOLD.pack(b"p", pid, 0))

    def _become_worker(self, fds: list[int], settings: dict) -> None:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for end in (self._bell, self._ring, self._control):
            end.close()
        worker.run(socket.socket(fileno=fds[0]), fds[1], settings, self._confine)

    def _reap(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            while self._bell.recv(512):
                pass
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                self._ended(*ended)
        return True

    def _ended(self, pid: int, status: int) -> None:
        if pid not in self._workers:
            return
        self._workers.discard(pid)
        self._kill_orphans()
        with contextlib.suppress(OSError):
            self._control.sendall(TOLD.pack(b"x", pid, status))

    def _kill_all(self) -> None:
        for pid in self._workers:
            _kill_group(pid)
        self._workers.clear()
        self._kill_orphans()

    def _kill_orphans(self) -> None:
        """What a worker started outlives it and becomes our child: until there is none."""
        for _ in range(100):
            orphans = [pid for pid in tree.children(os.getpid()) if pid not in self._workers]
            for pid in orphans:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            for pid in orphans:
                with contextlib.suppress(OSError):
                    os.waitpid(pid, 0)
            if not orphans:
                return


def _exactly(sock: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = sock.recv(size - len(data))
        if not more:
            raise ConnectionError("the settings end early")
        data += more
    return data


def _kill_group(pid: int) -> None:
    for kill in (os.killpg, os.kill):  # its group may not be there yet
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)


def _adopt_orphans() -> None:
    """Linux: processes whose parent dies become ours instead of the init process's."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
