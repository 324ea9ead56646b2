"""Which processes a process has started. Linux only: elsewhere nothing is found.

What is asked is `/proc`, held open here, so that a process finds its children even once its root
folder holds no /proc.
"""

import contextlib
import os
from collections.abc import Iterator

_proc: list[int] = []


def hold() -> None:
    """Opens /proc for good."""
    with contextlib.suppress(OSError):
        _proc.append(os.open("/proc", os.O_RDONLY))


def children(pid: int) -> list[int]:
    """The processes whose parent this one is."""
    found: list[int] = []
    try:
        for thread in _names(f"{pid}/task"):
            found += map(int, _read(f"{pid}/task/{thread}/children").split())
    except FileNotFoundError:
        return _scanned(pid)
    except OSError:
        return []
    return found


def generations(pid: int) -> Iterator[list[int]]:
    """This process alone, then its children, then theirs, to the last."""
    found = [pid]
    while found:
        yield found
        found = [child for parent in found for child in children(parent)]


def _scanned(pid: int) -> list[int]:
    """The same where the kernel keeps no list: every process is asked for its parent."""
    found, wanted = [], str(pid)
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, _names("")):
            with contextlib.suppress(OSError, IndexError):
                if _read(f"{name}/stat").rpartition(")")[2].split()[1] == wanted:
                    found.append(int(name))
    return found


def _names(path: str) -> list[str]:
    if not _proc:
        return os.listdir(f"/proc/{path}")
    fd = os.open(path or ".", os.O_RDONLY, dir_fd=_proc[0])
    try:
        return os.listdir(fd)
    finally:
        os.close(fd)


def _read(path: str) -> str:
    at = {"dir_fd": _proc[0]} if _proc else {}
    with open(os.open(path if _proc else f"/proc/{path}", os.O_RDONLY, **at), "rb") as file:
        return file.read().decode("latin-1")
