"""The chat's lines: as they are said, in colour where that is wanted, and never more than words."""

import io
import re

import pytest

from lab.chat.screen import Screen, shortened


class Stream(io.StringIO):
    """A stream that says whether it is a terminal."""

    encoding = "utf-8"

    def __init__(self, terminal):
        super().__init__()
        self._terminal = terminal

    def isatty(self):
        return self._terminal


@pytest.fixture(params=[True, False], ids=["terminal", "pipe"])
def stream(request, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Stream(request.param)


def _plain(stream):
    return re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())


def test_pieces_of_a_reply_stand_one_behind_the_other_as_they_came(stream):
    screen = Screen(stream)
    for piece in ("It says ", "[bold]this[/bold],  ", "\u5317", "\n", "and " * 60):
        screen.words(piece)
    screen.line("done", "pale")
    assert _plain(stream) == f"It says [bold]this[/bold],  \u5317\n{'and ' * 60}\ndone\n"


def test_only_a_terminal_gets_colours_and_each_has_its_word(stream):
    screen = Screen(stream)
    result = {"content": "no disk", "is_error": True}
    screen.event({"type": "tool_execution_end", "result": result}, streamed=True)
    assert _plain(stream) == "  FAILED no disk\n"
    assert ("\x1b[1;31m" in stream.getvalue()) == stream.isatty()


def test_no_color_is_heeded(stream, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    Screen(stream).line("Stopped.", "bad")
    assert stream.getvalue() == "Stopped.\n"


def test_what_a_model_could_paint_a_terminal_with_is_spelt_out(stream):
    Screen(stream).words("a\x1b[2Jb\u202ec")
    assert _plain(stream) == r"a\x1b[2Jb\u202ec"


def test_a_long_question_says_how_long_it_is():
    assert shortened("short?") == "short?"
    assert shortened("x" * 5000).endswith("x... (5000 characters in all)")
