"""Walls around a process that runs a stranger's code, in three tiers, with no root and no daemon.

`probe` tries each tier on this machine, `best_tier` picks one, `doctor` shows what each of them
really denies. A `Sandbox` says which walls a `lab.check.runner.Runner` builds; they stand before a
learner's first byte reaches the process, and one that cannot be built means that nothing is run.

A verdict does not hang on any of this: it is decided in another process. These walls protect the
machine, the suites and the other submissions.
"""

from lab.sandbox.plan import Sandbox, SandboxFailed

__all__ = ["Sandbox", "SandboxFailed", "best_tier", "doctor", "doctor_data", "probe"]

_ELSEWHERE = {
    "probe": "probes",
    "best_tier": "probes",
    "doctor": "table",
    "doctor_data": "table",
}


def __getattr__(name: str) -> object:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # here, not above: a fork server loads the walls and nothing else

    return getattr(importlib.import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)
