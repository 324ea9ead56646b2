"""The two tiers of Linux, put together from their walls."""

import os

from lab.sandbox import box, kernel, landlock, places, seccomp, user, view
from lab.sandbox.plan import Sandbox
from lab.sandbox.walls import THREADS, Confine, limited

_SIGNAL_SCOPE = 6  # Landlock's version that knows of signals


def full(sandbox: Sandbox, base: str) -> Confine:
    """Tier A: a root folder for the server, and a box of namespaces for each worker."""
    _prepare()
    proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    ids = user.nobody()
    os.chmod(base, 0o755)
    view.separate(ids)
    view.enter(base, sandbox.hidden)
    user.become(ids)
    kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)

    def confine() -> str:
        box.enter(proc, sandbox.scratch)
        os.close(proc)
        folder = limited(places.SCRATCH, threads=THREADS)
        rules = _rules(list(filter(os.path.exists, places.readable())))
        rules.own(places.SCRATCH)
        _shut(rules, sandbox, scratch=True)
        return folder

    return confine


def lite(sandbox: Sandbox, base: str) -> Confine:
    """Tier B: rules on files and calls. A view only where an interpreter lies in root's home."""
    _prepare()
    hidden = places.private(sandbox.hidden)
    ids = user.nobody()
    if sandbox.forks and not ids and landlock.abi() < _SIGNAL_SCOPE:
        raise OSError(
            95, "Landlock: this version lets a process that forks signal all of its user's"
        )
    if ids and not all(map(places.open_to_all, places.readable())):
        view.separate(ids)
        view.enter(base, sandbox.hidden)
        hidden = list(filter(os.path.exists, hidden))
    user.become(ids)
    rules = _rules(list(landlock.without(places.readable(), hidden)))
    rules.list(filter(os.path.isdir, places.readable()))

    def confine() -> str:
        folder = limited("/", threads=THREADS if ids else None)
        _shut(rules, sandbox, scratch=False)
        return folder

    return confine


def _rules(paths: list[str]) -> landlock.Ruleset:
    rules = landlock.Ruleset()
    rules.read(paths)
    rules.use(places.DEVICES)
    return rules


def _shut(rules: landlock.Ruleset, sandbox: Sandbox, scratch: bool) -> None:
    """The last step: from here on this process can do what a worker may do, and no more."""
    kernel.drop_capabilities()
    rules.restrict()
    seccomp.restrict(os.getpid(), sandbox.forks, scratch)


def _prepare() -> None:
    if not landlock.abi():
        raise OSError(95, "Landlock: the kernel has none, or it is switched off")
    kernel.one_arena()
