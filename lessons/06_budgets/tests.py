"""Lesson 06: every tool result has a budget, and says what it left out."""

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import lab

NOTES = "".join(f"- step {n}: check it\n" for n in range(1, 8))  # seven lines of 19 bytes
ONE_BIG = "small\n" + "x" * 40 + "\n" + "small again\n"


def _cut(play, end, text, **limits):
    return play("a_cut", end=end, text=text, **limits)


def _read(play, told, arguments, files=None, **limits):
    """`read` of notes.md (or what `arguments` say) answers `told`."""
    arguments = {"path": "notes.md", **arguments}
    disk = {} if files is None else {"files": files}
    seen = play("a_read", arguments=arguments, **disk, **limits)
    assert seen == {"told": told, "raised": None}


def _refused(play, raised, arguments):
    seen = play("a_read", arguments=arguments)
    assert seen == {"told": None, "raised": raised}


def test_the_head_is_the_first_lines_that_fit(play):
    """The head of a text is its first lines within two budgets: so many lines, so many bytes."""
    for limits, kept, lines in (
        ({"max_lines": 3}, "a\nb\nc\n", 3),
        ({"max_lines": 2}, "a\nb\n", 2),
        ({"max_lines": 4}, "a\nb\nc\n", 3),
        ({"max_bytes": 6}, "a\nb\nc\n", 3),
        ({"max_bytes": 5}, "a\nb\n", 2),
        ({"max_bytes": 4}, "a\nb\n", 2),
        ({"max_lines": 1, "max_bytes": 4}, "a\n", 1),
        ({"max_lines": 2, "max_bytes": 2}, "a\n", 1),
        ({"max_lines": 0}, "", 0),
    ):
        assert _cut(play, "head", "a\nb\nc\n", **limits) == {"kept": kept, "lines": lines}


def test_the_tail_is_the_last_lines_in_their_own_order(play):
    """The tail is the last lines within both budgets, in the order they stood."""
    for limits, kept, lines in (
        ({"max_lines": 3}, "a\nb\nc\n", 3),
        ({"max_lines": 2}, "b\nc\n", 2),
        ({"max_lines": 4}, "a\nb\nc\n", 3),
        ({"max_bytes": 6}, "a\nb\nc\n", 3),
        ({"max_bytes": 5}, "b\nc\n", 2),
        ({"max_bytes": 4}, "b\nc\n", 2),
        ({"max_lines": 1, "max_bytes": 4}, "c\n", 1),
        ({"max_lines": 2, "max_bytes": 2}, "c\n", 1),
        ({"max_lines": 0}, "", 0),
    ):
        assert _cut(play, "tail", "a\nb\nc\n", **limits) == {"kept": kept, "lines": lines}


def test_lines_are_whole_or_not_there(play):
    """A line is whole or not there, none is stepped over, and when the first is too big: "", 0."""
    for end, text, kept, lines in (
        ("head", "tiny\nmuch too long\ntiny\n", "tiny\n", 1),
        ("tail", "tiny\nmuch too long\ntiny\n", "tiny\n", 1),
        ("head", "much too long\ntiny\n", "", 0),
        ("tail", "tiny\nmuch too long\n", "", 0),
        ("head", "much too long", "", 0),
        ("tail", "much too long", "", 0),
        ("head", "", "", 0),
        ("tail", "", "", 0),
    ):
        assert _cut(play, end, text, max_bytes=10) == {"kept": kept, "lines": lines}


def test_sizes_are_bytes_of_utf_8(play):
    """A line's size is its bytes in UTF-8, its newline included, not its characters."""
    for end in ("head", "tail"):
        for text, max_bytes, kept, lines in (
            ("caf\u00e9\n", 6, "caf\u00e9\n", 1),
            ("caf\u00e9\n", 5, "", 0),
            ("\u5317\u4eac\n", 7, "\u5317\u4eac\n", 1),
            ("\u5317\u4eac\n", 6, "", 0),
            ("\U0001f642\n", 5, "\U0001f642\n", 1),
            ("\U0001f642\n", 4, "", 0),
            ("cafe", 4, "cafe", 1),
            ("cafe\n", 4, "", 0),
        ):
            assert _cut(play, end, text, max_bytes=max_bytes) == {"kept": kept, "lines": lines}


