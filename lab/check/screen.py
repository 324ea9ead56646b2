"""Prints lines: in colour on a terminal, plain elsewhere, with what the encoding cannot hold spelt.

What a learner's code made up may be among them, so control characters are spelt out too.
"""

import contextlib
import os
import re
from collections.abc import Sequence
from typing import IO

from lab.check.report import Line

STYLES = {"good": "green", "bad": "bold red", "pale": "yellow", "title": "bold", "": ""}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Screen:
    """A stream to print lines on.

    `onward` says that what is done goes on when whoever read the lines has gone: they are then
    dropped. Otherwise that is BrokenPipeError.
    """

    def __init__(self, stream: IO[str], onward: bool = False) -> None:
        self._stream, self._onward = stream, onward
        self._rich = None
        if colours(stream):
            from rich.console import Console  # here, since it costs a third of a short run

            self._rich = Console(file=stream, highlight=False, soft_wrap=True)

    def print(self, *lines: Line) -> None:
        """Prints the lines, each at once."""
        try:
            self._print(lines)
        except BrokenPipeError:
            if not self._onward:
                raise
            forget(self._stream)

    def _print(self, lines: Sequence[Line]) -> None:
        for line in lines:
            word, text = (safe(part, self._stream) for part in (line.word, line.text))
            if self._rich is None:
                self._stream.write(f"  {word} {text}\n" if word else f"{text}\n")
            else:
                self._print_rich(word, text, line.tone)
        self._stream.flush()

    def _print_rich(self, word: str, text: str, tone: str) -> None:
        from rich.text import Text

        style = STYLES[tone]
        parts = ("  ", (word, style), " ", text) if word else ((text, style),)
        self._rich.print(Text.assemble(*parts))  # type: ignore[union-attr]


def safe(text: str, stream: IO[str]) -> str:
    """The text as the stream can hold it, control characters spelt out."""
    text = _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def forget(stream: IO[str]) -> None:
    """From now on what is written there, and what is still to be, is dropped."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def colours(stream: IO[str]) -> bool:
    """Whether colours are wanted there."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain
