"""Lines that somebody types, also while something else is going on.

A thread reads them, so that a run and its tools go on meanwhile. Who the line is for, a prompt, a
question or a run to be steered, is not known here.
"""

import asyncio
import os
import queue
import threading

_CHUNK = 4096


class Keys:
    """The lines of a descriptor, in order; None once it has ended."""

    def __init__(self, descriptor: int, loop: asyncio.AbstractEventLoop) -> None:
        self._descriptor, self._loop = descriptor, loop
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._there = asyncio.Event()
        self._ended = False
        # A daemon that reads below Python's own streams: nothing waits for it at the end.
        threading.Thread(target=self._read, daemon=True).start()

    def waiting(self) -> bool:
        """Whether a line is there to be taken."""
        return not self._lines.empty()

    async def wait(self) -> None:
        """Until there is a line, or the end."""
        while self._lines.empty() and not self._ended:
            self._there.clear()
            await self._there.wait()

    def take(self) -> str | None:
        """The next line, waited for without the event loop; None at the end."""
        if self._ended and self._lines.empty():
            return None
        line = self._lines.get()
        self._ended = self._ended or line is None
        return line

    def _read(self) -> None:
        held = b""
        while True:
            try:
                data = os.read(self._descriptor, _CHUNK)
            except OSError:
                data = b""
            if not data:
                break
            *lines, held = (held + data).split(b"\n")
            for line in lines:
                self._put(line)
        if held:
            self._put(held)
        self._tell(None)

    def _put(self, line: bytes) -> None:
        self._tell(line.decode("utf-8", "replace").rstrip("\r"))

    def _tell(self, line: str | None) -> None:
        self._lines.put(line)
        try:
            self._loop.call_soon_threadsafe(self._there.set)
        except RuntimeError:  # the loop is closed: nobody is waiting any more
            return