def test_a_line_ends_at_a_newline_and_nowhere_else(play):
    """A line ends at its newline and nowhere else; the last one may do without."""
    for text, head, tail in (
        ("a\nb\nc", "a\nb\n", "b\nc"),
        ("a\r\nb\r\nc\r\n", "a\r\nb\r\n", "b\r\nc\r\n"),
        ("a\rb\nc\rd\ne", "a\rb\nc\rd\n", "c\rd\ne"),
        ("a\x0cb\nc\x0bd\ne\n", "a\x0cb\nc\x0bd\n", "c\x0bd\ne\n"),
        ("a\u2028b\nc\u2029d\ne\n", "a\u2028b\nc\u2029d\n", "c\u2029d\ne\n"),
        ("a\x85b\nc\x1cd\ne\n", "a\x85b\nc\x1cd\n", "c\x1cd\ne\n"),
        ("\n\n\n", "\n\n", "\n\n"),
    ):
        assert _cut(play, "head", text, max_lines=2) == {"kept": head, "lines": 2}
        assert _cut(play, "tail", text, max_lines=2) == {"kept": tail, "lines": 2}
    odd = {"notes.md": "a\rb\x0cc\u2028d\ne\r\nf"}
    _read(play, odd["notes.md"], {}, odd)
    _read(
        play,
        "e\r\n[Showing lines 2-2 of 3. Use offset=3 to continue.]",
        {"offset": 2},
        odd,
        max_lines=1,
    )


def test_the_budget_is_2000_lines_and_50000_bytes(play):
    """Unless told otherwise, the budget is 2000 lines and 50000 bytes."""
    short = [f"{n}\n" for n in range(1, 2002)]
    for end, kept in (("head", short[:2000]), ("tail", short[1:])):
        assert _cut(play, end, "".join(short[:2000]))["lines"] == 2000
        assert _cut(play, end, "".join(short)) == {"kept": "".join(kept), "lines": 2000}
        hundreds = ("x" * 99 + "\n") * 500
        assert _cut(play, end, hundreds)["lines"] == 500
        assert _cut(play, end, hundreds + "\n")["lines"] == 500


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    text=st.text("ab\n\r\u2028\u00e9\U0001f642", max_size=24),
    max_lines=st.integers(0, 6),
    max_bytes=st.integers(0, 30),
)
@example(text="a\n\nb", max_lines=2, max_bytes=30)
def test_a_cut_keeps_all_that_fits_and_never_more(play, text, max_lines, max_bytes):
    """Whatever the text, a cut keeps all the whole lines that fit from that end, and no more."""
    whole = text.split("\n")
    lines = [line + "\n" for line in whole[:-1]] + ([whole[-1]] if whole[-1] else [])
    expected = {"text": text, "head": ["", 0], "tail": ["", 0]}
    for count in range(1, min(len(lines), max_lines) + 1):
        for end, kept in (("head", lines[:count]), ("tail", lines[-count:])):
            if len("".join(kept).encode()) <= max_bytes:
                expected[end] = ["".join(kept), count]
    seen = play("the_same_cut_from_both_ends", text=text, max_lines=max_lines, max_bytes=max_bytes)
    assert seen == expected


def test_read_returns_the_lines_that_were_asked_for(play):
    """read returns the lines from `offset`, counted from 1, as many as `limit`; else all."""
    line = NOTES.splitlines(keepends=True)
    _read(play, NOTES, {})
    _read(play, NOTES, {"offset": None, "limit": None})
    _read(play, NOTES, {"offset": 1, "limit": 7})
    _read(play, "".join(line[2:]), {"offset": 3})
    _read(play, "".join(line[5:]), {"offset": 6, "limit": 2})
    _read(play, line[6], {"offset": 7, "limit": 100})
    _read(play, "", {"path": "empty.md"})
    _read(play, "", {"path": "empty.md", "offset": 1, "limit": 1})


def test_read_says_how_to_read_on(play):
    """When more lines follow, the result ends, right after the last line, with how to read on."""
    line = NOTES.splitlines(keepends=True)
    for arguments, limits, kept, note in (
        ({"limit": 2}, {}, line[:2], "1-2 of 7. Use offset=3"),
        ({"limit": 6}, {}, line[:6], "1-6 of 7. Use offset=7"),
        ({"offset": 3, "limit": 1}, {}, line[2:3], "3-3 of 7. Use offset=4"),
        ({}, {"max_lines": 5}, line[:5], "1-5 of 7. Use offset=6"),
        ({"limit": 6}, {"max_lines": 5}, line[:5], "1-5 of 7. Use offset=6"),
        ({"limit": 4}, {"max_lines": 5}, line[:4], "1-4 of 7. Use offset=5"),
        ({"offset": 2}, {"max_lines": 5}, line[1:6], "2-6 of 7. Use offset=7"),
        ({}, {"max_bytes": 57}, line[:3], "1-3 of 7. Use offset=4"),
        ({}, {"max_bytes": 56}, line[:2], "1-2 of 7. Use offset=3"),
    ):
        told = "".join(kept) + f"[Showing lines {note} to continue.]"
        _read(play, told, arguments, **limits)
    _read(play, NOTES, {}, max_lines=7)
    _read(play, NOTES, {}, max_bytes=133)
    _read(play, "".join(line[2:]), {"offset": 3}, max_lines=5)
    long = {"notes.md": "x\n" * 2001}
    note = "[Showing lines 1-2000 of 2001. Use offset=2001 to continue.]"
    _read(play, "x\n" * 2000 + note, {}, long)


