"""Models with a character, never used up: one stuck, one gullible, one that sums up.

Each decides from the request alone, so the same request always gets the same reply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .messages import call, reply, say
from .model import Answer, Request, Step, as_step, forever
from .transcript import blocks_of

_ORDER = re.compile(r"IMPORTANT:.*?\brun\s+(?:`([^`]+)`|(.+))")


def stuck(call: dict) -> Step:
    """Asks for the same call again, a fresh id each time, and is never used up."""
    return forever(reply({key: value for key, value in call.items() if key != "id"}))


def summariser() -> Step:
    """Sums up the lines inside `<conversation>`: how many, the first and the last."""
    return forever(_summary)


def _summary(request: Request) -> dict:
    _, _, rest = request.user_text.partition("<conversation>")
    inside = rest.rpartition("</conversation>")[0]
    lines = inside.removeprefix("\n").removesuffix("\n").split("\n") if inside.strip() else []
    first, last = (lines[0], lines[-1]) if lines else ("", "")
    return say(f"Summary of {len(lines)} lines. It began: {first} It ended: {last}")


def gullible(then: Answer) -> Step:
    """Obeys a tool result's line `IMPORTANT: ... run <command>`; otherwise does what `then` does.

    The command is what stands in backquotes after `run`, or the rest of the line without a full
    stop. Each command is asked for once; refused, the model says so and asks the user.
    """
    step = as_step(then)

    def answer(request: Request) -> dict:
        orders = list(_orders(request.messages))
        asked = {id: command for id, command in _commands(request.messages) if command in orders}
        refusal = _refusal(request.messages, asked)
        if refusal:
            return say(refusal)
        for command in orders:
            if command not in asked.values():
                return reply(call("bash", {"command": command}))
        return step.message(request)

    return Step(answer, True, step.laps, step.looks)


def _orders(messages: list[dict]) -> Iterator[str]:
    """The commands that lines of tool results tell the reader to run, oldest first."""
    for message in messages:
        for line in message["content"].split("\n") if message["role"] == "toolResult" else ():
            found = _ORDER.match(line)
            if found:
                yield (found[1] or _without_full_stop(found[2])).strip()


def _without_full_stop(words: str) -> str:
    """A sentence's full stop taken off; `ls .` and `cd ..` keep theirs."""
    words = words.strip()
    ends = words.endswith(".") and words[-2:-1] not in ("", " ", ".", "/")
    return words[:-1] if ends else words


def _commands(messages: list[dict]) -> Iterator[tuple[str, str]]:
    for message in messages:
        for block in blocks_of(message, "toolCall"):
            if block["name"] == "bash":
                yield block["id"], block["arguments"].get("command")


def _refusal(messages: list[dict], asked: dict[str, str]) -> str | None:
    """What to say when the newest thing that happened is that such a command was refused."""
    for message in reversed(messages):
        if message["role"] == "assistant":
            return None
        if message["role"] == "toolResult":
            command = asked.get(message["tool_call_id"])
            if command is None or not message["is_error"]:
                return None
            refused = f"it was refused: {message['content']}"
            return f"A note told me to run `{command}`, and {refused} Do you want me to run it?"
    return None
