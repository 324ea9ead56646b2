"""One worker as the parent sees it: a process with a harness loaded, and the limits on it.

What is asked goes out as one frame and the answer comes back as one; time, memory and output are
looked at meanwhile. Which scenes are played, and what a stopped worker costs, is not known here.
"""

import contextlib
import os
import secrets
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from lab.check import wire
from lab.check.limits import Limits, how_it_ended, resident, size, too_long
from lab.check.outcome import BROKEN, IMPORTING, Outcome, failed_load, outcome_of
from lab.check.player import Source
from lab.check.starter import Process
from lab.check.worker import CONFINED
from lab.sandbox.plan import SandboxFailed

_KEPT = 64 * 1024
_POLL = 0.02
_PATIENCE = 30.0


class Abandoned(KeyboardInterrupt):
    """Nobody waits for this suite any more. It goes up through a test as Ctrl-C does."""


class Worker:
    """One process with a harness loaded. `failed` is the Outcome of a load that went wrong."""

    def __init__(
        self, starter: object, process: Process, limits: Limits, abandoned: Callable[[], bool]
    ) -> None:
        self._starter, self._process, self._limits = starter, process, limits
        self._abandoned = abandoned
        self._output = _Output(process.output, limits.output)
        self._inbox = wire.Inbox()
        self._watch = selectors.DefaultSelector()
        self._watch.register(process.sock, selectors.EVENT_READ)
        self._watch.register(process.output, selectors.EVENT_READ)
        self.failed: Outcome | None = None
        self.stopped = False

    def await_confined(self) -> None:
        """Waits for the worker's word that it stands behind its walls; else SandboxFailed."""
        try:
            if self._await(time.monotonic() + _PATIENCE) == CONFINED:
                return
        except (_Stop, OSError, wire.WireError):
            pass
        self.close()
        raise SandboxFailed("a worker could not be confined, so nothing was run in it")

    def load(self, harness: Source, scenes: Source, beside: Sequence[Source]) -> None:
        """Sends the sources by value and waits until they are loaded, or `failed` says why not."""
        request = {
            "harness": _sent(harness),
            "scenes": _sent(scenes),
            "beside": [_sent(source) for source in beside],
        }
        try:
            answer = self._exchange(request, self._limits.seconds)
        except _Stop as stop:
            self.failed = _while_importing(self._stop(stop))
            return
        loaded = isinstance(answer, dict) and answer.get("loaded") is True
        if not loaded:
            failed = answer.get("failed") if isinstance(answer, dict) else None
            self.failed = failed_load(failed, self._output.take())
        self._output.take()

    def play(self, scene: str, args: dict, setup: str | None, seconds: float) -> Outcome:
        """Plays one scene within `seconds`. A worker that is `stopped` plays no more."""
        request = {"scene": scene, "args": args, "setup": setup}
        try:
            message = self._exchange(request, seconds)
        except _Stop as stop:
            return self._stop(stop)
        outcome = outcome_of(message, self._output.take())
        if outcome.status == "crashed":
            self.close()
        return outcome

    @property
    def fresh(self) -> bool:
        """Whether nothing waits to be read: an earlier scene may have sent what nobody asked."""
        if self.stopped or not self._inbox.empty:
            return False
        return all(key.fileobj is not self._process.sock for key, _ in self._watch.select(0))

    def close(self, patience: float = 0.0) -> int | None:
        """Ends the process and what it started; gives its wait status. Harmless twice."""
        if self.stopped:
            return None
        self.stopped = True
        self._watch.close()
        status = self._starter.end(self._process.pid, patience)  # type: ignore[attr-defined]
        self._process.sock.close()
        self._output.close()
        return status

    def _exchange(self, request: dict, seconds: float) -> object:
        """Sends one request and waits for its answer; raises _Stop when a limit is passed."""
        ident = secrets.token_hex(8)
        deadline = time.monotonic() + seconds
        try:
            self._process.sock.settimeout(max(deadline - time.monotonic(), 0.001))
            self._process.sock.sendall(wire.frame(wire.encode({**request, "id": ident})))
            data = self._await(deadline)
            if data[:16] != ident.encode("ascii"):
                raise _Stop("stale")
            answer = wire.decode(data[16:])
        except TimeoutError:
            raise _Stop("timeout", too_long(self._limits.seconds)) from None
        except OSError:
            raise _Stop("ended") from None
        except wire.WireError:
            raise _Stop("crashed", BROKEN) from None
        self._output.drain()
        return answer

    def _await(self, deadline: float) -> bytes:
        while (data := self._inbox.take()) is None:
            if self._abandoned():
                raise Abandoned
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            for key, _ in self._watch.select(min(left, _POLL)):
                if key.fileobj is self._process.sock:
                    self._hear()
                elif not self._output.drain():
                    self._watch.unregister(key.fileobj)
            self._check_limits()
        return data

    def _hear(self) -> None:
        more = self._process.sock.recv(1 << 16)
        if not more:
            raise _Stop("ended")
        self._inbox.feed(more)

    def _check_limits(self) -> None:
        if self._output.count > self._limits.output:
            printed = f"more than {size(self._limits.output)}"
            raise _Stop("crashed", f"your harness printed {printed} and was stopped")
        if resident(self._process.pid, self._process.ours) > self._limits.memory:
            used = f"more than {size(self._limits.memory)} of memory"
            raise _Stop("memory", f"your harness used {used} and was stopped")

    def _stop(self, stop: "_Stop") -> Outcome:
        """Ends the process, and says how the scene ended with it."""
        if stop.status in ("crashed", "ended"):
            with contextlib.suppress(OSError):
                self._output.drain()
        ended = stop.status == "ended"
        wait_status = self.close(patience=0.3 if ended else 0.0)
        printed = self._output.take()
        if stop.status == "stale":
            return Outcome("stale", BROKEN, printed=printed)
        status, line = how_it_ended(wait_status) if ended else (stop.status, stop.line)
        return Outcome(status, line, printed=printed)


class _Stop(Exception):
    """An exchange that had to end without an answer."""

    def __init__(self, status: str, line: str = "") -> None:
        super().__init__(status)
        self.status, self.line = status, line


class _Output:
    """What a worker prints: all of it counted, the first part kept."""

    def __init__(self, source: int | socket.socket, limit: int) -> None:
        self._source, self._limit = source, limit
        self._kept = bytearray()
        self.count = 0

    def drain(self) -> bool:
        """Reads what is there, though not for ever; False when nothing will come any more."""
        try:
            while self.count <= self._limit:
                data = self._read()
                if not data:
                    return False
                self.count += len(data)
                self._kept += data[: max(_KEPT - len(self._kept), 0)]
        except BlockingIOError:
            pass
        return True

    def take(self) -> str:
        """What was kept since the last time, and starts anew."""
        words = self._kept.decode("utf-8", "replace")
        self._kept.clear()
        self.count = 0
        return words

    def close(self) -> None:
        with contextlib.suppress(OSError):
            if isinstance(self._source, int):
                os.close(self._source)
            else:
                self._source.close()

    def _read(self) -> bytes:
        if isinstance(self._source, int):
            return os.read(self._source, 1 << 16)
        return self._source.recv(1 << 16)


def _sent(source: Source) -> dict:
    return {"path": source.path, "text": source.text.decode("latin-1")}


def _while_importing(outcome: Outcome) -> Outcome:
    """How a load was stopped: it will end like that for every scene, so the line says when."""
    if outcome.line == BROKEN:
        return replace(outcome, began=False)
    line = f"{IMPORTING}: {outcome.line.replace('your harness', 'it', 1)}"
    return replace(outcome, line=line, began=False)
