"""The limits of a test, what a process holds of them, and the words for one that passed them."""

import os
import signal
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """`seconds` of wall time a test, bytes of resident `memory` and of `output`; a session gives
    up after `stops` workers that had to be stopped.
    """

    seconds: float = 10.0
    memory: int = 1 << 30
    output: int = 1 << 20
    stops: int = 2


def resident(pid: int) -> int:
    """The bytes of memory a process holds now; 0 when it is gone or nothing here can tell."""
    try:
        if sys.platform == "linux":
            with open(f"/proc/{pid}/statm", "rb") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        import psutil  # type: ignore[import-untyped]

        return psutil.Process(pid).memory_info().rss
    except (ImportError, OSError, IndexError, ValueError):
        return 0
    except Exception as exc:  # psutil's own errors have no builtin base
        if type(exc).__module__.partition(".")[0] != "psutil":
            raise
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
