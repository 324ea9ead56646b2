"""What a scene needs to play a harness and to hand over what it saw, as plain data.

`tool` makes a tool that keeps a log, `drive` plays a run to its end, `requests`, `raised` and
`printed` say what happened. Nothing here asserts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable

from .model import SceneOver, ScriptedModel, lap
from .plaindata import copied

_HERE = os.path.dirname(os.path.abspath(__file__))
_LIBRARY = os.path.dirname(os.path.abspath(os.__file__))


async def drive(run, into: list | None = None) -> list:
    """Consume a run, a coroutine or an async iterator, to its end.

    Returns its events, [] for a coroutine; `into` gets them one by one, for a run that may not
    reach its end. Closes nothing.
    """
    events = [] if into is None else into
    if hasattr(run, "__aiter__"):
        async for event in run:
            events.append(event)
    elif hasattr(run, "__await__"):
        await run
    else:
        raise TypeError(
            f"drive takes a coroutine or an async iterator, not {type(run).__name__}:"
            " is an `async` or a `return` missing?"
        )
    return events


def tool(
    name: str,
    *,
    returns: object = "ok",
    raises: str | BaseException | type[BaseException] | None = None,
    does: Callable | None = None,
    laps: int = 0,
    description: str | None = None,
    parameters: dict | None = None,
) -> dict:
    """A tool that takes any arguments; its key `calls` lists those it was given.

    It waits `laps` laps, then does one of three things: answers `returns`, raises `raises` (a str
    is a RuntimeError of these words), or answers what `does(arguments, signal)` returns, a plain or
    an async function.
    """
    calls: list[dict] = []

    async def execute(arguments, signal=None):
        calls.append(copied(arguments))
        for _ in range(laps):
            await lap()
        if raises is not None:
            raise RuntimeError(raises) if isinstance(raises, str) else raises
        if does is None:
            return returns
        answer = does(arguments, signal)
        return await answer if hasattr(answer, "__await__") else answer

    return {
        "name": name,
        "description": description or f"The {name} tool.",
        "parameters": parameters or {"type": "object", "properties": {}, "required": []},
        "execute": execute,
        "calls": calls,
    }


def requests(model: ScriptedModel) -> list[dict]:
    """What each call of the model was sent: system, messages and tools, as plain data."""
    return [
        copied({"system": sent.system, "messages": sent.messages, "tools": sent.tools})
        for sent in model.calls
    ]


def raised(thing):
    """What an awaitable, an async iterator or a callable raised: type, message, line; or None.

    `await lab.raised(coroutine)`, `lab.raised(lambda: plain())`; a callable that gives an awaitable
    is awaited too: `await lab.raised(lambda: slow())`. `line` is where it was raised, or the call
    that led there when that was inside the fakes or the standard library. What ends a scene
    (SceneOver, Ctrl-C) is not caught; a CancelledError is. `type` is the nearest class of Python's
    own: a subclass of ValueError is told as a ValueError.
    """
    if hasattr(thing, "__await__") or hasattr(thing, "__aiter__"):
        return _raised_later(thing)
    try:
        answer = thing()
    except BaseException as exc:
        return _told(exc)
    return _raised_later(answer) if hasattr(answer, "__await__") else None


async def _raised_later(run) -> dict | None:
    try:
        await drive(run)
    except BaseException as exc:
        return _told(exc)
    return None


def _told(exc: BaseException) -> dict:
    if isinstance(exc, (SceneOver, KeyboardInterrupt, GeneratorExit)):
        raise exc
    return {"type": _kind(exc), "message": str(exc), "line": _line(exc)}


def _kind(exc: BaseException) -> str:
    """The name of its nearest class that is Python's own: who subclasses ValueError raises one."""
    classes = type(exc).__mro__
    own = (c for c in classes if c.__module__.partition(".")[0] in sys.stdlib_module_names)
    return next(own).__name__


def _line(exc: BaseException) -> int | None:
    """The line of the innermost frame that is neither the fakes' nor the standard library's."""
    line, frame = None, exc.__traceback__
    while frame is not None:
        if not _is_ours(frame.tb_frame.f_code.co_filename):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _is_ours(filename: str) -> bool:
    folder = os.path.dirname(os.path.abspath(filename))
    library = folder == _LIBRARY or folder.startswith(_LIBRARY + os.sep)
    return (
        filename.startswith("<frozen")
        or folder == _HERE
        or (library and "site-packages" not in folder)
    )


def printed(play: Callable):
    """What calling it printed; awaitable when it gives an awaitable. What it raises goes up."""
    import contextlib  # here, not above: few scenes print
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        answer = play()
    return _printed_later(answer, out) if hasattr(answer, "__await__") else out.getvalue()


async def _printed_later(answer: Awaitable, out) -> str:
    import contextlib

    with contextlib.redirect_stdout(out):
        await answer
    return out.getvalue()
