"""Counts what a session costs, in the provider's own numbers, from the events as they pass."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any


class Meter:
    """A client that stands where another stood, and adds up what each reply says it cost.

    `sent` and `received` are tokens; `requests` counts those that were answered with a stream.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self.sent = self.received = self.requests = 0
        self.messages = SimpleNamespace(create=self._create)

    def __str__(self) -> str:
        many = "request" if self.requests == 1 else "requests"
        return f"{self.requests} {many}, {self.sent:,} tokens sent, {self.received:,} received"

    async def _create(self, **request: Any) -> "_Metered":
        stream = await self._client.messages.create(**request)
        self.requests += 1
        return _Metered(stream, self)

    def heard(self, event: Any, before: int) -> int:
        """Counts an event; what the reply had cost `before`, and what it has cost now."""
        kind = getattr(event, "type", None)
        if kind == "message_start":
            usage = event.message.usage
            cached = ("cache_creation_input_tokens", "cache_read_input_tokens")
            self.sent += usage.input_tokens + sum(
                getattr(usage, name, None) or 0 for name in cached
            )
            return self._received(usage.output_tokens, before)
        if kind == "message_delta":
            return self._received(event.usage.output_tokens, before)
        return before

    def _received(self, so_far: int, before: int) -> int:
        """What a reply has cost is told anew each time, as a sum."""
        self.received += so_far - before
        return so_far


class _Metered:
    def __init__(self, stream: Any, meter: Meter) -> None:
        self._stream, self._meter = stream, meter
        self.response = getattr(stream, "response", None)

    async def __aiter__(self) -> AsyncIterator[Any]:
        cost = 0
        async for event in self._stream:
            cost = self._meter.heard(event, cost)
            yield event

    async def __aenter__(self) -> "_Metered":
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._stream.close()
