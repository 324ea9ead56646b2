"""Your harness's line to a real model: its messages to the wire, and a stream back to one message.

It stands beside harness.py and is handed to a Harness as its model. `to_wire` and `from_wire`
translate and do nothing else; `AnthropicModel` asks, listens, waits and asks again. However a
stream ends, `acomplete` returns one assistant message, and it raises nothing but CancelledError.

It imports no provider's package: the client is handed in, an `anthropic.AsyncAnthropic` with
max_retries=0 (the policy is here), and its events and exceptions are read by their attributes.
"""

import asyncio
import hashlib
import json
import random
import re
import time
from collections import defaultdict
from email.utils import parsedate_to_datetime

TICK = 0.1  # seconds between two looks at the Stop flag while it waits
LONGEST_WAIT = 60  # seconds; who is asked to wait longer is told so instead
TRANSIENT = ("overloaded_error", "rate_limit_error", "api_error", "timeout_error")
WHOLE = ("end_turn", "tool_use", "stop_sequence")
CUT = {
    None: "The reply ended without a reason to stop, so it may not be whole.",
    "max_tokens": "The reply reached max_tokens and was cut off there.",
    "model_context_window_exceeded": "The conversation filled the model's context window.",
    "pause_turn": "The provider paused the turn before it was done.",
    "refusal": "The model declined to answer.",
}


class NoReply(Exception):
    """What came is no whole reply; the words say why."""


def wire_id(call_id):
    """A call's id as the provider takes it: its own, or else a hash, so that two stay two."""
    if re.fullmatch("[a-zA-Z0-9_-]{1,64}", call_id):
        return call_id
    return hashlib.sha256(call_id.encode()).hexdigest()  # 64 characters


def wire_blocks(message):
    """One message of a transcript as content blocks of the wire; nothing blank is among them."""
    if message["role"] == "toolResult":
        block = {"type": "tool_result", "tool_use_id": wire_id(message["tool_call_id"])}
        block["is_error"] = message["is_error"]
        return [{**block, "content": message["content"]} if message["content"].strip() else block]
    content = message["content"]
    if message["role"] == "user":
        content = [{"type": "text", "text": content}]
    blocks = []
    for block in content:
        if block["type"] == "toolCall":
            call = {"id": wire_id(block["id"]), "name": block["name"], "input": block["arguments"]}
            blocks.append({"type": "tool_use", **call})
        elif block["text"].strip():
            blocks.append({"type": "text", "text": block["text"]})
    return blocks


def to_wire(system, messages, tools):
    """What a request says: `messages`, and `system` and `tools` unless they are empty.

    The wire knows two roles, and they alternate. Whatever is not the assistant's is the user's, and
    in a user's message the results come first.
    """
    # --- your code: 16 to_wire ---
    # step: Go through the messages; the role is "assistant", or else "user".
    # step: wire_blocks(message) are its blocks. None at all: there is no message.
    # step: The same role as the one before: the blocks go into that message.
    turns = []
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = wire_blocks(message)
        if blocks and turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    # step: In each message, results before anything else, otherwise in the order they came.
    for turn in turns:
        turn["content"].sort(key=lambda block: block["type"] != "tool_result")
    # --- end ---
    wire = {"messages": turns}
    if system.strip():
        wire["system"] = system
    if tools:
        wire["tools"] = [
            {
                "name": tool["name"],
                "description": tool["description"],
                "input_schema": tool["parameters"],
            }
            for tool in tools
        ]
    return wire


def words_in(event):
    """The words that an event of the stream brings: "" for most of them."""
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        return event.delta.text
    return ""


def parse_arguments(name, text):
    """The arguments of a finished call, {} when nothing was sent; NoReply for half of them."""
    try:
        arguments = json.loads(text or "{}")
        json.dumps(arguments, ensure_ascii=False, allow_nan=False).encode()  # it is sent back later
    except ValueError:
        arguments = None
    if isinstance(arguments, dict):
        return arguments
    raise NoReply(f"The arguments of {name} are no whole JSON object: {text[:80]}")


def from_wire(events):
    """The assistant message that the events of one stream amount to.

    NoReply says why they amount to none: a stream without its message_stop, a reply that was
    cut, a call whose arguments are not whole. Events and blocks it does not know are passed over.
    """
    # --- your code: 16 from_wire ---
    # step: One pass over the events. An index has words, or a call and the fragments of its JSON.
    # step: Keep the delta's stop_reason of message_delta, and whether message_stop came.
    words, calls, fragments = defaultdict(str), {}, defaultdict(str)
    reason, ended = None, False
    for event in events:
        if event.type == "message_stop":
            ended = True
        elif event.type == "message_delta":
            reason = event.delta.stop_reason
        elif event.type == "content_block_start" and event.content_block.type == "tool_use":
            calls[event.index] = event.content_block
        elif event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            fragments[event.index] += event.delta.partial_json
        elif words_in(event):
            words[event.index] += words_in(event)
    # step: Without message_stop there is no reply, and with a reason that is not in WHOLE neither.
    if not ended:
        raise NoReply("The stream ended before the reply did.")
    if reason not in WHOLE:
        raise NoReply(CUT.get(reason, f"The reply stopped for an unknown reason: {reason}."))
    # step: The blocks in the order of their index; parse_arguments(name, text) once a call.
    content = []
    for index in sorted({*words, *calls}):
        if index in words:
            content.append({"type": "text", "text": words[index]})
        else:
            call = calls[index]
            arguments = parse_arguments(call.name, fragments[index])
            call = {"id": call.id, "name": call.name, "arguments": arguments}
            content.append({"type": "toolCall", **call})
    # --- end ---
    called = any(block["type"] == "toolCall" for block in content)
    stop_reason = "toolUse" if called else "stop"
    return {"role": "assistant", "content": content, "stop_reason": stop_reason}


