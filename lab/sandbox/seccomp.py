"""The filter on system calls: what a worker may not ask the kernel for.

It denies by name and lets the rest pass: what Python needs differs from one libc to the next, and
files are Landlock's business. A comparison sees 32 bits, and so does the kernel for each argument
compared here.
"""

import ctypes
import struct
from collections.abc import Sequence

from lab.sandbox import kernel
from lab.sandbox.numbers import ARCHITECTURES, FIRST_UNKNOWN, X32_BIT, machine, numbers

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # linux/bpf_common.h
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_DENY, _NO_SUCH_CALL = 0x00050000 | 1, 0x00050000 | 38  # EPERM, ENOSYS
_AF_UNIX = 1
_THREAD = 0x00010000
_NEW_NAMESPACE = 0x7E020080

# Each is one way out: to the network, to another process, to the kernel's less trodden parts, or
# to memory that no limit counts.
_DENIED = """
socket connect bind listen execve execveat vfork ptrace process_vm_readv process_vm_writev
process_madvise process_mrelease kcmp pidfd_open pidfd_getfd pidfd_send_signal tkill
rt_sigqueueinfo rt_tgsigqueueinfo setpriority ioprio_set sched_setaffinity sched_setscheduler
sched_setparam sched_setattr migrate_pages move_pages unshare setns mount umount2 pivot_root
chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr name_to_handle_at
open_by_handle_at bpf perf_event_open userfaultfd io_uring_setup io_uring_enter
io_uring_register add_key request_key keyctl memfd_create memfd_secret shmget semget msgget
mq_open init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff
syslog acct quotactl quotactl_fd settimeofday clock_settime clock_adjtime adjtimex sethostname
setdomainname personality lookup_dcookie fanotify_init inotify_init inotify_init1 iopl ioperm
modify_ldt vhangup uselib sync
"""
# Landlock has no say in these; without a scratch folder nobody needs them.
_DENIED_WITHOUT_SCRATCH = """
chmod fchmod fchmodat chown fchown lchown fchownat utime utimes utimensat futimesat truncate
setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
"""
_F_SETOWN, _F_SETSIG, _F_SETOWN_EX = 8, 10, 15
_FIOSETOWN, _SIOCSPGRP, _TIOCSTI, _TIOCLINUX = 0x8901, 0x8902, 0x5412, 0x541C

_Code = list[tuple[int, int, int, int]]


def restrict(me: int, forks: bool, scratch: bool) -> None:
    """Puts this thread, and all it starts, behind the filter; `me` is its process's id.

    OSError when the kernel has no such filter or the machine's numbers are not known.
    """
    name = machine()
    if name is None:
        raise OSError(38, "seccomp: this machine's system calls are not known")
    code = program(name, me, forks, scratch)
    packed = b"".join(struct.pack("=HBBI", *line) for line in code)
    held = ctypes.create_string_buffer(packed, len(packed))
    head = struct.pack("@HP", len(code), ctypes.addressof(held))
    fprog = ctypes.create_string_buffer(head, len(head))
    kernel.prctl(kernel.PR_SET_SECCOMP, 2, ctypes.addressof(fprog))


def program(name: str, me: int, forks: bool, scratch: bool) -> _Code:
    """The filter for a machine as lines of (code, jump if true, jump if not, value)."""
    known = numbers(name)
    code: _Code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, ARCHITECTURES[name]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if name == "x86_64":  # the same calls once more, under other numbers
        code += [(_AT_LEAST, 0, 1, X32_BIT), (_RETURN, 0, 0, _DENY)]
    # clone3 takes its flags from memory, where no filter sees them; libc then takes clone.
    code += [*_when(known["clone3"], [(_RETURN, 0, 0, _NO_SUCH_CALL)])]
    code += [(_AT_LEAST, 0, 1, FIRST_UNKNOWN), (_RETURN, 0, 0, _NO_SUCH_CALL)]
    for call in denied(forks, scratch):
        if call in known:
            code += _when(known[call], [(_RETURN, 0, 0, _DENY)])
    for call, lines in _looked_at(me, forks):
        code += _when(known[call], lines)
    return [*code, (_RETURN, 0, 0, _ALLOW)]


def denied(forks: bool, scratch: bool) -> list[str]:
    """The calls that are denied whatever is asked of them."""
    names = _DENIED.split()
    names += [] if scratch else _DENIED_WITHOUT_SCRATCH.split()
    return names if forks else [*names, "fork"]


def _looked_at(me: int, forks: bool) -> list[tuple[str, _Code]]:
    """The calls whose arguments decide."""
    clone = [(_LOAD, 0, 0, _ARGUMENTS), (_ANY_BIT, 0, 1, _NEW_NAMESPACE), (_RETURN, 0, 0, _DENY)]
    allowed_to = _ALLOW if forks else _DENY
    clone += [(_ANY_BIT, 0, 1, _THREAD), (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, allowed_to)]
    found = [
        ("clone", clone),
        ("socketpair", _only(0, [_AF_UNIX])),
        ("prlimit64", _only(0, [0, me])),
        ("fcntl", _never(1, [_F_SETOWN, _F_SETSIG, _F_SETOWN_EX])),
        ("ioctl", _never(1, [_FIOSETOWN, _SIOCSPGRP, _TIOCSTI, _TIOCLINUX])),
    ]
    # One that may fork may have to end its children; whom else it reaches, Landlock says.
    return found if forks else [*found, ("kill", _only(0, [me])), ("tgkill", _only(0, [me]))]


def _when(number: int, lines: _Code) -> _Code:
    return [(_EQUAL, 0, len(lines), number), *lines]


def _only(argument: int, values: Sequence[int]) -> _Code:
    return _by_value(argument, values, _ALLOW, _DENY)


def _never(argument: int, values: Sequence[int]) -> _Code:
    return _by_value(argument, values, _DENY, _ALLOW)


def _by_value(argument: int, values: Sequence[int], then: int, otherwise: int) -> _Code:
    code: _Code = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
    for value in values:
        code += [(_EQUAL, 0, 1, value), (_RETURN, 0, 0, then)]
    return [*code, (_RETURN, 0, 0, otherwise)]
