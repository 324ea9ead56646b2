"""Namespaces for one worker, and the two processes of the toolkit's own that stand around it.

The holder stays outside: the fork server knows it as the worker, and it ends as the worker ended.
The first process inside reaps, and with it ends everything inside. The worker is its child.
"""

import contextlib
import os
import signal
import struct
from typing import NoReturn

from lab.sandbox import kernel, view
from lab.sandbox.descriptors import let_go

_INSIDE = kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC
_STATUS = struct.Struct("!i")


def enter(proc: int, scratch: int) -> None:
    """Returns in the worker alone, which sees no process but those of its own box.

    `proc` is an open /proc, `scratch` the bytes it may write. OSError when the box cannot be had.
    """
    os.setpgid(0, 0)
    view.own_user_namespace(_INSIDE, proc)
    view.scratch(scratch)
    kernel.drop_capabilities()
    # One byte goes in when the first process has tied itself to the holder, a status comes out.
    alive_in, alive_out = os.pipe()
    status_in, status_out = os.pipe()
    first = os.fork()
    if first:
        os.write(alive_out, b"!")
        _hold(first, status_in)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.close(alive_out)
    if os.read(alive_in, 1) != b"!":
        os._exit(0)
    worker = os.fork()
    if worker:
        _reap(worker, status_out)
    for fd in (alive_in, status_in, status_out):
        os.close(fd)


def _hold(first: int, status_in: int) -> NoReturn:
    """Waits for the box to be empty, then ends as its worker did."""
    let_go({status_in})
    status = 0
    with contextlib.suppress(OSError):
        os.waitpid(first, 0)
    os.set_blocking(status_in, False)
    with contextlib.suppress(OSError, struct.error):
        (status,) = _STATUS.unpack(os.read(status_in, _STATUS.size))
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def _reap(worker: int, status_out: int) -> NoReturn:
    """The first process inside: when it goes, the kernel ends all the others in here."""
    let_go({status_out})
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == worker:
            os.write(status_out, _STATUS.pack(status))
            os._exit(0)
