"""A stand-in for the provider's Python package: its client, its events, its exceptions.

It is what an adapter sees of the package, and no more: `await client.messages.create(stream=True)`
gives a stream of events with attributes. As with the real one, pings are kept from the caller, an
`error` event raises, a line that breaks raises, and a stream that just ends raises nothing.
No socket, no clock: each event takes one lap of the event loop.
"""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from lab.model import ScriptOver, lap
from lab.plaindata import copied
from lab.provider.rules import fault_of


@dataclass(frozen=True)
class Exchange:
    """What one request is answered: a status with a body, or 200 and a stream of events.

    `broken`: the line breaks after the last event. `refused`: there is no connection at all.
    """

    events: list[dict] = field(default_factory=list)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    broken: bool = False
    refused: bool = False


KNOWN = (
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
)


class AnthropicError(Exception):
    """What all the package's exceptions are."""


class APIError(AnthropicError):
    """A request that failed; `body` is what the provider said, None when it said nothing."""

    def __init__(self, message: str, body: Any = None) -> None:
        super().__init__(message)
        self.message, self.body = message, body


class APIConnectionError(APIError):
    """There was no answer."""


class APIStatusError(APIError):
    """An answer that is an error, with its `status_code`, `response.headers`, `type` and words.

    An `error` event in a stream that began well is one too, with the stream's status: 200.
    """

    status_code: int

    def __init__(self, message: str, status: int, headers: dict[str, str], body: Any) -> None:
        super().__init__(message, body)
        said = body.get("error") if isinstance(body, dict) else None
        said = said if isinstance(said, dict) else {}
        self.status_code = status
        self.response = SimpleNamespace(status_code=status, headers=headers)
        self.request_id = headers.get("request-id")
        self.type, self.api_message = said.get("type"), said.get("message")


class BadRequestError(APIStatusError):
    status_code = 400


class AuthenticationError(APIStatusError):
    status_code = 401


class PermissionDeniedError(APIStatusError):
    status_code = 403


class NotFoundError(APIStatusError):
    status_code = 404


class RequestTimeoutError(APIStatusError):
    status_code = 408


class ConflictError(APIStatusError):
    status_code = 409


class ContentTooLargeError(APIStatusError):
    status_code = 413


class UnprocessableEntityError(APIStatusError):
    status_code = 422


class RateLimitError(APIStatusError):
    status_code = 429


class InternalServerError(APIStatusError):
    """500, and above where there is none of its own."""


class OverloadedError(InternalServerError):
    status_code = 529


class RemoteProtocolError(Exception):
    """A line that broke in the middle of a stream: the package passes on what is below it."""


_BY_STATUS: dict[int, type[APIStatusError]] = {
    one.status_code: one
    for one in (
        BadRequestError,
        AuthenticationError,
        PermissionDeniedError,
        NotFoundError,
        RequestTimeoutError,
        ConflictError,
        ContentTooLargeError,
        UnprocessableEntityError,
        RateLimitError,
        OverloadedError,
    )
}


def status_error(status: int, headers: dict[str, str], body: Any) -> APIStatusError:
    """The exception for an answer of this status."""
    other = InternalServerError if status >= 500 else APIStatusError
    words = f"Error code: {status} - {body}" if status != 200 else f"{body}"
    return _BY_STATUS.get(status, other)(words, status, headers, body)


class Event(SimpleNamespace):
    """An event, or a part of one: its keys are attributes; `to_dict()` gives it back as data."""

    def to_dict(self) -> dict:
        return {key: _data(value) for key, value in vars(self).items()}

    model_dump = to_dict


def _event(event: dict) -> Event:
    known = event["type"] in KNOWN  # of an event it does not know the package leaves the inside
    return Event(**{name: _part(one, name) if known else one for name, one in event.items()})


def _part(value: Any, key: str = "") -> Any:
    if isinstance(value, dict) and key != "input":  # a call's input stays the dict it is
        return Event(**{name: _part(one, name) for name, one in value.items()})
    return [_part(one) for one in value] if isinstance(value, list) else value


def _data(value: Any) -> Any:
    if isinstance(value, Event):
        return value.to_dict()
    return [_data(one) for one in value] if isinstance(value, list) else value


class Stream:
    """A reply under way. `taken` counts the events handed out, `closed` says whether it was."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange, self._events = exchange, self._play()
        self.taken, self.closed = 0, False

    def __aiter__(self) -> AsyncIterator[Event]:
        return self._events

    async def __anext__(self) -> Event:
        return await self._events.__anext__()

    async def __aenter__(self) -> "Stream":
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets go of the connection."""
        self.closed = True

    async def _play(self) -> AsyncIterator[Event]:
        for event in self._exchange.events:
            await lap()
            if self.closed:
                return
            if event["type"] == "error":
                raise status_error(200, self._exchange.headers, copied(event))
            if event["type"] != "ping":
                self.taken += 1
                yield _event(copied(event))
        if self._exchange.broken:
            raise RemoteProtocolError("peer closed connection without sending complete message")


class ScriptedClient:
    """Answers each request with the next of some exchanges; an invalid one with the reason, 400.

    `.requests` are what it was asked, as plain data; `.streams` those it has begun. A request more
    than there are exchanges ends the scene.
    """

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._exchanges = list(exchanges)
        self.requests: list[dict] = []
        self.streams: list[Stream] = []
        self.messages = SimpleNamespace(create=self._create)

    async def _create(self, **request: Any) -> Stream:
        self.requests.append(copied(request))
        await lap()
        if len(self.requests) > len(self._exchanges):
            count = len(self._exchanges)
            raise ScriptOver(f"your adapter made a request more: this scene has {count} answers")
        if fault := fault_of(self.requests[-1]):
            refusal = {"type": "invalid_request_error", "message": fault}
            raise status_error(400, {}, {"type": "error", "error": refusal})
        exchange = self._exchanges[len(self.requests) - 1]
        if exchange.refused:
            raise APIConnectionError("Connection error.")
        if exchange.status != 200:
            raise status_error(exchange.status, exchange.headers, copied(exchange.body))
        self.streams.append(Stream(exchange))
        return self.streams[-1]
