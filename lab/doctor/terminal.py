"""Blocks in a terminal: with rich where it can show them, else as plain text.

Plain is what a pipe, NO_COLOR, `--plain` and an encoding without box drawing get.
"""

import os
import shutil
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

from lab.doctor.blocks import (
    FIRST,
    FOLDED,
    Block,
    Compared,
    Heading,
    Options,
    Prose,
    Told,
    as_text,
    clipped,
    fitted,
)

if TYPE_CHECKING:
    from rich.console import Console

_WIDEST = 110


class Screen:
    """Where blocks are shown: a text stream, drawn with rich unless it must be plain."""

    def __init__(self, stream: IO[str], plain: bool = False):
        self._stream = stream
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        boxes = fitted("\u2500\u2022", self._encoding) == "\u2500\u2022"
        # TERM=dumb and NO_COLOR ask for as much as a pipe does.
        asked = plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self.plain = bool(asked) or not stream.isatty() or not boxes

    def show(self, blocks: Iterable[Block]) -> None:
        """Shows the blocks, and an empty line after them."""
        if self.plain:
            print(
                fitted(as_text(blocks), self._encoding), end="\n\n", file=self._stream, flush=True
            )
        else:
            _draw(blocks, _console(self._stream))

    def page(self, blocks: Iterable[Block]) -> None:
        """Shows the blocks, with a pager where that is a terminal which they are too long for."""
        blocks = list(blocks)
        if not self._stream.isatty():
            return self.show(blocks)
        text = fitted(as_text(blocks), self._encoding) + "\n" if self.plain else self._held(blocks)
        if text.count("\n") < shutil.get_terminal_size().lines:
            return print(text, end="", file=self._stream, flush=True)
        import pydoc  # here, not above: it is slow to load

        os.environ.setdefault("LESS", "-R")
        return pydoc.pager(text)

    def _held(self, blocks: Iterable[Block]) -> str:
        console = _console(self._stream)
        with console.capture() as capture:
            _draw(blocks, console)
        return capture.get()

    def draw(self, drawing: object) -> None:
        """Shows what rich can draw; not on a plain screen."""
        _console(self._stream).print(drawing)

    def say(self, line: str) -> None:
        """Shows one line as it is."""
        print(fitted(line, self._encoding), file=self._stream, flush=True)


def _draw(blocks: Iterable[Block], console: "Console") -> None:
    for block in blocks:
        console.print(_DRAWN[type(block)](block))
        console.print()


def _console(stream: IO[str]) -> "Console":
    from rich.console import Console  # here, not above: plain text needs none of it

    console = Console(file=stream, highlight=False)
    console.width = min(console.width, _WIDEST)
    return console


def _heading(block: Heading) -> object:
    from rich.text import Text

    return Text(block.words, style="bold underline")


def _prose(block: Prose) -> object:
    from rich.markdown import Markdown

    return Markdown(block.markdown, hyperlinks=False)


def _options(block: Options) -> object:
    from rich.markdown import Markdown
    from rich.table import Table

    grid = Table.grid(padding=(0, 2), pad_edge=True)
    for letter, word, markdown in block.rows:
        grid.add_row(f"[bold]{letter}[/]", Markdown(f"({word}) {markdown}" if word else markdown))
    return grid


def _told(block: Told) -> object:
    from rich.table import Table
    from rich.text import Text

    table = Table(expand=True)
    for name in block.names:
        table.add_column(Text(name), ratio=1, overflow="fold")
    table.add_row(*(Text("\n".join(side)) for side in (block.left, block.right)))
    return table


def _compared(block: Compared) -> object:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(expand=True, title=Text(block.name, style="bold"), title_justify="left")
    table.add_column("", max_width=18)
    for name in block.diff.names:
        table.add_column(Text(name), ratio=1, overflow="fold")
    for row in block.rows:
        if row.mark == FOLDED:
            table.add_row("", Text(row.left, style="dim"), "")
            continue
        label = Text(" ".join(filter(None, (row.label, row.mark))))
        style = "bold yellow" if row.mark == FIRST else ""
        table.add_row(label, *(Text(side) for side in clipped(row)), style=style)
    said = Text("\n".join(block.said), style="bold yellow")
    return Group(table, said) if block.said else table


_DRAWN: dict = {
    Heading: _heading,
    Prose: _prose,
    Options: _options,
    Told: _told,
    Compared: _compared,
}
