"""What a worker may open: the kernel's Landlock, which needs no privilege and covers open files'
paths, ptrace and (from its ABI 6 on) signals and abstract sockets.

It does not cover stat, chmod and the like: `seccomp` denies those that change something.
"""

import os
import struct
from collections.abc import Iterable, Iterator

from lab.sandbox import kernel

_WRITE, _READ, _LIST = 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_SOCKET, _MAKE_BLOCK, _EXECUTE = 1 << 6, 1 << 9, 1 << 11, 1 << 0
_ALL_BY_ABI = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}  # linux/landlock.h
_FILE_ONLY = _EXECUTE | _WRITE | _READ | 1 << 14 | 1 << 15
_BOTH_NETWORK, _BOTH_SCOPES = 3, 3
_VERSION = 1
_PATH_BENEATH = 1


def abi() -> int:
    """The version of Landlock that the kernel has, 0 when it has none."""
    try:
        return kernel.call("landlock_create_ruleset", None, 0, _VERSION)
    except OSError:
        return 0


class Ruleset:
    """Everything is denied but what a method allows; `restrict` puts this process behind it."""

    def __init__(self) -> None:
        self.abi = abi()
        self._all = _ALL_BY_ABI.get(self.abi, _ALL_BY_ABI[5] if self.abi > 5 else 0)
        network = _BOTH_NETWORK if self.abi >= 4 else 0
        scopes = _BOTH_SCOPES if self.abi >= 6 else 0
        size = 24 if self.abi >= 6 else 16 if self.abi >= 4 else 8
        attributes = struct.pack("=QQQ", self._all, network, scopes)[:size]
        self._fd = kernel.call("landlock_create_ruleset", attributes, size, 0)

    def read(self, paths: Iterable[str]) -> None:
        """Allows to read files and to list folders; a path that is not there is left out."""
        for path in paths:
            if os.path.exists(path):
                self._allow(path, _READ | _LIST)

    def use(self, devices: Iterable[str]) -> None:
        """Allows to read and write devices."""
        for path in devices:
            if os.path.exists(path):
                self._allow(path, _READ | _WRITE)

    def own(self, folder: str) -> None:
        """Allows all but devices, sockets and programs below a folder."""
        self._allow(folder, self._all & ~(_EXECUTE | _MAKE_CHAR | _MAKE_BLOCK | _MAKE_SOCKET))

    def list(self, paths: Iterable[str]) -> None:
        """Allows to list folders, and those below them, without reading a file there."""
        for path in paths:
            self._allow(path, _LIST)

    def restrict(self) -> None:
        """Puts this process behind the rules, with all it starts, for good."""
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.call("landlock_restrict_self", self._fd, 0)

    def _allow(self, path: str, rights: int) -> None:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights &= self._all if os.path.isdir(path) else self._all & _FILE_ONLY
            rule = struct.pack("=Qi", rights, fd)
            kernel.call("landlock_add_rule", self._fd, _PATH_BENEATH, rule, 0)
        finally:
            os.close(fd)


def without(roots: Iterable[str], hidden: Iterable[str]) -> Iterator[str]:
    """The roots, or instead of a root that holds something hidden its parts that do not.

    Rules only ever add, so a folder inside an allowed one cannot be taken out again.
    """
    hiding = [os.path.realpath(path) for path in hidden]
    for root in roots:
        yield from _parts(os.path.realpath(root), hiding)


def _parts(path: str, hiding: list[str]) -> Iterator[str]:
    if any(_below(path, hide) for hide in hiding):
        return
    if not any(_below(hide, path) for hide in hiding):
        yield path
        return
    for entry in os.scandir(path):
        if not entry.is_symlink():
            yield from _parts(entry.path, hiding)


def _below(path: str, folder: str) -> bool:
    return os.path.commonpath([path, folder]) == folder
