"""Which walls to build, as plain data that crosses to a fork server. Builds none itself."""

from dataclasses import asdict, dataclass

from lab.course.errors import LabError

TIERS = {
    "A": "namespaces, Landlock, seccomp, limits, a scratch folder of bounded size",
    "B": "Landlock, seccomp, limits, no scratch folder",
    "C": "limits and a process group only",
}
_SCRATCH = 64 << 20


class SandboxFailed(LabError):
    """The walls that were asked for could not be built, so nothing was run."""


@dataclass(frozen=True)
class Sandbox:
    """A tier, and what differs from one use of it to the next.

    `hidden` are files and folders that a worker must not read even where they lie below something
    it may read (the interpreter's own folders). Whatever is not the interpreter's is hidden anyway.
    `forks` lets a worker fork, never run a program. `scratch` is the size in bytes of the one
    folder it may write to, in tier A. A tier that is none of TIERS raises ValueError.
    """

    tier: str
    hidden: tuple[str, ...] = ()
    forks: bool = False
    scratch: int = _SCRATCH

    def __post_init__(self) -> None:
        if self.tier not in TIERS:
            raise ValueError(f"no such tier: {self.tier!r}")

    def as_dict(self) -> dict:
        """The same as plain data; `from_dict` reads it back."""
        return {**asdict(self), "hidden": [str(path) for path in self.hidden]}

    @staticmethod
    def from_dict(value: dict) -> "Sandbox":
        return Sandbox(**{**value, "hidden": tuple(value["hidden"])})
