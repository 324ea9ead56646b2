"""The hostile side: a process that holds a learner's file and the scenes, and no tests.

It reads requests from one socket, plays, and answers. Everything it is told comes through that
socket by value; everything it prints goes into a pipe that its parent reads. The limits set here
only keep the machine well if the parent is gone; walls are built by `lab.sandbox`, and a worker
that stands behind them says so before it is sent anything.
"""

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from typing import IO, Any

from lab.check import player, wire
from lab.sandbox.descriptors import let_go

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Taken when this module is loaded: what a harness patches later does not reach them.
_decode, _encode, _frame, _receive = wire.decode, wire.encode, wire.frame, wire.receive
_getpid, _exit = os.getpid, os._exit


CONFINED = b"confined"


def confinement(walls: dict) -> Callable[[], str] | None:
    """The walls that a starter asked for, as a call that puts the caller behind them.

    None for none. OSError, or SandboxFailed, when they cannot be had here.
    """
    if not walls:
        return None
    from lab.sandbox.plan import Sandbox
    from lab.sandbox.walls import build

    return build(Sandbox.from_dict(walls["sandbox"]), walls["folder"])


def settle(output: int, folder: str, memory: int, processor: float | None) -> None:
    """Makes this process a worker: its own group, its output into a pipe, its backstops.

    `processor` is the seconds of processor time it may use in its whole life, None for any.
    """
    with contextlib.suppress(OSError, AttributeError):
        os.setpgid(0, 0)
    null = os.open(os.devnull, os.O_RDWR)
    for source, target in ((null, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    for extra in {null, output} - {0, 1, 2}:
        os.close(extra)
    sys.stdin, sys.stdout, sys.stderr = _stream(0, "r"), _stream(1, "w"), _stream(2, "w")
    os.chdir(folder)
    _cap("RLIMIT_CORE", 0)
    # The parent's limit is on what is resident; this one on what is reserved, which is more.
    _cap("RLIMIT_AS", 2 * memory + (512 << 20))
    if processor is not None:
        _cap("RLIMIT_CPU", max(int(processor), 1))


def serve(sock: socket.socket, seconds: float) -> None:
    """Answers requests until the parent hangs up. The first one loads, the others play."""
    me, inbox = _getpid(), wire.Inbox()
    stage: player.Player | None = None
    while (data := _receive(sock, inbox)) is not None:
        request: Any = _decode(data)
        _allow_cpu(seconds)
        if stage is None:
            stage = _stage(request)
            answer = _encode(stage.load())
        else:
            answer = stage.play(request["scene"], request["args"], request["setup"])
        _flush()
        if _getpid() != me:
            _exit(0)  # a copy that the harness forked and that came back here: not ours to answer
        sock.sendall(_frame(request["id"].encode("ascii") + answer))


def main() -> None:
    """A worker started on its own, where there is no fork: its settings come on its stdin."""
    settings = json.loads(sys.stdin.buffer.readline())
    if "share" in settings:
        sock = socket.fromshare(bytes.fromhex(settings["share"]))  # type: ignore[attr-defined]
    else:
        sock = socket.socket(fileno=settings["socket"])
    run(sock, 1, settings, confinement(settings["walls"]))


def run(
    sock: socket.socket, output: int, settings: dict, confine: Callable[[], str] | None
) -> None:
    """A worker's whole life; never returns."""
    try:
        folder = confine() if confine else settings["folder"]
        if hasattr(os, "fork"):
            # One of the server's own, its selector's say, would be a way into the server.
            let_go({0, 1, 2, output, sock.fileno()})
        settle(output, folder, settings["memory"], settings["processor"])
        if confine:
            sock.sendall(_frame(CONFINED))
        serve(sock, settings["seconds"])
    except BaseException:
        _exit(70)
    _exit(0)


def _stage(request: dict) -> player.Player:
    def source(name: str, value: dict) -> player.Source:
        return player.Source(value["path"], value["text"].encode("latin-1"))

    beside = [source("beside", value) for value in request["beside"]]
    return player.Player(
        source("harness", request["harness"]), source("scenes", request["scenes"]), beside
    )


def _stream(number: int, mode: str) -> IO[str]:
    # By lines, so that what was printed before an endless loop is not lost in a buffer.
    buffering = 1 if mode == "w" else -1
    errors = "backslashreplace" if mode == "w" else "strict"
    return open(number, mode, buffering, encoding="utf-8", errors=errors, closefd=False)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()


def _cap(name: str, value: int) -> None:
    if resource is None:
        return
    with contextlib.suppress(OSError, ValueError):  # a lower cap stands already
        resource.setrlimit(getattr(resource, name), (value, value))


def _allow_cpu(seconds: float) -> None:
    """So much processor time from here on; a parent that is alive stops us much earlier."""
    if resource is None:
        return
    until = int(time.process_time() + 2 * seconds + 10)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
