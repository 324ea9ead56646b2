"""The limits of a test, what a process holds of them, and the words for one that passed them."""

import contextlib
import os
import signal
import sys
from dataclasses import dataclass

from lab.check import tree


@dataclass(frozen=True)
class Limits:
    """`seconds` of wall time a test, bytes of resident `memory` and of `output`; a session gives
    up after `stops` workers that had to be stopped. `processor` is the seconds of processor time a
    worker may use in its life, which is a suite's length as long as nothing stops it; None: any.
    """

    seconds: float = 10.0
    memory: int = 1 << 30
    output: int = 1 << 20
    stops: int = 2
    processor: float | None = None


def resident(pid: int, ours: int = 0) -> int:
    """The bytes of memory that a process and all it started hold now.

    The first `ours` generations are the toolkit's own and do not count. 0 when they are gone or
    nothing here can tell.
    """
    if sys.platform != "linux":
        return _resident_elsewhere(pid)
    found = enumerate(tree.generations(pid))
    return sum(_pages(one) for number, group in found if number >= ours for one in group)


def _pages(pid: int) -> int:
    with (
        contextlib.suppress(OSError, IndexError, ValueError),
        open(f"/proc/{pid}/statm", "rb") as f,
    ):
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _resident_elsewhere(pid: int) -> int:
    try:
        import psutil  # type: ignore[import-untyped]
    except ImportError:
        return 0
    with contextlib.suppress(psutil.Error):
        first = psutil.Process(pid)
        return sum(one.memory_info().rss for one in [first, *first.children(recursive=True)])
    return 0


def too_long(seconds: float) -> str:
    return (
        f"your harness did not finish within {seconds:g} s: "
        "an endless loop, or waiting for what never comes"
    )


def size(number: int) -> str:
    if number >= 1 << 30:
        return f"{number / (1 << 30):g} GiB"
    return f"{number / (1 << 20):g} MiB"


def how_it_ended(status: int | None) -> tuple[str, str]:
    """Status and line for a worker that went without an answer, from its wait status."""
    if status is None:
        return "crashed", "your harness ended the process it was played in"
    number = status & 0x7F
    if number == 0:
        code = status >> 8
        return "crashed", f"your harness ended the whole process (os._exit, exit code {code})"
    if number == getattr(signal, "SIGXCPU", -1):
        return "timeout", "your harness used up its processor time"
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    if name == "SIGKILL":
        return "crashed", "your harness cut the line it answers on, or was killed"
    return "crashed", f"your harness crashed the interpreter ({name})"
