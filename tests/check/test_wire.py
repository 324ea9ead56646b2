"""What crosses is plain data and comes back the same; anything else is refused."""

import contextlib
import json
import math
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lab
from lab.check import wire

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=30,
)


@given(PLAIN)
def test_what_is_plain_comes_back_the_same(value):
    assert lab.same(wire.decode(wire.encode(value)), value)


@given(st.binary())
def test_any_bytes_decode_to_plain_data_or_are_refused(data):
    with contextlib.suppress(wire.WireError):
        lab.plain(wire.decode(data))


@pytest.mark.parametrize("value", [math.nan, math.inf, (1,), {1: 2}, b"x", object(), "\ud800", {1}])
def test_what_is_not_plain_is_not_sent(value):
    with pytest.raises(wire.WireError):
        wire.encode({"value": value})


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "-Infinity",
        "1e999",
        '{"a": 1, "a": 2}',
        "[" * 100_000 + "]" * 100_000,
        "[" * 150 + "]" * 150,
        "1" * 5000,
        '"\\ud800"',
        "",
        "{",
        "1 2",
        "'x'",
    ],
)
def test_hostile_json_is_refused(text):
    with pytest.raises(wire.WireError):
        wire.decode(text.encode("ascii"))


def test_too_much_is_refused_on_both_sides():
    with pytest.raises(wire.WireError, match="over"):
        wire.encode("x" * wire.MAX_BYTES)
    with pytest.raises(wire.WireError, match="over"):
        wire.decode(json.dumps("x" * wire.MAX_BYTES).encode("ascii"))


@given(st.lists(st.binary(max_size=50)), st.integers(1, 9))
def test_frames_are_found_again_however_they_are_cut(datas, size):
    stream = b"".join(map(wire.frame, datas))
    inbox, found = wire.Inbox(), []
    for start in range(0, len(stream), size):
        inbox.feed(stream[start : start + size])
        while (data := inbox.take()) is not None:
            found.append(data)
    assert found == datas
    assert inbox.empty


@pytest.mark.parametrize("head", [b"garbage!", b"LAB1\xff\xff\xff\xff", b"HTTP/1.1"])
def test_a_head_that_is_none_is_refused_before_its_body_is_awaited(head):
    inbox = wire.Inbox()
    inbox.feed(head)
    with pytest.raises(wire.WireError):
        inbox.take()


def test_a_closed_line_is_told_from_a_frame():
    here, there = socket.socketpair()
    with here, there:
        there.sendall(wire.frame(b"one") + b"LAB1")
        there.shutdown(socket.SHUT_WR)
        inbox = wire.Inbox()
        assert wire.receive(here, inbox) == b"one"
        assert wire.receive(here, inbox) is None