def test_a_model_that_follows_the_notes_reads_everything_once(play):
    """A model that reads on where it is told to gets every line once, and each call stays cheap."""
    seen = play("a_file_read_to_its_end", text=NOTES, max_lines=3)
    line = NOTES.splitlines(keepends=True)
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A"
    assert seen["told"] == [
        "".join(line[:3]) + "[Showing lines 1-3 of 7. Use offset=4 to continue.]",
        "".join(line[3:6]) + "[Showing lines 4-6 of 7. Use offset=7 to continue.]",
        line[6],
    ]
    assert {"bill": seen["bill"]} == {"bill": 1016}
    big = play("a_file_read_to_its_end", text=ONE_BIG, max_bytes=20)
    assert [told.partition("[")[0] for told in big["told"]] == ["small\n", "", "small again\n"]


def test_a_line_over_the_budget_is_told_and_can_be_skipped(play):
    """Of a line that is over the byte budget alone, read says so, and how to skip it."""
    for path, offset, size, end in (
        ("big.md", 2, 41, " Use offset=3 to skip it.]"),
        ("last.md", 2, 40, "]"),
        ("wide.md", 1, 31, " Use offset=2 to skip it.]"),
        ("only.md", 1, 21, "]"),
    ):
        files = {
            "big.md": ONE_BIG,
            "last.md": "small\n" + "x" * 40,
            "wide.md": "\u00e9" * 15 + "\nsmall\n",
            "only.md": "x" * 20 + "\n",
        }
        told = (
            f"[Line {offset} of {path} is {size} bytes, over the 20-byte budget of one read,"
            f" so none of it is shown.{end}"
        )
        for limit in (None, 1):
            arguments = {"path": path, "offset": offset, "limit": limit}
            _read(play, told, arguments, files, max_bytes=20)
    note = "[Showing lines 1-1 of 3. Use offset=2 to continue.]"
    _read(play, f"small\n{note}", {}, {"notes.md": ONE_BIG}, max_bytes=20)
    _read(play, "x" * 19 + "\n", {}, {"notes.md": "x" * 19 + "\n"}, max_bytes=20)


def test_read_refuses_in_this_order(play):
    """read refuses, in this order: a number below 1, a missing file, an offset past the end."""
    below = "ValueError: offset and limit must be 1 or more"
    here = "Files here: docs/, empty.md, notes.md"
    for arguments, raised in (
        ({"path": "notes.md", "offset": 0}, below),
        ({"path": "notes.md", "limit": 0}, below),
        ({"path": "notes.md", "offset": -1}, below),
        ({"path": "notes.md", "limit": -7}, below),
        ({"path": "empty.md", "offset": 0}, below),
        ({"path": "no.md", "offset": 0}, below),
        ({"path": "notes.md", "offset": 99, "limit": 0}, below),
        ({"path": "no.md"}, f"FileNotFoundError: File not found: no.md. {here}"),
        ({"path": "no.md", "offset": 9}, f"FileNotFoundError: File not found: no.md. {here}"),
        ({"path": "docs/no.md"}, f"FileNotFoundError: File not found: docs/no.md. {here}"),
        (
            {"path": "notes.md", "offset": 8},
            "ValueError: offset 8 is past the end of notes.md: 7 lines",
        ),
        (
            {"path": "docs/plan.md", "offset": 2, "limit": 5},
            "ValueError: offset 2 is past the end of docs/plan.md: 1 lines",
        ),
        (
            {"path": "empty.md", "offset": 2},
            "ValueError: offset 2 is past the end of empty.md: 0 lines",
        ),
    ):
        _refused(play, raised, arguments)


def test_numbers_are_checked(play):
    """An integer argument may be missing or null; a string, a fraction or true is refused."""
    for arguments, given_ in (({}, 7), ({"limit": None}, 7), ({"limit": 3}, 3), ({"limit": 0}, 0)):
        seen = play("an_integer_argument", arguments=arguments)
        assert seen == {"given": given_, "raised": None}
    for value in ("3", "", 2.5, True, False, [3], {}):
        seen = play("an_integer_argument", arguments={"limit": value})
        assert seen == {"given": None, "raised": "ValueError: limit must be an integer"}
        for name in ("offset", "limit"):
            arguments = {"path": "notes.md", name: value}
            _refused(play, f"ValueError: {name} must be an integer", arguments)
    for path in ({}, {"path": None}, {"path": 5}):
        _refused(play, "ValueError: path must be a string", path)


