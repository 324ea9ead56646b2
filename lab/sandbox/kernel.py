"""Raw system calls of Linux, by ctypes: what Python 3.11 has no function for. Decides nothing."""

import ctypes
import os

from lab.sandbox.numbers import machine, numbers

NEWNS, NEWUTS, NEWIPC = 0x00020000, 0x04000000, 0x08000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 32, 4096, 16384, 1 << 18
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP = 1, 4, 22
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
_M_ARENA_MAX = -8
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_name = machine()
_numbers = numbers(_name) if _name else {}


def call(name: str, *arguments: int | bytes | ctypes.Array | ctypes.Structure | None) -> int:
    """One system call by name; OSError with its name when it fails or is unknown here."""
    if name not in _numbers:
        raise OSError(38, f"{name}: not known on this machine")
    result = _libc.syscall(ctypes.c_long(_numbers[name]), *map(_passed, arguments))
    return _checked(result, name)


def prctl(option: int, *arguments: int) -> None:
    """prctl(2); OSError when it fails."""
    four = [*arguments, 0, 0, 0, 0][:4]
    result = _libc.prctl(ctypes.c_int(option), *map(ctypes.c_ulong, four))
    _checked(result, f"prctl {option}")


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """mount(2); OSError when it fails."""
    words = [os.fsencode(word) for word in (source, target, kind)]
    call("mount", *words, flags, data.encode("ascii"))


def drop_capabilities() -> None:
    """Gives up every capability of this process, for good together with no_new_privs."""
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    call("capset", head, (ctypes.c_uint32 * 6)())


def one_arena() -> None:
    """Lets threads share one heap: each of their own would reserve 64 MiB of address space."""
    if hasattr(_libc, "mallopt"):
        _libc.mallopt(_M_ARENA_MAX, 1)


def _passed(value: object) -> object:
    if value is None:
        return ctypes.c_void_p(None)
    if isinstance(value, int):
        return ctypes.c_long(value)
    return value if isinstance(value, bytes) else ctypes.byref(value)  # type: ignore[arg-type]


def _checked(result: int, what: str) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
