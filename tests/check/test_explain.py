"""What went wrong, in a learner's words: theirs beside what it should be."""

import pytest

import lab
from lab.check.explain import Compared, Played, beside, explain
from lab.check.outcome import Outcome

RECORD = [lab.user("Go."), lab.say("Done.")]


@pytest.mark.parametrize(
    ("compared", "words"),
    [
        (Compared("==", "U A", "U A[c1] R(c1)"), "your harness: U A\nshould be:    U A[c1] R(c1)"),
        (Compared("==", "no", "yes"), 'your harness: "no"\nshould be:    "yes"'),
        (Compared("is", False, True), "your harness: False\nshould be:    True"),
        (Compared("!=", 3, 3), "your harness:  3\nshould not be: 3"),
        (Compared("==", 3, 3), "your harness:  3\nshould not be: 3"),
        (Compared("<=", 9, 8), "your harness:      9\nshould be at most: 8"),
        (Compared("in", "x", ["a"]), "your harness: ['a']\nshould hold:  \"x\""),
        (Compared("in", "x", ("a", "b")), "your harness:     \"x\"\nshould be one of: ('a', 'b')"),
        (Compared("not in", "x", "xyz"), 'your harness:    "xyz"\nshould not hold: "x"'),
    ],
)
def test_two_values_stand_one_over_the_other(compared, words):
    assert beside(compared) == words


def test_two_transcripts_stand_side_by_side_with_the_first_difference():
    text = beside(Compared("==", RECORD, [lab.user("Go."), lab.say("Ready.")]))
    assert "your harness" in text and "should be" in text
    assert 'assistant -> "Done."' in text and 'assistant -> "Ready."' in text
    assert "first difference" in text


def test_a_long_value_is_cut_and_its_length_told():
    text = beside(Compared("==", "x" * 5000, "y"))
    assert len(text) < 500
    assert "(5002 characters)" in text


def test_the_words_of_an_assertion_come_first_then_what_was_compared():
    exc = AssertionError("It sent nothing.\nassert [] == [1]\n  where [] = requests(...)")
    text = explain(exc, Compared("==", [], [1]), None)
    assert text == "It sent nothing.\n\nyour harness: []\nshould be:    [1]"


def test_what_was_played_and_the_record_are_told():
    played = Played("it_goes", "It goes on.\n\nMore.", {}, Outcome("pass", seen={"record": RECORD}))
    text = explain(AssertionError("assert 0"), Compared("==", 0, 1), played)
    assert "played: It goes on.\n" in text
    assert text.endswith('its record:\n  user -> "Go."\n  assistant -> "Done."')


def test_why_the_model_refused_is_told_whole():
    why = "400: tools[0]: " + "execute is no part of a tool's spec: " * 3 + "the end"
    record = [lab.user("w" * 100), lab.fail(why)]
    played = Played("it_goes", "It goes on.", {}, Outcome("pass", seen={"record": record}))
    text = explain(AssertionError("assert 0"), Compared("==", 0, 1), played)
    assert f'assistant -> "" (error: "{why}")' in text
    assert "w... (100 characters)" in text


@pytest.mark.parametrize("seen", [None, [], {"record": None}, {"record": 7}, {"record": [7]}, "x"])
def test_a_record_that_is_none_is_not_shown(seen):
    text = explain(AssertionError(), None, Played("x", "", {}, Outcome("pass", seen=seen)))
    assert "record" not in text


@pytest.mark.parametrize(
    "record", [[{"role": 7}], [{"role": "assistant", "content": 3}], [{"role": "user"}]]
)
def test_a_record_that_is_odd_is_shown_as_well_as_it_goes(record):
    played = Played("x", "", {}, Outcome("pass", seen={"record": record}))
    assert "its record:" in explain(AssertionError(), Compared("==", record, []), played)
