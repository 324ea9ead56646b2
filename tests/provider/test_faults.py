"""The provider's own client and the course's adapter on a real line: every fault, everywhere.

However a stream ends, it comes to one assistant message: no words that were shown are lost, no call
is made up, and no call of a reply that failed is left to be run. `-s` prints the table.
"""

import asyncio
import importlib.util
import sys
from collections import Counter

import pytest

import lab
from lab.course.lesson import lesson
from lab.provider import Exchange, events
from lab.provider.server import Raw, WireServer

anthropic = pytest.importorskip("anthropic")

CALL = {"type": "toolCall", "id": "toolu_1", "name": "read", "arguments": {"path": "\u5317"}}
REPLY = events.streamed(
    [
        events.text("I'll ", "\u5317 look."),
        events.call("toolu_1", "read", '{"path"', ': "\u5317"}'),
    ],
    "tool_use",
)
BYTES = events.sse(REPLY)
BUSY = events.error("overloaded_error", "Overloaded")
LAST = len(REPLY)


@pytest.fixture(scope="module")
def adapter():
    path = lesson("16").beside[0]
    spec = importlib.util.spec_from_file_location("adapter_under_faults", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _played(adapter, answers, calls=None, stop_after=None):
    """What each of some answers comes to: (the reply, the words shown, requests made)."""
    return asyncio.run(_talk(adapter, answers, calls or len(answers), stop_after))


async def _talk(adapter, answers, calls, stop_after):
    found = []
    with WireServer(answers) as server:
        async with anthropic.AsyncAnthropic(
            api_key="k", base_url=server.url, max_retries=0
        ) as client:
            for _ in range(calls):
                found.append(await _one(adapter, client, server, stop_after))
    return found


async def _one(adapter, client, server, stop_after):
    shown, flag, before = [], _Flag() if stop_after else None, len(server.requests)

    def hear(words):
        shown.append(words)
        if flag and len(shown) >= stop_after:
            flag.cancel()

    model = adapter.AnthropicModel(client, "m", on_text=hear, sleep=_at_once, jitter=lambda: 0.5)
    reply = await model.acomplete("", [lab.user("Go.")], [], flag)
    return reply, "".join(shown), len(server.requests) - before


class _Flag:
    """The Stop flag of a run."""

    def __init__(self):
        self.set = False

    def cancel(self):
        self.set = True

    def is_cancelled(self):
        return self.set


async def _at_once(seconds):
    pass


def _words(reply):
    return "".join(block["text"] for block in reply["content"] if block["type"] == "text")


def _calls(reply):
    return [block for block in reply["content"] if block["type"] == "toolCall"]


def _is_message(reply):
    """Whether a harness can take it: answered, and followed by a word, it is a valid transcript."""
    if not isinstance(reply, dict) or reply.get("role") != "assistant":
        return False
    results = [lab.tool_result(call, "ok") for call in _calls(reply)]
    return lab.validate([lab.user("Go."), reply, *results, lab.user("On.")], record=True) == []


def _counted(found):
    """A row of the table."""
    row = Counter(streams=len(found))
    for reply, shown, _ in found:
        failed = reply["stop_reason"] in ("error", "aborted")
        row["one message"] += _is_message(reply)
        row["words lost"] += _words(reply) != shown
        row["calls invented"] += _calls(reply) not in ([], [CALL])
        row["failed with a call"] += failed and bool(_calls(reply))
        row["failed without a reason"] += failed and not reply.get("error_message")
        row["whole"] += not failed
    return row


def _holds(name, found, whole):
    row = _counted(found)
    print(f"\n{name:40}", *(f"{key} {row[key]}" for key in row), sep="  ", end="")
    assert row["one message"] == row["streams"]
    assert row["whole"] == whole
    for key in ("words lost", "calls invented", "failed with a call", "failed without a reason"):
        assert row[key] == 0, (name, key)


def test_a_line_cut_at_any_byte(adapter):
    places = range(len(BYTES) + 1)
    clean = [Raw([BYTES[:at]]) for at in places]
    broken = [Raw([BYTES[:at]], whole=False) for at in places]
    # All of it is there once message_stop is, whatever the line does then.
    _holds("cut at a byte, clean close", _played(adapter, clean), whole=1)
    _holds("cut at a byte, broken line", _played(adapter, broken), whole=1)


def test_a_stream_split_in_two_at_any_byte(adapter):
    places = range(len(BYTES))
    found = _played(adapter, [Raw([BYTES[:at], BYTES[at:]]) for at in places])
    _holds("split in two at a byte", found, whole=len(places))
    assert all(reply["content"][1] == CALL for reply, _, _ in found)


def test_a_stream_sent_byte_by_byte(adapter):
    found = _played(adapter, [Raw([BYTES[n : n + 1] for n in range(len(BYTES))])])
    _holds("sent byte by byte", found, whole=1)


@pytest.mark.parametrize("broken", [False, True], ids=["clean close", "broken line"])
def test_a_stream_that_ends_after_any_event(adapter, broken):
    answers = [Exchange(events=REPLY[:at], broken=broken) for at in range(LAST)]
    _holds(f"cut after an event, {broken=}", _played(adapter, answers), whole=0)


def _made(change, at):
    return [*REPLY[:at], *change, *REPLY[at:]]


PINGS = [events.ping()] * 500
STRANGE = [{"type": "content_block_glow", "index": 0, "glow": {"a": 1}}, {"type": "news"}]


@pytest.mark.parametrize("change", [PINGS, STRANGE], ids=["500 pings", "unknown events"])
def test_what_says_nothing_changes_nothing_wherever_it_stands(adapter, change):
    answers = [Exchange(events=_made(change, at)) for at in range(LAST)]
    found = _played(adapter, answers)
    _holds(f"{len(change)} idle events at a place", found, whole=LAST)


def test_an_error_event_is_retried_before_words_were_shown_and_reported_after(adapter):
    for at in range(LAST):
        answers = [Exchange(events=[*REPLY[:at], BUSY]), Exchange(events=REPLY)]
        ((reply, shown, requests),) = _played(adapter, answers, calls=1)
        before = not events.sse(REPLY[:at]).count(b"text_delta")
        _holds(f"an error after {at} events", [(reply, shown, requests)], whole=int(before))
        assert requests == 1 + before
        assert before or reply["error_message"] == "overloaded_error: Overloaded"


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503, 529])
def test_a_busy_provider_is_asked_again(adapter, status):
    busy = Exchange(status=status, headers={"retry-after": "1"}, body=BUSY)
    ((reply, _, requests),) = _played(adapter, [busy, busy, Exchange(events=REPLY)], calls=1)
    assert requests == 3 and _calls(reply) == [CALL]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422])
