"""The lab: fakes that keep a real provider's and a real machine's contract, and ways to look.

Standard library only, pure and deterministic: no clock, no randomness, no disk. The toolkit lives
in the subpackages, and nothing here imports it.
"""

from .characters import gullible, stuck, summariser
from .compare import Diff, diff
from .human import Human
from .messages import call, fail, reply, say, text, tool_result, user
from .model import (
    CalledTooOften,
    Request,
    SceneOver,
    ScriptedModel,
    ScriptOver,
    count_tokens,
    forever,
    lap,
    slow,
)
from .observe import drive, printed, raised, requests, tool
from .plaindata import NotPlain, plain, same
from .shell import Process, Shell
from .transcript import shape, show, validate
from .workspace import Workspace

__all__ = [
    "CalledTooOften",
    "Diff",
    "Human",
    "NotPlain",
    "Process",
    "Request",
    "SceneOver",
    "ScriptOver",
    "ScriptedModel",
    "Shell",
    "Workspace",
    "call",
    "count_tokens",
    "diff",
    "drive",
    "fail",
    "forever",
    "gullible",
    "lap",
    "plain",
    "printed",
    "raised",
    "reply",
    "requests",
    "same",
    "say",
    "shape",
    "show",
    "slow",
    "stuck",
    "summariser",
    "text",
    "tool",
    "tool_result",
    "user",
    "validate",
]

# What a notebook calls. Loaded when asked for: the fakes stay free of the toolkit.
_DESK = ("commit", "load_harness", "play", "reveal", "runs")


def __getattr__(name: str):
    if name not in _DESK:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module("lab.doctor.desk"), name)