def failed_reply(shown, why, stop_reason="error"):
    """A reply that failed: the words that got out, why it ended, and no call to be run."""
    words = "".join(shown)
    content = [{"type": "text", "text": words}] if words else []
    reply = {"role": "assistant", "content": content, "stop_reason": stop_reason}
    return {**reply, "error_message": why}


def why_it_failed(exc):
    """What a failed request or stream is reported as: the status or the kind, then the words."""
    if isinstance(exc, NoReply):
        return str(exc)
    label = getattr(exc, "status_code", None)
    if label in (None, 200):  # no answer at all, or an error event in a stream that began well
        label = getattr(exc, "type", None) or type(exc).__name__
    words = f"{label}: {getattr(exc, 'api_message', None) or exc}"
    wait = asked_to_wait(exc)
    if wait > LONGEST_WAIT:
        words += f" (The provider asks to wait {wait:.0f} seconds. Try again after that.)"
    return words


def is_transient(exc):
    """Whether to ask again: a busy or failing provider, by its status or its error event."""
    status = getattr(exc, "status_code", None) or 0
    if status == 200:
        return getattr(exc, "type", None) in TRANSIENT
    return status in (408, 409, 429) or status >= 500


def asked_to_wait(exc, now=time.time):
    """The seconds of a Retry-After header, a number or a date; 0 when there is none to read."""
    header = getattr(getattr(exc, "response", None), "headers", {}).get("retry-after", "")
    try:
        return float(header)
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(header).timestamp() - now()
    except (TypeError, ValueError):
        return 0


def stopped(signal):
    """Whether Stop was pressed."""
    return signal is not None and signal.is_cancelled()


class AnthropicModel:
    """A model for a Harness. `on_text(words)` hears each piece of text as it arrives.

    A request that failed before any text was shown is made again up to `retries` times. `sleep` and
    `jitter` (from 0 to 1) are for tests.
    """

    def __init__(
        self,
        client,
        model,
        max_tokens=8192,
        on_text=None,
        retries=3,
        sleep=asyncio.sleep,
        jitter=random.random,
    ):
        self.client, self.model, self.max_tokens = client, model, max_tokens
        self.on_text = on_text or (lambda words: None)
        self.retries, self.sleep, self.jitter = retries, sleep, jitter

    async def acomplete(self, system, messages, tools, signal=None):
        """The reply to a transcript, streamed. A failure or a Stop is a reply too."""
        shown, attempts = [], 0
        while not stopped(signal):
            try:
                request = to_wire(system, messages, tools)
                return from_wire(await self._listen(request, shown, signal))
            except Exception as exc:
                problem = exc
            attempts += 1
            wait = self._wait_after(problem, attempts)
            if stopped(signal):
                break
            if shown or wait is None:
                return failed_reply(shown, why_it_failed(problem))
            await self._pause(wait, signal)
        return failed_reply(shown, "Operation aborted", "aborted")

    async def _listen(self, request, shown, signal):
        """The events of one stream, as far as it goes; its words are shown as they arrive."""
        stream = await self.client.messages.create(
            model=self.model, max_tokens=self.max_tokens, stream=True, **request
        )
        events = []
        # --- your code: 16 AnthropicModel._listen ---
        # step: However you leave, await stream.close().
        try:
            async for event in stream:
                # step: Keep each event. Words, if any, go to `shown` and self.on_text(words).
                events.append(event)
                words = words_in(event)
                if words:
                    shown.append(words)
                    self.on_text(words)
                # step: Listen no further after message_stop, nor once stopped(signal).
                if event.type == "message_stop" or stopped(signal):
                    break
        finally:
            await stream.close()
        # --- end ---
        return events

    def _wait_after(self, problem, attempts):
        """The seconds to wait before asking again, None when that is no use or too long."""
        asked = asked_to_wait(problem)
        if attempts > self.retries or not is_transient(problem) or asked > LONGEST_WAIT:
            return None
        backoff = min(8, 0.5 * 2 ** (attempts - 1))
        return max(backoff * (0.5 + self.jitter() / 2), asked)

    async def _pause(self, seconds, signal):
        """Waits so long, or until Stop is pressed."""
        while seconds > 0 and not stopped(signal):
            await self.sleep(min(TICK, seconds))
            seconds -= TICK
