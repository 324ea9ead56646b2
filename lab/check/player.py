"""Plays scenes on one harness in this process, and says what happened as plain data.

The worker and plain pytest both play through this, so that both give the same verdicts. It has no
limits and judges nothing: endless loops, memory and a dying process are its caller's business.
"""

import asyncio
import inspect
import os
import sys
import threading
import types
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec

import lab
from lab.check import wire

PACKAGE = "anthropic"
_MESSAGE = 2000
_KEPT = 64 * 1024
# Taken when this module is loaded: what a harness patches later does not reach them.
_run = asyncio.run
_threads = threading.enumerate


@dataclass(frozen=True)
class Source:
    """One Python file by value: the path to name in messages, and its bytes."""

    path: str
    text: bytes


class Player:
    """A harness and a file of scenes, loaded as modules of this process until `close`.

    `beside` holds the files that belong beside the harness; they are imported by name when asked
    for. `here` is for a process somebody sits at: what is printed is passed on and kept, and Ctrl-C
    goes up.
    """

    def __init__(
        self, harness: Source, scenes: Source, beside: Sequence[Source] = (), here: bool = False
    ) -> None:
        self._harness, self._scenes, self._here = harness, scenes, here
        self._learner = {harness.path, *(source.path for source in beside)}
        self._finder = _Beside(beside)
        self._modules: dict[str, types.ModuleType] = {}
        self._before: dict[str, types.ModuleType | None] = {}

    def load(self) -> dict:
        """{"loaded": True}, or {"failed": …} with the kind, file, line, text and message."""
        self._finder.enter()
        return self._load("harness", self._harness) or self._load("scenes", self._scenes) or LOADED

    def close(self) -> None:
        """Takes the modules out of `sys.modules` and puts back what stood there."""
        for name, module in self._before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
        self._before.clear()
        self._finder.leave()

    def play(self, name: str, args: dict, setup: str | None = None) -> bytes:
        """What came of one scene, encoded: see `_message`.

        `setup` names a function of the scenes' module that is called with the harness first; what
        it puts into the harness is taken out again afterwards.
        """
        message = self._message(name, args, setup)
        try:
            return wire.encode(message)
        except wire.WireError as exc:
            fault = _text(exc).replace('value["seen"]', "seen", 1)
            return wire.encode({**message, "seen": None, "unplain": fault})

    def _message(self, name: str, args: dict, setup: str | None) -> dict:
        """{"seen": …} or {"raised": …} or {"missing": name}, with "threads" and "printed"."""
        scenes, harness = self._modules["scenes"], self._modules["harness"]
        for wanted in filter(None, (name, setup)):
            if not callable(getattr(scenes, wanted, None)):
                return {"missing": wanted}
        before, held = set(_threads()), dict(vars(harness))
        with _Tidy(self._here) as tidy:
            message = self._outcome(lambda: _played(scenes, harness, name, args, setup))
        if setup:
            vars(harness).clear()
            vars(harness).update(held)
        return {**message, "threads": _left(before), "printed": tidy.printed}

    def _outcome(self, play: Callable[[], object]) -> dict:
        try:
            return {"seen": play()}
        except BaseException as exc:
            if self._here and isinstance(exc, KeyboardInterrupt):
                raise
            return {"raised": self._told(exc)}

    def _load(self, name: str, source: Source) -> dict | None:
        module = types.ModuleType(name)
        module.__file__ = source.path
        self._before.setdefault(name, sys.modules.get(name))
        sys.modules[name] = self._modules[name] = module
        try:
            code = _compiled(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
            return {"failed": {**_syntax(exc, source), "kind": "syntax", "module": name}}
        try:
            exec(code, vars(module))
        except BaseException as exc:
            if self._here and isinstance(exc, KeyboardInterrupt):
                raise
            return {"failed": {**self._told(exc), "kind": "raised", "module": name}}
        return None

    def _told(self, exc: BaseException) -> dict:
        """Type, message and, when it went through the learner's file, file, line and function."""
        told: dict = {"type": _text(type(exc).__name__), "message": _text(exc)}
        told["own"] = type(exc).__module__.partition(".")[0] == "lab"
        told.update({"file": None, "line": None, "function": None})
        if isinstance(exc, AttributeError) and exc.obj is self._modules.get("harness"):
            told["absent"] = _text(exc.name)
        trace = exc.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename in self._learner:
                told["file"] = os.path.basename(code.co_filename)
                told["line"] = trace.tb_lineno
                told["function"] = code.co_qualname.rpartition("<locals>.")[2]
            trace = trace.tb_next
        return told


def as_module(name: str, source: Source) -> types.ModuleType:
    """The source as the module of this name, for good; what stood there is back when it raises.

    Not imported, so that no cache is left beside the file.
    """
    module = types.ModuleType(name)
    module.__file__ = source.path
    code = compile(source.text, source.path, "exec", dont_inherit=True)
    before = sys.modules.get(name)
    sys.modules[name] = module  # before it runs: a dataclass looks its own module up
    try:
        exec(code, vars(module))
    except BaseException:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        raise
    return module


LOADED = {"loaded": True}


def _played(
    scenes: types.ModuleType, harness: types.ModuleType, name: str, args: dict, setup: str | None
) -> object:
    if setup:
        getattr(scenes, setup)(harness)
    seen = getattr(scenes, name)(harness, lab, **args)
    return _run(_awaited(seen)) if inspect.isawaitable(seen) else seen


async def _awaited(awaitable: object) -> object:
    return await awaitable  # type: ignore[misc]


def _compiled(source: Source) -> types.CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(source.text, source.path, "exec", dont_inherit=True)


def _syntax(exc: BaseException, source: Source) -> dict:
    line = getattr(exc, "lineno", None)
    text = (getattr(exc, "text", None) or "").strip()
    message = getattr(exc, "msg", None) or str(exc) or type(exc).__name__
    told = {"message": _text(message), "line": line, "text": _text(text)[:200]}
    return {"type": type(exc).__name__, "file": os.path.basename(source.path), **told}


def _text(value: object) -> str:
    """Its words, as an exact str without lone surrogates, whatever its `__str__` does."""
    try:
        return str.encode(str(value), "utf-8", "replace").decode()[:_MESSAGE]
    except BaseException:
        return ""


def _left(before: set[threading.Thread]) -> list[str]:
    """The names of the threads that were started meanwhile and still run."""
    started = [thread for thread in _threads() if thread not in before]
    for thread in started:
        thread.join(0.05)
    return [_text(thread.name) for thread in started if thread.is_alive()]


class _Tidy:
    """Puts back what a scene may leave changed in the process; keeps what it printed.

    The text is kept only for a process somebody sits at: a worker's output is its parent's to read.
    """

    def __init__(self, here: bool) -> None:
        self._here = here
        self.printed = ""

    def __enter__(self) -> "_Tidy":
        self._held = sys.stdout, sys.stderr, sys.getrecursionlimit(), os.getcwd()
        self._parts: list[str] = []
        if self._here:
            sys.stdout = _Tee(sys.stdout, self._parts)
            sys.stderr = _Tee(sys.stderr, self._parts)
        return self

    def __exit__(self, *exc: object) -> None:
        sys.stdout, sys.stderr, depth, folder = self._held
        self.printed = _text("".join(self._parts))[:_KEPT]
        for put_back in (
            lambda: sys.setrecursionlimit(depth),
            lambda: os.chdir(folder),
            sys.stdout.flush,
            sys.stderr.flush,
        ):
            try:
                put_back()
            except (OSError, ValueError, RecursionError):
                continue


class _Tee:
    """A stream that also keeps what is written to it."""

    def __init__(self, stream: object, parts: list[str]) -> None:
        self._stream, self._parts = stream, parts

    def write(self, text: str) -> int:
        self._parts.append(str(text))
        return self._stream.write(text)  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _Beside:
    """Imports the files beside the harness, by value: a finder and a loader for `sys.meta_path`.

    Who asks for the provider's package gets its stand-in, whether it is installed or not.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = {os.path.basename(source.path)[:-3]: source for source in sources}
        self._before: dict[str, types.ModuleType] = {}

    def enter(self) -> None:
        """From now on an `import` finds these, and none that was imported before."""
        names = [
            name for name in sys.modules if name.partition(".")[0] in (*self._sources, PACKAGE)
        ]
        self._before = {name: sys.modules.pop(name) for name in names}
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Puts back in `sys.modules` what stood there."""
        if self not in sys.meta_path:
            return
        sys.meta_path.remove(self)
        for name in (*self._sources, PACKAGE):
            sys.modules.pop(name, None)
        sys.modules.update(self._before)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        ours = name in self._sources or name == PACKAGE
        return ModuleSpec(name, self) if ours else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        if module.__name__ not in self._sources:
            from lab.provider import stand_in  # here, not above: few ask for it

            vars(module).update({k: v for k, v in vars(stand_in).items() if not k.startswith("_")})
            return
        source = self._sources[module.__name__]
        module.__file__ = source.path
        exec(_compiled(source), vars(module))
