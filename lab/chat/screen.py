"""What a chat shows: words as they arrive, calls and what came of them, questions. Lines only.

In colour on a terminal, plain elsewhere; what the encoding cannot hold, and what a model could
paint the terminal with, is spelt out.
"""

import json
import sys
from typing import IO

from rich.console import Console
from rich.text import Text

from lab.check.screen import colours, safe

_SHOWN = 3  # lines of a result
_WIDE = 100
_LONGEST = 4000  # characters of a question
_STYLES = {"bad": "bold red", "pale": "dim", "you": "bold cyan", "": ""}


class Screen:
    """A stream to talk on."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream or sys.stdout
        self._rich = None
        if colours(self._stream):
            self._rich = Console(file=self._stream, highlight=False, soft_wrap=True)
        self._open = False  # whether words stand on a line that is not ended

    def words(self, text: str) -> None:
        """A piece of what the model says, at once."""
        if text:
            self._write(text)
            self._open = not text.endswith("\n")

    def line(self, text: str = "", tone: str = "") -> None:
        """A line of its own."""
        self._end()
        for each in text.split("\n"):
            self._write(each, tone)
            self._stream.write("\n")
        self._stream.flush()

    def ask(self, text: str) -> None:
        """Something to be answered on the same line."""
        self._end()
        self._write(text, "you")
        self._open = not self._stream.isatty()  # nobody ends the line by typing

    def typed(self) -> None:
        """Somebody has typed a line, and so ended the one that stood there."""
        self._open = False

    def event(self, event: dict, streamed: bool) -> None:
        """An event of a run; the words of a reply only where they were not streamed."""
        kind = event["type"]
        if kind == "tool_execution_start":
            call = event["call"]
            self.line(f"  {call['name']} {_clip(json.dumps(call['arguments']))}", "pale")
        elif kind == "tool_execution_end":
            self._result(event["result"])
        elif kind == "message_end" and event["message"]["role"] == "assistant":
            self._reply(event["message"], streamed)

    def _result(self, result: dict) -> None:
        lines = result["content"].rstrip("\n").split("\n")
        word, tone = ("FAILED", "bad") if result["is_error"] else ("ok", "pale")
        for line in lines[:_SHOWN]:
            self.line(f"  {word:6} {_clip(line)}", tone)
            word = ""
        if len(lines) > _SHOWN:
            self.line(f"         ... ({len(lines) - _SHOWN} more lines)", tone)

    def _reply(self, reply: dict, streamed: bool) -> None:
        if not streamed:
            texts = [block["text"] for block in reply["content"] if block["type"] == "text"]
            self.words("".join(texts))
        self._end()
        if reply["stop_reason"] == "aborted":
            self.line("Stopped.", "bad")
        elif reply["stop_reason"] == "error":
            self.line(f"Error: {reply.get('error_message')}", "bad")

    def _end(self) -> None:
        if self._open:
            self._stream.write("\n")
            self._open = False

    def _write(self, text: str, tone: str = "") -> None:
        text = safe(text, self._stream)
        if self._rich is None:
            self._stream.write(text)
        else:
            self._rich.print(Text(text, _STYLES[tone]), end="")
        self._stream.flush()


def shortened(question: str) -> str:
    """A question that fits a terminal; how long it is, is said where it was cut."""
    if len(question) <= _LONGEST:
        return question
    return f"{question[:_LONGEST]}... ({len(question)} characters in all)"


def _clip(text: str) -> str:
    return text if len(text) <= _WIDE else f"{text[: _WIDE - 3]}..."