def test_a_request_that_is_refused_is_not_made_again(adapter, status):
    body = events.error("invalid_request_error", "max_tokens is too large")
    ((reply, _, requests),) = _played(adapter, [Exchange(status=status, body=body)] * 2, calls=1)
    assert requests == 1
    assert reply["error_message"] == f"{status}: max_tokens is too large"


def test_a_day_to_wait_is_reported_and_not_waited(adapter):
    busy = Exchange(status=429, headers={"retry-after": "86400"}, body=BUSY)
    ((reply, _, requests),) = _played(adapter, [busy] * 2, calls=1)
    assert requests == 1 and "86400 seconds" in reply["error_message"]


def test_a_stop_during_the_stream_ends_it_as_an_aborted_reply_with_the_words(adapter):
    for after in (1, 2):
        found = _played(adapter, [Exchange(events=REPLY)], stop_after=after)
        _holds(f"stopped after {after} pieces of text", found, whole=0)
        assert found[0][0]["stop_reason"] == "aborted"


def test_a_stop_that_no_one_can_reply_to_is_one_message_too(adapter):
    for reason in ("max_tokens", "refusal", "pause_turn", "model_context_window_exceeded", None):
        stream = events.streamed([events.text("Half."), events.call("t", "read", "{")], reason)
        found = _played(adapter, [Exchange(events=stream)])
        _holds(f"stop reason {reason}", found, whole=0)


async def _accumulated(answers):
    """What the package's own accumulator makes of the same streams: a stop reason, or a class."""
    found = []
    request = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Go."}]}
    with WireServer(answers) as server:
        async with anthropic.AsyncAnthropic(
            api_key="k", base_url=server.url, max_retries=0
        ) as client:
            for _ in answers:
                try:
                    async with client.messages.stream(**request) as stream:
                        message = await stream.get_final_message()
                    found.append(message.stop_reason)
                except Exception as exc:
                    found.append(type(exc).__name__)
    return found


def test_the_packages_own_accumulator_takes_a_cut_stream_for_a_message(adapter):
    """Why the adapter looks for message_stop itself: after the first event nothing is raised."""
    answers = [Exchange(events=REPLY[:at]) for at in range(LAST)]
    theirs = asyncio.run(_accumulated(answers))
    ours = [reply["stop_reason"] for reply, _, _ in _played(adapter, answers)]
    print("\naccumulator:", Counter(map(str, theirs)), " adapter:", Counter(ours))
    assert ours == ["error"] * LAST
    assert "tool_use" in theirs[-1:] and theirs.count(None) >= LAST - 3
