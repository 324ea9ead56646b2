"""A terminal of 80 by 24 that a test looks at: what is to be seen on it, not what was sent."""

import re
import time
from pathlib import Path

import pexpect

_PART = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])|([\r\n])|([^\x1b\r\n]+)")


class Glass:
    """A process on a pseudo-terminal; `raw` is all it sent, `text` what is to be seen now."""

    def __init__(self, command: str, arguments: list[str], cwd: Path, env: dict[str, str]) -> None:
        self.process = pexpect.spawn(
            command, arguments, cwd=cwd, env=env, dimensions=(24, 80), encoding="utf-8"
        )
        self.raw = ""
        self.own = False
        self._rows: dict[int, str] = {}
        self._usual: dict[int, str] = {}
        self._row = 1

    @property
    def text(self) -> str:
        return "\n".join(self._rows.get(n, "") for n in range(1, max(self._rows, default=0) + 1))

    def shows(self, pattern: str) -> None:
        """Returns once this is to be seen; an AssertionError when it never is."""
        self._until(lambda: re.search(pattern, self.text, re.S), pattern)

    def sends(self, pattern: str) -> None:
        """Returns once this was sent, whether or not it is still to be seen."""
        self._until(lambda: re.search(pattern, self.raw, re.S), pattern)

    def on_own_screen(self, own: bool) -> None:
        """Returns once it draws on a screen of its own, or on the usual one again."""
        self._until(lambda: self.own == own, f"own screen: {own}")

    def ends(self) -> int | None:
        """Waits for its end; the exit code, None when a signal ended it."""
        self._until(lambda: self.process.flag_eof, "the end")
        self.process.close()
        return self.process.exitstatus

    def _until(self, held, what: str) -> None:
        deadline = time.monotonic() + 60
        while not held():
            assert time.monotonic() < deadline and self._read(), f"{what}: not in\n{self.text}"

    def _read(self) -> bool:
        if self.process.flag_eof:
            return False
        try:
            data = self.process.read_nonblocking(1 << 16, 0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return True  # what was waited for may hold now
        self.raw += data
        for private, numbers, letter, move, plain in _PART.findall(data):
            self._take(private, numbers, letter, move, plain)
        return True

    def _take(self, private: str, numbers: str, letter: str, move: str, plain: str) -> None:
        if plain:
            self._rows[self._row] = self._rows.get(self._row, "") + plain
        elif move == "\n":
            self._row += 1
        elif private and numbers == "1049":
            self.own = letter == "h"
            self._rows, self._usual = (
                (dict(self._usual), self._rows) if self.own else (self._usual, {})
            )
            self._row = 1 if self.own else max(self._rows, default=0) + 1
        elif letter == "H":
            self._row = int((numbers or "1").split(";")[0])
        elif letter == "K":
            self._rows[self._row] = ""
        elif letter == "J":
            self._rows.clear()
