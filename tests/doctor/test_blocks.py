"""The same blocks as text and as HTML: narrow enough, escaped, and marked without a colour."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given

import lab
from lab.doctor.blocks import (
    FIRST,
    Compared,
    Heading,
    Options,
    Prose,
    Told,
    as_text,
    fitted,
    prose_lines,
)
from lab.doctor.html import as_html
from tests.fakes.strategies import plain_values

NAMES = ("theirs", "the reference")


def compared(theirs, reference, name="disk"):
    return Compared(name, lab.diff(theirs, reference, names=NAMES))


def test_prose_is_filled_and_code_keeps_its_lines():
    text = "Some words that\ngo on.\n\n```text\na  b\n\nc\n```\n\n- one\n  item\n- two"
    assert prose_lines(text, 40) == [
        "Some words that go on.",
        "",
        "```text",
        "a  b",
        "",
        "c",
        "```",
        "",
        "- one item",
        "- two",
    ]


def test_a_long_item_hangs_under_its_words():
    assert prose_lines("1. one two three four", 12) == ["1. one two", "   three", "   four"]


def test_emphasis_is_not_shown_as_stars():
    assert as_text([Prose("**Both** of them, `x`.")]) == "Both of them, `x`."


def test_options_hang_under_their_letter():
    rows = (("a", "", "First."), ("b", "right", "Second, of two.\n\nMore."))
    assert as_text([Options(rows)], 20).split("\n") == [
        " a  First.",
        " b  (right) Second,",
        "    of two.",
        "",
        "    More.",
    ]


def test_two_runs_stand_side_by_side():
    text = as_text([Told(NAMES, ("one", "  two"), ("three",))], 23)
    assert text.split("\n") == [
        "theirs     | the",
        "           | reference",
        "---------- | ----------",
        "one        | three",
        "  two      |",
    ]


def test_the_first_difference_is_marked_and_told_and_the_rest_is_marked_too():
    text = as_text([compared({"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 2, "d": 2})])
    lines = text.split("\n")
    assert lines[0] == "disk:"
    assert [line[:3] for line in lines[2:6]] == ["  a", "> b", "~ c", "~ d"]
    told = ['  First difference: ["b"]', "  theirs:        1", "  the reference: 2"]
    assert lines[-3:] == told


def test_a_value_of_one_row_needs_no_sentence():
    assert as_text([compared(1, 2)]).count("First difference") == 0
    assert as_text([compared(1, 2)]).split("\n")[-1].startswith("> ")


def test_a_stretch_of_equal_rows_is_folded_and_its_neighbours_stay():
    rows = compared([0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 9, 5, 6]).rows
    assert [row.label or row.left for row in rows] == [
        "(3 rows, the same in both)",
        "3",
        "4",
        "5",
        "6",
    ]


def test_rows_that_read_the_same_are_folded_after_the_first():
    def request(words):
        return {"system": words, "messages": [], "tools": []}

    rows = compared([request("a")] * 4, [request("b")] * 4).rows
    assert rows[0].mark == FIRST and rows[0].left == rows[0].right
    assert [row.left for row in rows[1:]] == ["(3 rows, which differ only inside)"]


def test_a_long_text_is_cut_about_the_place_where_the_two_part():
    theirs, reference = "x" * 1000 + "BAD" + "y" * 1000, "x" * 1000 + "GOOD" + "y" * 1000
    text = as_text([compared({"f": theirs}, {"f": reference})], 100)
    assert "BAD" in re.sub(r"\s", "", text.split("First")[0])
    assert "characters)" in text
    html = as_html([compared({"f": theirs}, {"f": reference})])
    assert "GOOD" in html and len(html) < 3000


@given(plain_values, plain_values)
def test_any_two_observations_can_be_shown_in_eighty_columns(a, b):
    text = as_text([compared(a, b)])
    assert max(len(line) for line in text.split("\n")) <= 80
    assert as_html([compared(a, b)]).count("<table") == 1


def test_an_encoding_gets_what_it_has():
    assert fitted("a → b … “c” é", "ascii") == 'a -> b ... "c" e'
    assert fitted("→ é", "utf-8") == "→ é"
    assert fitted("→ é", "latin-1") == "-> é" or fitted("→ é", "latin-1") == "-> e"
    assert fitted("漢", "ascii") == "?"
    assert fitted("→", None) == "->"


class Balance(HTMLParser):
    """Checks that every element is closed in order."""

    def __init__(self):
        super().__init__()
        self.open, self.tags = [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in ("col", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


ALL = [
    Heading("<b>&"),
    Prose("See <script>alert(1)</script> and `<x>`.\n\n| a | b |\n|---|---|\n| 1 | 2 |"),
    Options((("a", "", "<i>one</i>"), ("b", "right", "- two\n- three"))),
    Told(("<t>", "r"), ("<li>",), ("&",)),
    compared({"<k>": "<script>"}, {"<k>": "&"}),
]


@pytest.fixture
def html():
    return as_html(ALL)


def test_html_is_whole_and_nothing_in_it_is_anybodys_markup(html):
    parser = Balance()
    parser.feed(html)
    assert parser.open == []
    assert not parser.tags & {"script", "i", "x", "k", "t"}
    assert "&lt;script&gt;" in html


def test_html_names_no_colour_so_that_light_and_dark_can_read_it(html):
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb|background|color:", html, re.I)
    assert "border:2px solid" in html
    assert "first difference" in html


def test_html_has_nothing_that_another_run_would_have_otherwise(html):
    assert html == as_html(ALL)
    assert " id=" not in html


def test_a_link_is_its_words_and_an_address_in_one_piece():
    address = "https://example.org/" + "long/" * 20
    shown = as_text([Prose(f"The links: [`messages.py`, lines 1 to 3]({address}) and more words.")])
    assert "`messages.py`, lines 1 to 3" in shown.replace("\n", " ")
    assert f"({address})" in shown
