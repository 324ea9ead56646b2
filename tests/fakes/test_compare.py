"""Two of anything side by side."""

import copy
import json

import pytest
from hypothesis import given

import lab
from tests.fakes.strategies import junk_transcripts, plain_values, transcripts


def steer(place):
    calls = [lab.call("write", {"path": f"{n}.py"}, f"c{n}") for n in (1, 2)]
    record = [lab.user("Split it."), lab.reply(*calls)]
    record += [lab.tool_result(call, "ok") for call in calls]
    return [*record[:place], lab.user("Wait."), *record[place:]]


@given(plain_values, plain_values)
def test_any_plain_values_can_be_compared(a, b):
    d = lab.diff(a, b)
    assert d.equal is lab.same(a, b) is (d.first is None)
    assert str(d).isascii() and d._repr_html_().startswith("<table>")
    assert lab.diff(a, copy.deepcopy(a)).equal


@given(junk_transcripts(), transcripts())
def test_whatever_looks_like_a_transcript_can_be_compared(a, b):
    for pair in ((a, b), (b, a), (a, a)):
        d = lab.diff(*pair)
        assert d.equal is lab.same(*pair)
        assert max(map(len, str(d).split("\n")[: len(d.rows) + 1])) <= 100
        assert d._repr_html_()


def test_the_first_row_that_differs_is_marked_and_the_later_ones_less():
    shown = str(lab.diff(steer(2), steer(4))).split("\n")
    assert [line[0] for line in shown] == [" ", " ", " ", ">", "~", "~", ">", " ", " "]
    assert shown[0].split() == ["theirs", "yours"]
    assert shown[3].split() == [">", "2", "user", "->", '"Wait."', "toolResult", "c1", "->", '"ok"']
    assert shown[6:] == [
        "> first difference: messages[2]",
        '    theirs: user -> "Wait."',
        '    yours:  toolResult c1 -> "ok"',
    ]


def test_a_difference_deep_down_is_told_with_its_path_and_its_type():
    ours, theirs = [lab.tool_result(lab.call("ls", {}, "c1"), "x") for _ in range(2)]
    theirs["is_error"] = 0
    assert lab.diff([theirs], [ours]).first == 'messages[0]["is_error"]: theirs 0, yours false'


def test_a_flagged_result_is_seen_before_its_words():
    call = lab.call("ls", {}, "c1")
    flagged = lab.tool_result(call, "-> " * 50, is_error=True)
    assert "toolResult c1 (error) -> " in str(lab.diff([flagged], [lab.tool_result(call, "")]))


def test_a_missing_key_and_a_missing_row_are_told():
    assert lab.diff({"a": 1}, {}).first == '["a"]: theirs 1, yours (nothing)'
    assert lab.diff([], [1]).first == "[0]: theirs (nothing), yours 1"
    assert "(nothing)" in str(lab.diff([], [1]))


def test_long_texts_are_told_where_they_part():
    a, b = "x" * 500 + "left" + "y" * 500, "x" * 500 + "right" + "y" * 500
    first = lab.diff({"f": a}, {"f": b}).first
    assert '..."' + "x" * 25 + "leftyyy" in first and '..."' + "x" * 25 + "rightyy" in first
    assert len(first) < 220


def test_equal_sides_say_so():
    d = lab.diff(steer(1), steer(1))
    assert d.equal and d.first is None
    assert str(d).endswith("no difference") and "No difference" in d._repr_html_()


def test_disks_are_compared_path_by_path():
    ws = lab.Workspace({"a.py": "1\n", "z.py": "2"})
    before = ws.snapshot()
    ws.write_text("m.py", "new")
    ws.delete("a.py")
    shown = str(lab.diff(before, ws.snapshot())).split("\n")
    assert [line.split()[:2] for line in shown[1:4]] == [
        [">", "a.py"],
        ["~", "m.py"],
        ["z.py", '"2"'],
    ]
    assert shown[1].split() == [">", "a.py", '"1\\n"', "(nothing)"]


def test_events_are_shown_by_their_type_and_what_they_carry():
    call = lab.call("ls", {"path": "."}, "c1")
    events = [
        {"type": "agent_start"},
        {"type": "message_end", "message": lab.user("Go.")},
        {"type": "tool_execution_start", "call": call},
        {"type": "tool_execution_end", "call": call, "result": lab.tool_result(call, "a")},
        {"type": "agent_end", "messages": [lab.user("Go."), lab.say("Done.")]},
    ]
    rows = [row[1] for row in lab.diff(events, events).rows]
    assert rows == [
        "agent_start",
        'message_end user -> "Go."',
        'tool_execution_start ls({"path": "."})',
        'tool_execution_end ls({"path": "."}) toolResult c1 -> "a"',
        "agent_end U A",
    ]


def test_requests_are_shown_by_their_shape_and_tools():
    requests = [lab.Request("S", [lab.user("Go.")], [{"name": "ls"}]), lab.Request("S", [], [])]
    d = lab.diff(requests, [requests[0], lab.Request("T", [], [])])
    assert [row[1] for row in d.rows] == ["U (tools: ls)", "no messages (tools: none)"]
    assert d.first == 'requests[1]["system"]: theirs "S", yours "T"'


def test_the_row_marked_is_the_one_told_of():
    theirs, yours = {"b": "1", "a": "1", "c": "1"}, {"b": "2", "a": "1", "c": "2"}
    d = lab.diff(theirs, yours)
    assert next(row[0] for row in d.rows if not row[3]) == "b"
    assert d.parting == ('["b"]', '"1"', '"2"')


def test_the_sides_can_be_given_other_names():
    d = lab.diff(1, 2, names=("your harness", "should be"))
    assert d.first == "the value: your harness 1, should be 2"
    assert "should be" in str(d).split("\n")[0]


def test_a_table_escapes_what_it_shows_and_says_differences_in_words():
    html = lab.diff([lab.user("<script>&")], [lab.user("<b>")])._repr_html_()
    assert "<script>" not in html and "<b>" not in html
    assert "&lt;script&gt;&amp;" in html and "0 first difference" in html


@pytest.mark.parametrize("words", ["line\u2028break", "caf\u00e9", "\x1b[31mred", "a\r\nb"])
def test_nothing_shown_breaks_its_row_or_the_terminal(words):
    shown = str(lab.diff({words: 1, "b": 2}, {words: words, "b": 2}))
    assert len(shown.split("\n")) == 6
    assert json.dumps(words)[1:-1] in shown


def test_keys_that_are_no_strings_are_kept_apart():
    found = lab.diff({0: 1, 1: 1}, {0: 2, 1: 1})
    assert not found.equal
    assert found.first == '["0"]: theirs 1, yours 2'
