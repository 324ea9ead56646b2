"""An adapter that another learner might write: the provider's own exceptions, events as dicts.

It shares no line with the course's own, and has to pass the same suite.
"""

import asyncio
import hashlib
import json
import random
import time
from email.utils import parsedate_to_datetime

import anthropic

GOOD = {"end_turn", "tool_use", "stop_sequence"}


def safe(name):
    fits = name.isascii() and name.replace("-", "_").replace("_", "a").isalnum() and len(name) < 65
    return name if fits else "id-" + hashlib.md5(name.encode()).hexdigest()


def translate(messages):
    out = []
    for message in messages:
        role, content = message["role"], message["content"]
        if role == "user":
            blocks = [{"type": "text", "text": content}] if content.strip() else []
        elif role == "toolResult":
            inner = [{"type": "text", "text": content}] if content.strip() else []
            block = {"type": "tool_result", "tool_use_id": safe(message["tool_call_id"])}
            flag = {"is_error": True} if message["is_error"] else {}
            role, blocks = "user", [{**block, "content": inner, **flag}]
        else:
            blocks = [b for b in map(block_of, content) if b]
        if out and out[-1][0] == role:
            out[-1][1].extend(blocks)
        elif blocks:
            out.append((role, blocks))
    return [{"role": role, "content": results_first(blocks)} for role, blocks in out]


def block_of(block):
    if block["type"] == "text":
        return dict(block) if block["text"].strip() else None
    return {
        "type": "tool_use",
        "id": safe(block["id"]),
        "name": block["name"],
        "input": block["arguments"],
    }


def results_first(blocks):
    results = [block for block in blocks if block["type"] == "tool_result"]
    rest = [block for block in blocks if block["type"] != "tool_result"]
    if not results and len(rest) == 1 and rest[0]["type"] == "text":
        return rest[0]["text"]  # the short form
    return results + rest


class Draft:
    """A reply as far as it has come."""

    def __init__(self):
        self.blocks, self.reason, self.over = {}, "none was given", False

    def take(self, event):
        """The words in it, if there are some."""
        kind, index = event["type"], event.get("index")
        if kind == "content_block_start":
            block = event["content_block"]
            if block["type"] in ("text", "tool_use"):
                self.blocks[index] = {**block, "pieces": []}
        elif kind == "content_block_delta" and index in self.blocks:
            delta = event["delta"]
            if delta["type"] in ("text_delta", "input_json_delta"):
                piece = delta.get("text") or delta.get("partial_json") or ""
                self.blocks[index]["pieces"].append(piece)
                return piece if delta["type"] == "text_delta" else ""
        elif kind == "message_delta":
            self.reason = event["delta"]["stop_reason"]
        self.over = self.over or kind == "message_stop"
        return ""

    def message(self):
        content = [self.finished(block) for _, block in sorted(self.blocks.items())]
        called = "toolCall" in [block["type"] for block in content]
        stop = "toolUse" if called else "stop"
        return {"role": "assistant", "content": content, "stop_reason": stop}

    def finished(self, block):
        text = "".join(block["pieces"])
        if block["type"] == "text":
            return {"type": "text", "text": text}
        arguments = json.loads(text) if text else {}
        json.dumps(dict(arguments.items()), ensure_ascii=False, allow_nan=False).encode()
        return {
            "type": "toolCall",
            "id": block["id"],
            "name": block["name"],
            "arguments": arguments,
        }


class AnthropicModel:
    def __init__(
        self,
        client,
        model,
        max_tokens=2000,
        on_text=None,
        retries=2,
        sleep=asyncio.sleep,
        jitter=random.random,
    ):
        self.client, self.wanted = client, {"model": model, "max_tokens": max_tokens}
        self.hear, self.retries, self.sleep, self.jitter = on_text, retries, sleep, jitter

    async def acomplete(self, system, messages, tools, signal=None):
        request = {**self.wanted, "messages": translate(messages), "stream": True}
        if system.strip():
            request["system"] = [{"type": "text", "text": system}]
        keys = {"name": "name", "description": "description", "input_schema": "parameters"}
        request["tools"] = [{key: tool[own] for key, own in keys.items()} for tool in tools]
        said = []
        for turn in range(self.retries + 1):
            if pressed(signal):
                return failed([], "Operation aborted", "aborted")
            try:
                return await self.once(request, said, signal)
            except anthropic.APIStatusError as exc:
                wait = self.pause(exc, turn)
                if said or wait is None or turn == self.retries:
                    return failed(said, f"{exc.status_code} {exc.message} {asked(exc)}")
                while wait > 0 and not pressed(signal):
                    await self.sleep(0.5)
                    wait -= 0.5
            except Exception as exc:
                return failed(said, f"the line broke: {exc}")
        return failed([], "Operation aborted", "aborted")

    async def once(self, request, said, signal):
        draft = Draft()
        async with await self.client.messages.create(**request) as stream:
            async for event in stream:
                if words := draft.take(event.model_dump()):
                    said.append(words)
                    if self.hear:
                        self.hear(words)
                if draft.over:
                    break
                if pressed(signal):
                    return failed(said, "Operation aborted", "aborted")
        if not draft.over:
            return failed(said, "it was closed too soon")
        if draft.reason not in GOOD:
            return failed(said, f"it stopped because of {draft.reason}")
        try:
            return draft.message()
        except (ValueError, AttributeError):
            names = [b["name"] for b in draft.blocks.values() if b["type"] == "tool_use"]
            return failed(said, f"half of the arguments of {names} is missing")

    def pause(self, exc, turn):
        """Seconds, or None: it's no use."""
        status = exc.status_code
        busy = status >= 500 or status in (408, 409, 429)
        if status == 200:
            busy = exc.body["error"]["type"] == "overloaded_error"
        try:
            told = float(asked(exc))
        except ValueError:
            told = date(asked(exc))
        if not busy or told > 60:
            return None
        return max(told, 3**turn + self.jitter())


def asked(exc):
    return exc.response.headers.get("retry-after", "")


def date(text):
    try:
        return parsedate_to_datetime(text).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0


def pressed(signal):
    return bool(signal) and signal.is_cancelled()


def failed(said, why, how="error"):
    content = [{"type": "text", "text": piece} for piece in said]
    return {"role": "assistant", "content": content, "stop_reason": how, "error_message": why}
