"""A local server that speaks a provider's wire: loopback, a free port, a thread of its own.

It answers each request with the next of some exchanges, and one that is not valid with what the
provider would say of it. It is there for the provider's own client to be driven against: byte for
byte, with a line that breaks or just ends wherever one likes. It decides nothing about replies.
"""

import json
import socketserver
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lab.provider import events
from lab.provider.rules import fault_of
from lab.provider.stand_in import Exchange

_PATH = "/v1/messages"
_LONGEST = 64 << 20
_REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many"}


@dataclass(frozen=True)
class Raw:
    """A stream as bytes, sent a piece at a time: a split or a cut at any byte.

    `whole` False breaks the line after them: the end that the protocol asks for never comes.
    """

    pieces: Sequence[bytes]
    whole: bool = True
    headers: dict[str, str] = field(default_factory=dict)


class WireServer:
    """Plays exchanges, one a request, between `with` and its end.

    `.url` is for a client's `base_url`; `.requests` are the bodies it was sent, as plain data. More
    requests than exchanges, and requests that are not valid, are answered with an error. `pace` is
    the seconds before each event, for somebody who watches.
    """

    def __init__(self, exchanges: Iterable[Exchange | Raw], pace: float = 0) -> None:
        self.exchanges, self.pace = list(exchanges), pace
        self.requests: list[Any] = []
        self.played = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.wire = self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "WireServer":
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> Exchange | Raw:
        """What a request is answered; a valid one uses up an exchange."""
        if path.partition("?")[0] != _PATH:
            return _refusal(404, "not_found_error", f"{path}: there is only {_PATH}")
        bearer = headers.get("authorization", "").startswith("Bearer ")
        if not bearer and not headers.get("x-api-key"):
            words = "a key in Authorization: Bearer or in x-api-key is wanted"
            return _refusal(401, "authentication_error", words)
        if not headers.get("anthropic-version"):
            return _refusal(400, "invalid_request_error", "anthropic-version: header is required")
        try:
            request = json.loads(body)
        except ValueError as exc:
            return _refusal(400, "invalid_request_error", f"the body is no JSON: {exc}")
        with self._lock:
            self.requests.append(request)
            if fault := _fault(request):
                return _refusal(400, "invalid_request_error", fault)
            return self._next()

    def _next(self) -> Exchange | Raw:
        if self.played >= len(self.exchanges):
            words = f"the recording is over: it has {len(self.exchanges)} answers"
            return _refusal(404, "not_found_error", words)
        self.played += 1
        return self.exchanges[self.played - 1]


def _fault(request: object) -> str | None:
    if not isinstance(request, dict):
        return "an object is wanted"
    try:
        return fault_of(request)
    except (AttributeError, KeyError, TypeError):  # not even the form that the rules look at
        return "messages: not in the form that the reference describes"


def _refusal(status: int, kind: str, words: str) -> Exchange:
    return Exchange(status=status, body=events.error(kind, words))


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64
    wire: WireServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone is no news here."""


class _Handler(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        """One request, one answer, and the line is closed."""
        asked = self.rfile.readline(1 << 16).decode("latin-1").split()
        headers = {}
        while line := self.rfile.readline(1 << 16).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()
        size = int(headers.get("content-length", 0))
        body = self.rfile.read(min(size, _LONGEST))
        if len(asked) > 1:
            self._send(self.server.wire.answer(asked[1], headers, body))

    def _send(self, answer: Exchange | Raw) -> None:
        if isinstance(answer, Raw):
            self._head(200, {"content-type": "text/event-stream", **answer.headers})
            return self._body(answer.pieces, answer.whole)
        if answer.refused:
            return None
        if answer.status != 200:
            self._head(answer.status, {"content-type": "application/json", **answer.headers})
            return self._body([json.dumps(answer.body).encode()])
        self._head(200, {"content-type": "text/event-stream", **answer.headers})
        return self._body([events.sse([event]) for event in answer.events], not answer.broken)

    def _head(self, status: int, headers: dict[str, str]) -> None:
        fields = {**headers, "transfer-encoding": "chunked", "connection": "close"}
        lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Error')}"]
        lines += [f"{name}: {value}" for name, value in fields.items()]
        self.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def _body(self, pieces: Sequence[bytes], whole: bool = True) -> None:
        """A piece is a chunk, so that a client gets it by itself."""
        for piece in pieces:
            if self.server.wire.pace:
                time.sleep(self.server.wire.pace)
            if piece:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
        if whole:
            self.wfile.write(b"0\r\n\r\n")
