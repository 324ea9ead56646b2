"""A model that follows a script, and keeps a provider's rules while it does.

It is what the lessons' loops talk to: no network, no clock, no randomness. It numbers the calls it
says, keeps a snapshot of every request, and answers an invalid one as a provider would.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from .messages import fail, reply
from .plaindata import copied, plain_fault
from .transcript import blocks_of, validate

_NUMBERED = re.compile("c([0-9]{1,9})")


class SceneOver(BaseException):
    """The scene cannot go on. No Exception, so that a loop which swallows those lets it pass."""


class ScriptOver(SceneOver):
    """The loop asked for a reply that the scene's script does not have."""


class CalledTooOften(SceneOver):
    """The loop went on asking the model."""


def count_tokens(text: str) -> int:
    """What a text costs: a token for every four characters."""
    return len(text) // 4


class Request:
    """What one call of the model was sent: a snapshot that later mutation cannot reach."""

    def __init__(self, system: str, messages: Sequence[dict], tools: Sequence[dict]):
        self.system: str = copied(system)
        self.messages: list[dict] = _copied_list(messages)
        self.tools: list[dict] = _copied_list(tools)
        self._text: str | None = None

    def __repr__(self) -> str:
        return f"<Request of {len(self.messages)} messages>"

    @property
    def last_result(self) -> dict | None:
        """The newest toolResult anywhere in it, or None."""
        return _newest(self.messages, "toolResult")

    @property
    def user_text(self) -> str:
        """The newest user message's words, or "" when there is none."""
        return (_newest(self.messages, "user") or {}).get("content", "")

    @property
    def text(self) -> str:
        """What goes over the line and is paid for: one JSON object a line."""
        if self._text is None:
            rows = [{"system": self.system}, {"tools": self.tools}, *map(_sent, self.messages)]
            self._text = "".join(json.dumps(row) + "\n" for row in rows)
        return self._text


def _copied_list(items: object) -> list:
    return copied(items) if isinstance(items, (list, tuple)) else []


def _newest(messages: Sequence[dict], role: str) -> dict | None:
    found = (m for m in reversed(messages) if isinstance(m, dict) and m.get("role") == role)
    return next(found, None)


def _sent(message: object) -> object:
    if not isinstance(message, dict):
        return message
    return {k: v for k, v in message.items() if k not in ("stop_reason", "error_message")}


Answer = dict | Callable[[Request], dict]


class Step:
    """One step of a script: a message or a function from Request, and how it is said."""

    def __init__(self, answer: Answer, endless: bool = False, laps: int = 0, looks: bool = True):
        self.answer, self.endless, self.laps, self.looks = answer, endless, laps, looks

    def message(self, request: Request) -> dict:
        """A fresh assistant message that answers the request."""
        said = self.answer(request) if callable(self.answer) else self.answer
        if not isinstance(said, dict) or said.get("role") != "assistant":
            raise SceneOver(f"a step of the script gave {said!r}, which is no assistant message")
        return copied(said)


def as_step(step: Answer | Step) -> Step:
    """The step a script's item stands for. Raises TypeError for what is none."""
    if isinstance(step, Step):
        return step
    if callable(step) or (isinstance(step, dict) and step.get("role") == "assistant"):
        return Step(step)
    raise TypeError(f"a step is an assistant message or a function from Request, not {step!r}")


def forever(step: Answer | Step) -> Step:
    """The step, never used up."""
    step = as_step(step)
    return Step(step.answer, True, step.laps, step.looks)


def slow(step: Answer | Step, laps: int, looks: bool = True) -> Step:
    """The step after `laps` laps of the event loop; told to look, it ends early on a Stop.

    A reply stopped so is empty, with stop_reason "aborted".
    """
    step = as_step(step)
    return Step(step.answer, step.endless, laps, looks)


