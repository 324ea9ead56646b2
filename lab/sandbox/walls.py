"""The walls of a tier: `build` once in a fork server, `confine` in each worker it forks.

Everything here is the toolkit's own code in a process that no learner's byte has reached yet. What
goes wrong goes up: a caller that cannot confine a worker ends it.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable

from lab.sandbox.plan import Sandbox

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_FILES, _FILE_SIZE, THREADS = 64, 16 << 20, 128
# What most harnesses import: loaded once, not in each worker.
_LOADED = """
ast base64 collections contextlib copy dataclasses datetime difflib enum fnmatch functools
hashlib heapq inspect io itertools json logging math operator os pathlib queue random re shlex
string textwrap threading time traceback types typing uuid weakref
"""

Confine = Callable[[], str]


def build(sandbox: Sandbox, base: str) -> Confine:
    """Prepares this process to fork confined workers.

    What comes back confines the process that calls it and gives the folder to work in; in tier A
    the call forks on the way, and returns in the one process that is to be the worker. `base` is an
    empty folder. OSError when the tier cannot be had here.
    """
    for name in [*_LOADED.split(), *_fakes(), "lab.provider"]:
        importlib.import_module(name)
    if sandbox.tier == "C":
        return lambda: limited(base, threads=_at_work() + THREADS)
    from lab.sandbox import linux  # here, not above: other systems have none of it

    return linux.full(sandbox, base) if sandbox.tier == "A" else linux.lite(sandbox, base)


def limited(folder: str, threads: int | None) -> str:
    """The limits that the kernel keeps for one process; gives the folder back."""
    os.umask(0o077)
    _cap("RLIMIT_NOFILE", _FILES)
    _cap("RLIMIT_FSIZE", _FILE_SIZE)
    _cap("RLIMIT_CORE", 0)
    _cap("RLIMIT_MEMLOCK", 0)
    if threads is not None:
        _cap("RLIMIT_NPROC", threads)
    return folder


def _cap(name: str, value: int) -> None:
    if resource is None or not hasattr(resource, name):
        return
    number = getattr(resource, name)
    hard = resource.getrlimit(number)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(number, (value, value))


def _at_work() -> int:
    """How many threads this user has now: the limit on them counts what runs outside, too."""
    if sys.platform != "linux":
        return 1000
    found = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == os.getuid():
                found += len(os.listdir(f"/proc/{name}/task"))
    return found


def _fakes() -> list[str]:
    """Every module of `import lab`: the folder they come from is not readable to a worker."""
    import lab

    folder = os.path.dirname(lab.__file__)
    names = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".py"))
    return [f"lab.{name}" for name in names if name not in ("__init__", "__main__", "lab_check")]
