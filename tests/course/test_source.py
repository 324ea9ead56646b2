"""A file's bytes survive being read and written, and what is edited fits in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.course.errors import LabError
from lab.course.source import decode

TEXT = "# caf\u00e9 \u2028 \x0c \x85\nx = 1\n"


@given(st.text(alphabet="a\n\r\f\u2028\u00e9\t #=", max_size=40), st.booleans())
def test_what_is_not_edited_is_written_byte_for_byte(text, bom):
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    source = decode(data)
    assert source.encode() == data
    assert all("\n" not in line and "\r" not in line for line in source.bare)
    assert len(source.lines) == len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")) - (
        not text or text[-1] in "\r\n"
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_new_line_ends_as_the_others_do(newline):
    source = decode(TEXT.replace("\n", newline).encode())
    assert source.newline == newline
    assert source.edit(1, 1, ["y = 2"]).encode().endswith(f"y = 2{newline}x = 1{newline}".encode())


def test_a_last_line_without_its_end_gets_one_when_something_follows():
    assert decode(b"x = 1").edit(1, 1, ["y = 2"]).encode() == b"x = 1\ny = 2\n"
    assert decode(b"x = 1").edit(0, 0, ["y = 2"]).encode() == b"y = 2\nx = 1"


def test_a_cookie_is_obeyed_in_both_directions():
    data = "# -*- coding: latin-1 -*-\nx = '\u00e9'\n".encode("latin-1")
    assert decode(data).bare[1] == "x = '\u00e9'"
    assert decode(data).encode() == data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"x = 1\ny = '\xff'\n", "line 2: byte 0xff is not utf-8 text"),
        (b"x = '\xff'\n", "line 1: it is not UTF-8 text"),
        (b"\xff\xfex\x00", "line 1: it is not UTF-8 text"),
        (b"# coding: klingon\n", "line 1: unknown encoding"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "line 1: encoding problem"),
        (b"# coding: rot13\nx = 1\n", "line 1: cannot be read as rot13"),
        (b"# coding: utf-7\nx = '+AGE-'\n", "line 1: utf-7 cannot be written back"),
    ],
)
def test_what_cannot_be_read_and_written_back_is_refused_in_a_line(data, reason):
    with pytest.raises(LabError) as caught:
        decode(data)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("harness.py, line ")
    assert "\n" not in str(caught.value)
