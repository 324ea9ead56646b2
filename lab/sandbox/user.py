"""Becoming nobody in particular: what root does before it goes near a stranger's code."""

import contextlib
import errno
import grp
import os
import pwd

# Above what useradd, systemd and the subordinate ids of containers hand out by default, and below
# 2^31, where old programs stop counting. The second one is for containers that map few ids.
_FIRST = (2_000_000_000, 61_000)
_SPAN = (1 << 22, 150)


def nobody() -> list[int]:
    """User ids to become, the best first; none unless this process is root.

    They follow from the process's own id, so that two servers at work never share one.
    """
    if os.geteuid() != 0:
        return []
    ids = [first + os.getpid() % span for first, span in zip(_FIRST, _SPAN, strict=True)]
    return [uid for uid in ids if not _is_somebody(uid)]


def become(ids: list[int]) -> None:
    """Gives up root for the first of these that the system knows, and for no groups.

    Nothing happens to a process that is not root. OSError when there is none.
    """
    if os.geteuid() != 0:
        return
    for uid in ids:
        try:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        except OSError as exc:
            if exc.errno != errno.EINVAL:  # an id that this container does not map
                raise
        else:
            return
    raise OSError(errno.EPERM, "no user id to become")


def _is_somebody(uid: int) -> bool:
    with contextlib.suppress(KeyError):
        return bool(pwd.getpwuid(uid))
    with contextlib.suppress(KeyError):
        return bool(grp.getgrgid(uid))
    return False