def test_bash_shows_the_end_and_says_how_the_command_went(play):
    """bash shows the end of a long output and says so; an exit code is news, not an error."""
    cut = "\n[Showing the last {} of {} lines. Narrow the command for more.]"
    for output, code, limits, told in (
        ("a\nb\nc\n", 0, {}, "a\nb\nc\n"),
        ("", 0, {}, ""),
        ("a\nb\nc\n", 0, {"max_lines": 3}, "a\nb\nc\n"),
        ("a\nb\nc\n", 0, {"max_lines": 2}, "b\nc\n" + cut.format(2, 3)),
        ("a\nb\nc", 0, {"max_lines": 2}, "b\nc" + cut.format(2, 3)),
        ("a\nb\nc\n", 0, {"max_bytes": 5}, "b\nc\n" + cut.format(2, 3)),
        ("x" * 30, 0, {"max_bytes": 20}, cut.format(0, 1)),
        ("a\rb\x0cc\n", 0, {"max_lines": 1}, "a\rb\x0cc\n"),
        ("1 failed", 1, {}, "1 failed\nCommand exited with code 1"),
        ("1 failed\n", 2, {}, "1 failed\n\nCommand exited with code 2"),
        ("", 127, {}, "\nCommand exited with code 127"),
        ("a\nb", -9, {"max_lines": 1}, "b" + cut.format(1, 2) + "\nCommand exited with code -9"),
        ("x\n" * 2001, 0, {}, "x\n" * 2000 + cut.format(2000, 2001)),
        ("after a while\n", 0, {"laps": 3}, "after a while\n"),
    ):
        seen = play("a_command", output=output, code=code, **limits)
        assert seen["told"] == [told]
        assert seen["flagged"] == [False]
        assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    seen = play("a_command_that_is_no_string")
    assert seen == {"told": None, "raised": "ValueError: command must be a string"}


def test_bash_waits_without_holding_the_floor(play):
    """While a command runs, bash lets others work and looks for a Stop; nothing is left running."""
    seen = play("a_command_that_takes_time", laps=7)
    assert seen["laps"] >= 7, "laps of the event loop that the others had while it ran"
    assert {**seen, "laps": "7 or more"} == {
        "told": "",
        "cancelled": False,
        "laps": "7 or more",
        "running": [],
    }
    seen = play("a_command_that_takes_time", laps=90, stopped="politely")
    assert seen["laps"] <= 6, "laps until bash came back; Stop was pressed in the third"
    assert {"told": seen["told"], "running": seen["running"]} == {
        "told": "Command cancelled",
        "running": [],
    }
    seen = play("a_command_that_takes_time", laps=90, stopped="hard")
    assert {"cancelled": seen["cancelled"], "running": seen["running"]} == {
        "cancelled": True,
        "running": [],
    }


def test_the_model_is_told_the_limits(play):
    """What the model is told of read and bash names their limits, those they were made with."""
    read = {
        "name": "read",
        "description": "Read a text file and return its contents. One call returns at most"
        " 2000 lines or 50000 bytes; use offset to read on.",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Path of the file to read."},
                "offset": {"type": "integer", "description": "First line, from 1."},
                "limit": {"type": "integer", "description": "How many lines."},
            },
            "required": ["path"],
        },
    }
    bash = {
        "name": "bash",
        "description": "Run a shell command and return its output (stdout and stderr together)."
        " Only the last 2000 lines or 50000 bytes come back.",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string", "description": "The command line."}},
            "required": ["command"],
        },
    }
    seen = play("what_is_advertised", tool="read")
    assert seen["spec"] == read
    keys = [["name", "description", "parameters"], ["type", "properties", "required"]]
    each = ["type", "description"]
    assert seen["order"] == [*keys, ["path", "offset", "limit"], each, each, each]
    assert {"snippet": seen["snippet"], "guidelines": seen["guidelines"]} == {
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }
    seen = play("what_is_advertised", tool="bash")
    assert seen["spec"] == bash
    assert seen["order"] == [*keys, ["command"], each]
    assert {"snippet": seen["snippet"], "guidelines": seen["guidelines"]} == {
        "snippet": "Run shell commands",
        "guidelines": ["Say what a command is for before you run it."],
    }
    for tool, told in (("read", read["description"]), ("bash", bash["description"])):
        spec = play("what_is_advertised", tool=tool, max_lines=30, max_bytes=900)["spec"]
        assert spec["description"] == told.replace("2000", "30").replace("50000", "900")
