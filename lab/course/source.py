"""Reads and writes a Python file without changing a byte of what is not edited.

A learner's file may have CRLF, a BOM, a coding cookie or no final newline; a `Source` keeps them.
It knows lines and bytes, nothing of Python's syntax, which is `outline`.
"""

import codecs
import io
import re
import tokenize
from dataclasses import dataclass, replace

from lab.course.errors import LabError

# The line ends Python itself sees. str.splitlines would also split at form feeds and U+2028.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
INDENT = "    "


@dataclass(frozen=True)
class Source:
    """A file's text as lines that keep their line ends, and what is needed to write it back."""

    lines: tuple[str, ...]
    newline: str = "\n"
    encoding: str = "utf-8"
    bom: bytes = b""
    name: str = "harness.py"

    @property
    def bare(self) -> list[str]:
        """The lines without their line ends."""
        return [line.rstrip("\r\n") for line in self.lines]

    def edit(self, start: int, end: int, new: list[str]) -> "Source":
        """Lines start to end (counted from 0, end not included) replaced by bare lines."""
        before, after = list(self.lines[:start]), self.lines[end:]
        if new and before and not before[-1].endswith(("\r", "\n")):
            before[-1] += self.newline
        added = [line + self.newline for line in new]
        return replace(self, lines=(*before, *added, *after))

    def encode(self) -> bytes:
        """The file's bytes; LabError when its own encoding cannot hold them."""
        try:
            return self.bom + "".join(self.lines).encode(self.encoding)
        except UnicodeError as exc:
            raise LabError(f"{self.name}: cannot be written as {self.encoding}: {exc}") from None


def decode(data: bytes, name: str = "harness.py") -> Source:
    """The file's text; LabError, with the line, when its bytes cannot be read and written back."""
    bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    encoding = _encoding(data, name)
    body = data[len(bom) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as exc:
        line = body.count(b"\n", 0, exc.start) + 1
        reason = f"is not {encoding} text: save the file as UTF-8, or name its encoding in line 1"
        raise LabError(f"{name}, line {line}: byte {exc.object[exc.start]:#04x} {reason}") from None
    except (LookupError, UnicodeError) as exc:
        raise LabError(f"{name}, line 1: cannot be read as {encoding}: {exc}") from None
    if not isinstance(text, str) or text.encode(encoding) != body:
        raise LabError(f"{name}, line 1: {encoding} cannot be written back: save it as UTF-8")
    lines = tuple(_LINE.findall(text))
    return Source(lines, _newline(lines), encoding, bom, name)


def from_text(text: str, name: str = "harness.py") -> Source:
    """A Source of text that was never a file of the learner's."""
    return Source(tuple(_LINE.findall(text)), name=name)


def _encoding(data: bytes, name: str) -> str:
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(lines).readline)
    except (SyntaxError, UnicodeError) as exc:
        reason = str(exc)
        if reason.startswith("invalid or missing encoding"):
            reason = "it is not UTF-8 text, and no line says what it is: save the file as UTF-8"
        raise LabError(f"{name}, line 1: {reason}") from None
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _newline(lines: tuple[str, ...]) -> str:
    """The line end most lines have; "\\n" for a file without any."""
    ends = [line[len(line.rstrip("\r\n")) :] for line in lines]
    ends = [end for end in ends if end]
    return max(["\n", "\r\n", "\r"], key=ends.count)


def indent_of(line: str) -> str:
    """The blanks a line starts with; a form feed starts them again, as it does for Python."""
    return line[: len(line) - len(line.lstrip(" \t\f"))].rpartition("\f")[2]


def width(indent: str) -> int:
    """How far an indentation reaches, as Python counts it."""
    return len(indent.expandtabs(8))


def is_blank(line: str) -> bool:
    return not line.strip(" \t\r\n")
