"""What of this machine an interpreter needs to run, and what lies there that nobody may read."""

import os
import sys
import sysconfig
from pathlib import Path

SCRATCH = "/scratch"
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo")


def readable() -> list[str]:
    """The standard library, the shared libraries it loads, and the time zones."""
    library = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    own = os.path.join(sys.base_prefix, "lib")
    found = dict.fromkeys([*library, own, *_LIBRARIES, *_FILES])
    return [path for path in found if os.path.exists(path)]


def private(hidden: tuple[str, ...]) -> list[str]:
    """Installed packages, this toolkit with its lessons, and what the caller hides."""
    package = Path(__file__).resolve().parents[1]
    installed = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
    beside = [str(package.parent / "lessons")]
    found = dict.fromkeys([*installed, str(package), *beside, *hidden])
    return [os.path.realpath(path) for path in found if os.path.exists(path)]


def open_to_all(path: str) -> bool:
    """Whether any user may read below this path, as far as the modes of its parents say."""
    here = Path(os.path.realpath(path))
    return all(one.stat().st_mode & 0o001 for one in (here, *here.parents) if one.is_dir())
