"""What crosses between the judge and a worker: plain data, strictly encoded and decoded.

Both ends are written as if the other were hostile. A frame is a mark, a length and that many bytes
of JSON; nothing is ever unpickled, and what is decoded has exact builtin types only. Which values
are plain is `lab.plain`'s to say; this module does not know what a message means.
"""

import json
import socket
import struct

from lab import plain

MAX_BYTES = 16 * 1024 * 1024
MAX_DIGITS = 400
_HEAD = struct.Struct("!4sI")
_MARK = b"LAB1"
# Taken when this module is loaded: a harness that patches `json` later does not reach them.
_encode = json.JSONEncoder(allow_nan=False, ensure_ascii=True, check_circular=False).encode


class WireError(Exception):
    """What came, or was to be sent, is not what the wire carries; the message says why."""


def encode(value: object) -> bytes:
    """A plain value as bytes; WireError names the path of the first thing that is not plain."""
    try:
        data = _encode(plain(value)).encode("ascii")
    except (TypeError, ValueError, RecursionError) as exc:
        raise WireError(str(exc)) from None
    if len(data) > MAX_BYTES:
        raise WireError(f"it is {len(data)} bytes as JSON, over the {MAX_BYTES} allowed")
    return data


def decode(data: bytes) -> object:
    """The plain value in these bytes; WireError for anything else, whatever it is."""
    if len(data) > MAX_BYTES:
        raise WireError(f"{len(data)} bytes, over the {MAX_BYTES} allowed")
    try:
        return plain(_decoder.decode(data.decode("utf-8")))
    except RecursionError:
        raise WireError("nested too deep") from None
    except (TypeError, ValueError) as exc:
        raise WireError(str(exc)) from None


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_integer, strict=True
)


def frame(data: bytes) -> bytes:
    """These bytes with their head, ready to send."""
    return _HEAD.pack(_MARK, len(data)) + data


class Inbox:
    """Collects what a socket gives until a frame is whole."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> None:
        self._held += data

    def take(self) -> bytes | None:
        """The next whole frame, or None so far; WireError when the head is no head."""
        if len(self._held) < _HEAD.size:
            return None
        mark, size = _HEAD.unpack_from(self._held)
        if mark != _MARK or size > MAX_BYTES:
            raise WireError("no frame")
        if len(self._held) < _HEAD.size + size:
            return None
        data = bytes(self._held[_HEAD.size : _HEAD.size + size])
        del self._held[: _HEAD.size + size]
        return data

    @property
    def empty(self) -> bool:
        return not self._held


def receive(sock: socket.socket, inbox: Inbox) -> bytes | None:
    """Waits for the next frame; None when the other end is gone. The socket's timeout holds."""
    while (data := inbox.take()) is None:
        more = sock.recv(1 << 16)
        if not more:
            return None
        inbox.feed(more)
    return data
