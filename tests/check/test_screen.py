"""Lines reach any stream: coloured or not, whatever it can encode."""

import io

import pytest

from lab.check.report import Line
from lab.check.screen import Screen


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def printed(lines: list[Line], encoding: str = "utf-8", terminal: bool = False) -> str:
    raw = io.BytesIO()
    stream = (Terminal if terminal else io.TextIOWrapper)(raw, encoding=encoding, newline="\n")
    Screen(stream).print(*lines)
    stream.flush()
    return raw.getvalue().decode(encoding)


def test_a_line_is_its_word_and_its_text():
    assert printed([Line("It runs.", "PASS   ", "good"), Line("1 of 1.")]) == (
        "  PASS    It runs.\n1 of 1.\n"
    )


def test_a_terminal_gets_colours_beside_the_words(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    text = printed([Line("It runs.", "PASS", "good")], terminal=True)
    assert "\x1b[" in text
    assert "PASS" in text


@pytest.mark.parametrize("name", ["NO_COLOR", "TERM"])
def test_no_colours_are_used_where_they_are_not_wanted(monkeypatch, name):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, "dumb")
    assert "\x1b" not in printed([Line("It.", "PASS", "good")], terminal=True)


def test_what_an_encoding_cannot_hold_is_spelt_out():
    assert printed([Line("caf\u00e9 \u2026")], "ascii") == "caf\\xe9 \\u2026\n"
    assert printed([Line("a \ud800")]) == "a \\ud800\n"


def test_control_characters_from_a_harness_are_spelt_out():
    assert printed([Line("x\x1b[2Jy\rz\u202e")]) == "x\\x1b[2Jy\\rz\\u202e\n"


def test_what_looks_like_markup_is_text(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "[bold]A[/bold]" in printed([Line("[bold]A[/bold]")], terminal=True)