class ScriptedModel:
    """Says the steps of a script in order, one a call.

    `steps`: messages, functions from Request to a message, or what `forever`, `slow`, `stuck`,
    `gullible` and `summariser` give. `calls` holds a Request for every call. An invalid request is
    answered `400: <complaint>` and uses up no step.
    """

    def __init__(self, steps: Iterable[Answer | Step], max_calls: int = 200):
        self._steps = [as_step(step) for step in steps]
        self._said = 0
        self._highest = 0
        self.max_calls = max_calls
        self.calls: list[Request] = []

    @property
    def bill(self) -> int:
        """What all the calls cost together, in tokens."""
        return sum(count_tokens(request.text) for request in self.calls)

    async def acomplete(
        self,
        system: str,
        messages: Sequence[dict],
        tools: Sequence[dict],
        signal=None,
    ) -> dict:
        """The next reply. Raises ScriptOver or CalledTooOften, which are no Exceptions."""
        if len(self.calls) >= self.max_calls:
            raise CalledTooOften(
                f"your loop asked the model {self.max_calls} times in one scene and went on asking:"
                " what ends the loop?"
            )
        complaint = _complaint(system, messages, tools)
        request = Request(system, messages, tools)
        self.calls.append(request)
        if complaint:
            return fail(f"400: {complaint}")
        step = self._next_step()
        for _ in range(step.laps):
            await lap()
            if step.looks and signal is not None and signal.is_cancelled():
                return {**reply(stop_reason="aborted"), "error_message": "Operation aborted"}
        return self._numbered(step.message(request), request)

    def _next_step(self) -> Step:
        if self._said >= len(self._steps):
            raise ScriptOver(
                f"your loop asked the model for a {_ordinal(self._said + 1)} reply;"
                f" the script of this scene has {self._said or 'none'}"
            )
        step = self._steps[self._said]
        self._said += not step.endless
        return step

    def _numbered(self, message: dict, request: Request) -> dict:
        """The message with an id for each call that has none, going on from the highest known."""
        taken = {block["id"] for block in blocks_of(message, "toolCall") if block.get("id")}
        self._highest = max(self._highest, *_numbers(request.messages), 0)
        blocks = message["content"]
        for index, block in enumerate(blocks):
            if block.get("type") != "toolCall":
                continue
            if not block.get("id"):
                blocks[index] = block = _with_id(block, self._free_id(taken))
            self._highest = max(self._highest, *_number(block["id"]), 0)
        return message

    def _free_id(self, taken: set[str]) -> str:
        number = self._highest + 1
        while f"c{number}" in taken:
            number += 1
        return f"c{number}"


def _with_id(block: dict, id: str) -> dict:
    # The id second, where a transcript has it: what is sent is counted to the byte.
    rest = {key: value for key, value in block.items() if key not in ("type", "id")}
    return {"type": block["type"], "id": id, **rest}


def _numbers(messages: Iterable[dict]) -> Iterator[int]:
    for message in messages:
        for block in blocks_of(message, "toolCall"):
            yield from _number(block.get("id"))
        yield from _number(message.get("tool_call_id"))


def _number(id: object) -> Iterator[int]:
    found = _NUMBERED.fullmatch(id) if isinstance(id, str) else None
    if found:
        yield int(found[1])


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def _complaint(system: object, messages: Sequence[dict], tools: object) -> str | None:
    """The first thing a provider would refuse a request for, or None."""
    if not isinstance(system, str) or plain_fault(system):
        return f"system: a str is wanted, not {type(system).__name__}"
    if not isinstance(tools, (list, tuple)):
        return f"tools: a list is wanted, not {type(tools).__name__}"
    for index, spec in enumerate(tools):
        fault = _spec_fault(spec)
        if fault:
            return f"tools[{index}]: {fault}"
    return next(iter(validate(messages)), None)


def _spec_fault(spec: object) -> str | None:
    if not isinstance(spec, dict):
        return f"a tool's spec is a dict, not {type(spec).__name__}"
    for key in spec:
        if key not in ("name", "description", "parameters"):
            return f"{key} is no part of a tool's spec: name, description, parameters"
    if not isinstance(spec.get("name"), str):
        return "no name"
    fault = plain_fault(spec)
    return f"spec{fault[0]} {fault[1]}" if fault else None


class _Lap:
    """What asyncio.sleep(0) does, without importing asyncio for it."""

    def __await__(self):
        yield


def lap() -> _Lap:
    """`await lab.lap()` gives the floor away once."""
    return _Lap()
