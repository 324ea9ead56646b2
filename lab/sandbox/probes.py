"""Tries every tier on this machine: a tier that does not deny what it claims is not offered.

The trials run where a learner's file would, through the very runner that grades. A machine's walls
are what they turn out to be, whatever its kernel says of itself.
"""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from lab.check.limits import Limits
from lab.check.outcome import Outcome
from lab.check.player import Source
from lab.check.runner import Runner, Session
from lab.course.errors import LabError
from lab.sandbox import trials
from lab.sandbox.plan import TIERS, Sandbox, SandboxFailed

_HERE = Path(__file__).parent
_LIMITS = Limits(seconds=1.5, memory=192 << 20, output=1 << 20, stops=10**6)
_SCRATCH = 16 << 20
_SECRET = "what nobody may read"
NAMES = tuple(
    name
    for name, value in vars(trials).items()
    if callable(value) and getattr(value, "__module__", "") == trials.__name__
)
_LIMITED = ("takes_all_memory", "never_ends", "prints_without_end")
# A tier with limits and a process group promises these and no more.
CLAIMED = {"A": NAMES, "B": NAMES, "C": _LIMITED}


@dataclass(frozen=True)
class Tier:
    """A tier on this machine. `tried` says of each trial whether it was stopped.

    `why` is one line that says why a tier is not offered, "" for one that is.
    """

    name: str
    offered: bool
    why: str = ""
    tried: dict[str, bool] = field(default_factory=dict)


@lru_cache(maxsize=1)
def probe() -> tuple[Tier, ...]:
    """Each tier as it proves to be here, the strongest first. Takes some ten seconds, once."""
    return tuple(_probed(name) for name in TIERS)


def best_tier(require: str | None = None, unsafe: bool = False) -> str:
    """The strongest tier that this machine has.

    LabError when that is weaker than `require`, or when it is C and `unsafe` does not say that the
    submissions are trusted.
    """
    order = list(TIERS)
    refused = []
    for name in order[: order.index(require) + 1] if require else order:
        if name == "C" and not unsafe and require != "C":
            refused.append("tier C only with --unsafe-trust-submissions")
            continue
        tier = _probed_once(name)
        if tier.offered:
            return name
        refused.append(f"tier {name}: {tier.why}")
    raise LabError("this machine has no sandbox to grade in: " + "; ".join(refused))


@lru_cache(maxsize=3)
def _probed_once(name: str) -> Tier:
    return _probed(name)


def _probed(name: str) -> Tier:
    try:
        with _bait() as (told, hidden):
            tried = _tried(Sandbox(name, hidden=hidden, scratch=_SCRATCH), told)
    except SandboxFailed as exc:
        return Tier(name, False, str(exc).removeprefix(f"tier {name}: "))
    through = [label(one) for one in CLAIMED[name] if not tried[one]]
    why = f"it does not stop here: {', '.join(through)}" if through else ""
    return Tier(name, not why, why, tried)


def _tried(sandbox: Sandbox, told: dict) -> dict[str, bool]:
    """Plays every trial; SandboxFailed when even an honest harness cannot live there."""
    files = (_HERE / "trials.py", _HERE / "trial_scenes.py")
    sources = [Source(path.name, path.read_bytes()) for path in files]
    with Runner(_LIMITS, sandbox=sandbox) as runner:
        with contextlib.closing(runner.session(sources[0], sources[1])) as session:
            honest = session.play("inside", {})
            if honest.status != "pass":
                raise SandboxFailed(honest.line)
        return {name: _stopped(name, runner, sources, told) for name in NAMES}


def _stopped(name: str, runner: Runner, sources: list[Source], told: dict) -> bool:
    if name == "leaves_a_file_for_the_next":
        _played(name, runner, sources, told)
    found = _played(name, runner, sources, told)
    if found.status == "pass" and isinstance(found.seen, dict):
        return found.seen.get("went") == "stopped"
    # A program that was run in the worker's place answers nothing either.
    return not (name == "runs_a_program" and found.status != "error")


def _played(name: str, runner: Runner, sources: list[Source], told: dict) -> Outcome:
    with contextlib.closing(Session(runner, sources[0], sources[1], ())) as session:
        return session.play("trial", {"name": name, "told": told})


@contextlib.contextmanager
def _bait() -> Iterator[tuple[dict, tuple[str, ...]]]:
    """A secret, a folder, a port, a socket and a process, all within the reach of a plain process.

    The process stands for the judge, whose user it has: what it suffers, the judge need not.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lab-probe-")))
        folder.chmod(0o777)
        secret = folder / "secret"
        secret.write_text(_SECRET, encoding="utf-8")
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        code = "import sys; sys.stdin.read()"
        decoy = subprocess.Popen([sys.executable, "-I", "-S", "-c", code], stdin=subprocess.PIPE)
        stack.callback(decoy.wait)
        stack.callback(decoy.kill)
        told = {
            "secret": str(secret),
            "folder": str(folder),
            "toolkit": str(_HERE.parent),
            "port": listener.getsockname()[1],
            "path": _named_socket(stack, folder),
            "judge": decoy.pid,
            "size": _SCRATCH,
        }
        yield told, (str(folder),)


def _named_socket(stack: contextlib.ExitStack, folder: Path) -> str:
    path = str(folder / "socket")
    if hasattr(socket, "AF_UNIX"):
        one = stack.enter_context(socket.socket(socket.AF_UNIX))
        one.bind(path)
        one.listen()
        os.chmod(path, 0o777)
    return path


def label(name: str) -> str:
    """What a trial tries, in words."""
    words: str = getattr(trials, name).__doc__
    return words[0].lower() + words[1:]
