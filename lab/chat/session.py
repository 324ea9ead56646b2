"""One chat: prompts in, runs out, and in between whoever sits there steers, answers and stops.

The harness does the work; this is one more frontend for it. A line typed during a run steers it.
Ctrl-C is a polite Stop, and a second one a hard one; where nothing runs, it leaves.
"""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from lab.chat.keys import Keys
from lab.chat.meter import Meter
from lab.chat.screen import Screen, shortened

PROMPT = "> "
_WINDOW = {"window": 200_000, "reserve": 20_000, "keep_recent_tokens": 20_000}
_HELP = """Type a prompt. While it works, a line you type reaches it at the next safe point.
/bill   what this session has cost
/help   these lines
/quit   leave (Ctrl-D too)
Ctrl-C  stop what is running; once more, and it is stopped hard"""


class Leave(Exception):
    """Somebody is done."""


class Chat:
    """A session over one harness. `said` are prompts that an empty line stands for, in order.

    `steers` says whether a line typed during a run is for that run; else it waits for the next.
    """

    def __init__(
        self,
        module: ModuleType,
        agent: Any,
        log: Any,
        meter: Meter,
        screen: Screen,
        keys: Keys,
        said: Sequence[str] = (),
        steers: bool = True,
    ) -> None:
        self._module, self._agent, self._log = module, agent, log
        self._meter, self._screen, self._keys = meter, screen, keys
        self._said, self._steers = list(said), steers
        self._task: asyncio.Task | None = None
        self._stops = 0
        self._asking = False
        self.streamed = False

    def heard(self, words: str) -> None:
        """A piece of text from the model, as it arrives."""
        self.streamed = True
        self._screen.words(words)

    def ask(self, question: str) -> bool:
        """The human of `confirm_with`: yes is `y` or `yes`, and anything else is no."""
        self._screen.ask(f"{shortened(question)} [y/N] ")
        self._asking = True
        try:
            answer = self._keys.take()
        except _Interrupted:
            self._stop()
            return False
        finally:
            self._asking = False
        if not self._steers:
            self._screen.words(f"{answer or ''}\n")
        return (answer or "").strip().lower() in ("y", "yes")

    async def run(self) -> None:
        """Until somebody leaves."""
        self._loop = asyncio.get_running_loop()
        with _interrupts(self._interrupted), contextlib.suppress(Leave):
            while True:
                await self._one(await self._next())
        self._screen.line(f"{self._meter}.")

    async def _next(self) -> str:
        """What is to be said next. Leave at the end of the lines, or on Ctrl-C."""
        self._screen.ask(PROMPT)
        self._task = asyncio.ensure_future(self._keys.wait())
        try:
            await self._task
        except asyncio.CancelledError:
            self._screen.line()
            raise Leave from None
        finally:
            self._task = None
        line = self._keys.take()
        if line is None:
            self._screen.line()
            raise Leave
        if not line.strip() and self._said:
            line = self._said.pop(0)
            self._screen.words(f"{PROMPT if self._steers else ''}{line}\n")
        elif not self._steers:
            self._screen.words(f"{line}\n")  # nobody has typed it here
        return line.strip()

    async def _one(self, line: str) -> None:
        if line in ("/quit", "/exit"):
            raise Leave
        if line == "/bill":
            self._screen.line(f"{self._meter}.")
        elif line.startswith("/"):
            self._screen.line(_HELP)
        elif line:
            await self._prompt(line)

    async def _prompt(self, text: str) -> None:
        """One run, with the lines that are typed meanwhile."""
        self._stops = 0
        if await self._module.maybe_compact(self._agent, self._log, self._agent.model, **_WINDOW):
            self._screen.line("(what was said so far has been summed up)", "pale")
        self._task = task = asyncio.ensure_future(self._drive(text))
        while not task.done():
            await self._listen(task)
        self._task = None
        with contextlib.suppress(asyncio.CancelledError):
            await task
        if task.cancelled():
            self._screen.line("Stopped hard: what was running may have been done in part.", "bad")
        self._screen.line(f"({self._meter})", "pale")

    async def _listen(self, task: asyncio.Task) -> None:
        """Waits for the end of the run or for a line, which steers it."""
        if not self._steers:
            await asyncio.wait([task])
            return
        typed = asyncio.ensure_future(self._keys.wait())
        await asyncio.wait([task, typed], return_when=asyncio.FIRST_COMPLETED)
        typed.cancel()
        if task.done() or not self._keys.waiting():
            if not task.done():
                await asyncio.wait([task])  # the lines have ended; the run has not
            return
        line = self._keys.take()
        if line and line.strip():
            self._screen.typed()
            self._agent.steer(line.strip())
            self._screen.line(f"(it will hear: {line.strip()})", "pale")

    async def _drive(self, text: str) -> None:
        async with contextlib.aclosing(self._agent.prompt(text)) as events:
            async for event in events:
                if event["type"] == "turn_start":
                    self.streamed = False
                self._screen.event(event, self.streamed)

    def _interrupted(self, *_: object) -> None:
        """Ctrl-C, wherever we are."""
        if self._asking:
            raise _Interrupted
        self._loop.call_soon_threadsafe(self._stop)  # which also wakes the loop up

    def _stop(self) -> None:
        self._stops += 1
        if self._task is None:
            return
        if not self._agent.is_running:
            self._task.cancel()  # nothing runs but the wait for a line
        elif self._stops == 1:
            self._screen.line("Stopping (Ctrl-C once more stops it hard)", "bad")
            self._agent.cancel()
        else:
            self._ending = asyncio.ensure_future(
                self._module.stop_run(self._agent, self._task, grace=0)
            )


class _Interrupted(Exception):
    """Ctrl-C while a question stands."""


@contextlib.contextmanager
def _interrupts(handler: Callable[..., None]) -> Iterator[None]:
    """Ctrl-C calls this, in the main thread, also while the event loop waits in a question."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
