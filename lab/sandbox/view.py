"""A root folder of its own for a fork server: the interpreter, four devices, and nothing else.

Built once, in a mount namespace that ends with the server. Other programs see none of it.
"""

import os
import struct
from pathlib import Path

from lab.sandbox import kernel, places, user

_READ_ONLY, _NO_SUID, _NO_DEVICES = 1, 2, 4  # MOUNT_ATTR_*
_RECURSIVE = 0x8000
_APART = kernel.NEWNS | kernel.NEWNET | kernel.NEWUTS | kernel.NEWIPC


def separate(ids: list[int]) -> None:
    """Gives this process its own mounts, an empty network and no shared memory with others.

    With a privilege where there is one, else in a user namespace of its own. As root without that
    privilege it first becomes one of `ids`. OSError when the system has no way.
    """
    try:
        kernel.call("unshare", _APART)
    except PermissionError:
        user.become(ids)
        own_user_namespace(_APART)


def own_user_namespace(flags: int, proc: int | None = None) -> None:
    """Enters a user namespace, and others with it, in which this process is who it was."""
    uid, gid = os.geteuid(), os.getegid()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)  # else the maps belong to root
    kernel.call("unshare", kernel.NEWUSER | flags)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        path = f"self/{name}" if proc is not None else f"/proc/self/{name}"
        with open(os.open(path, os.O_WRONLY, dir_fd=proc), "w", encoding="ascii") as file:
            file.write(text)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def enter(base: str, hidden: tuple[str, ...]) -> None:
    """Makes a folder the root of this process, with the interpreter at its usual place."""
    kernel.mount("none", "/", "none", kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("view", base, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=755")
    for path in sorted(places.readable(), key=lambda path: len(os.path.realpath(path))):
        _bind(base, path, _READ_ONLY | _NO_SUID | _NO_DEVICES)
    for path in places.DEVICES:
        _bind(base, path, _READ_ONLY | _NO_SUID)
    for path in places.private(hidden):
        _cover(base + path)
    os.mkdir(base + places.SCRATCH)
    _restrict(base, _READ_ONLY, recursive=False)
    os.chdir(base)
    kernel.call("pivot_root", b".", b".")
    kernel.call("umount2", b".", kernel.MNT_DETACH)
    os.chdir("/")


def scratch(size: int) -> None:
    """A folder in memory to write to, of so many bytes, for this process's mounts alone."""
    flags = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
    kernel.mount("scratch", places.SCRATCH, "tmpfs", flags, f"size={size},nr_inodes=2048,mode=700")


def _bind(base: str, path: str, attributes: int) -> None:
    real = _led_to(base, path)
    place = base + real
    if os.path.lexists(place):  # it lies in what stands there already
        return
    if os.path.isdir(real):
        os.makedirs(place)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        Path(place).touch()
    kernel.mount(real, place, "none", kernel.MS_BIND | kernel.MS_REC)
    _restrict(place, attributes, recursive=True)


def _led_to(base: str, path: str) -> str:
    """The path that this one really names; the links on the way are made below `base` too."""
    walked = "/"
    for part in Path(path).parts[1:]:
        here = os.path.join(walked, part)
        if os.path.islink(here) and not os.path.lexists(base + here):
            os.makedirs(base + walked, exist_ok=True)
            os.symlink(os.readlink(here), base + here)
        walked = os.path.realpath(here)
    return walked


def _cover(place: str) -> None:
    if os.path.isdir(place):
        flags = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_RDONLY
        kernel.mount("nothing", place, "tmpfs", flags, "mode=555,nr_inodes=1")
    elif os.path.exists(place):
        kernel.mount("/dev/null", place, "none", kernel.MS_BIND)


def _restrict(place: str, attributes: int, recursive: bool) -> None:
    wanted = struct.pack("=QQQQ", attributes, 0, 0, 0)
    path = os.fsencode(place)
    kernel.call("mount_setattr", -1, path, _RECURSIVE if recursive else 0, wanted, len(wanted))
