"""A whole terminal to draw on: lines in, keys out, and everything as it was when it is left.

Only lines that changed are written, all of them at once, so nothing flickers. What the lines say is
not known here. Systems without termios have no such terminal.
"""

import contextlib
import os
import re
import select
import signal
import sys
from collections.abc import Sequence
from typing import IO

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = tty = None  # type: ignore[assignment]

_OWN_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_ESCAPES = {"A": "up", "B": "down", "5~": "page up", "6~": "page down"}
_KEY = re.compile(r"\x1b[\[O]([0-9;]*[A-Za-z~])|(\x1b)|([^\x1b])")


def usable(stdin: IO[str], stdout: IO[str]) -> bool:
    """Whether keys can be read there and a screen drawn."""
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    return termios is not None and not dumb and stdin.isatty() and stdout.isatty()


class Terminal:
    """The terminal behind stdin and stdout. `enter` takes it, `leave` gives it back."""

    def __init__(self) -> None:
        self._stdin, self.stream = sys.stdin, sys.stdout
        self._held: list | None = None
        self._shown: list[str] = []
        self._stopped = self._own = False

    @property
    def size(self) -> os.terminal_size:
        """Columns and lines, 80 and 24 where it does not say."""
        with contextlib.suppress(OSError):
            found = os.get_terminal_size(self.stream.fileno())
            if found.columns and found.lines:
                return found
        return os.terminal_size((80, 24))

    def enter(self, own_screen: bool = True) -> None:
        """Takes the terminal: no echo, each key at once, and a screen of our own or the usual."""
        self.leave()
        self._own = own_screen
        self._held = termios.tcgetattr(self._stdin)
        self._shown = []
        signal.signal(signal.SIGTSTP, self._note_stop)
        tty.setcbreak(self._stdin, termios.TCSADRAIN)
        self._write(_OWN_SCREEN if own_screen else "")

    def leave(self) -> None:
        """Gives it back as it was. Harmless twice, and where the terminal itself has gone."""
        held, self._held = self._held, None
        if held is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._write(_LEAVE if self._own else "")
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(self._stdin, termios.TCSADRAIN, held)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)

    def draw(self, lines: Sequence[str]) -> None:
        """Shows these lines from the top; each must fit, and may hold colours."""
        shown, self._shown = self._shown, list(lines)
        rows = max(len(shown), len(lines))
        before, after = (list(some) + [""] * (rows - len(some)) for some in (shown, lines))
        changed = [n for n in range(rows) if before[n] != after[n]]
        if changed:
            self._write("".join(f"\x1b[{n + 1};1H\x1b[0m\x1b[2K{after[n]}" for n in changed))

    def forget(self) -> None:
        """Starts with an empty screen: its size has changed."""
        self._shown = []
        self._write("\x1b[0m\x1b[2J")

    def typed(self) -> list[str]:
        """What was typed: a character, `enter`, `up`, `down`, `page up`, `page down`, `gone`."""
        if self._stopped:
            self._stop()
        with contextlib.suppress(OSError):
            if not select.select([self._stdin], [], [], 0)[0]:
                return []
            if typed := os.read(self._stdin.fileno(), 1024):
                return _named(typed.decode("utf-8", "replace"))
        return ["gone"]

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()

    def _note_stop(self, *_: object) -> None:
        self._stopped = True  # done where nothing is half written

    def _stop(self) -> None:
        """Ctrl-Z: the shell gets its terminal, and on return we take it again."""
        self._stopped, shown = False, self._shown
        self.leave()
        os.kill(os.getpid(), signal.SIGTSTP)  # its own default action now; we go on after `fg`
        self.enter(self._own)
        self.draw(shown)


def _named(typed: str) -> list[str]:
    found = []
    for escape, _, plain in _KEY.findall(typed):
        if plain:
            found.append("enter" if plain in "\r\n" else plain.lower())
        elif escape in _ESCAPES:
            found.append(_ESCAPES[escape])
    return found
