"""Two records made one: in any order, however often, and nothing is lost or cleared by it."""

import copy
import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.course.errors import LabError
from lab.course.progress import Progress, parse
from lab.course.sharing import Gained, absorb, export, merged
from lab.course.store import dumped

TIMES = st.sampled_from(
    [
        "2025-03-01T10:00:00+00:00",
        "2025-03-01T11:00:00+02:00",  # an hour before the first
        "2025-03-01T10:00:00Z",
        "2025-03-02T10:00:00",
        "some day",
        "",
    ]
)
KEYS = st.sampled_from(["01", "04", "D"])
UNKNOWN = st.dictionaries(st.just("later"), st.sampled_from([0, 1, True, "1", None]))


def rows(fields, optional=None):
    row = st.fixed_dictionaries(fields, optional=optional or {})
    return st.dictionaries(KEYS, st.builds(lambda one, more: {**more, **one}, row, UNKNOWN))


RECORDS = st.builds(
    lambda record, more: {**more, **record},
    st.fixed_dictionaries(
        {
            "version": st.just(1),
            "answers": rows(
                {"answer": st.sampled_from("ab"), "right": st.booleans(), "at": TIMES},
                {"seconds": st.sampled_from([1, 2.5]), "revisited": TIMES | st.none()},
            ),
            "labs": rows({"passed": st.booleans()}, {"at": TIMES, "helped": TIMES | st.none()}),
            "open": rows({"words": st.sampled_from(["", "because"]), "at": TIMES}),
            "hints": rows({"tier": st.integers(0, 3)}),
        }
    ),
    UNKNOWN,
)


def exactly(record):
    """The record as text, so that 1 and True are two things."""
    return json.dumps(record, sort_keys=True)


@given(RECORDS, RECORDS)
def test_it_does_not_matter_which_record_is_merged_into_which(a, b):
    assert exactly(merged(a, b)) == exactly(merged(b, a))


@given(RECORDS, RECORDS, RECORDS)
def test_it_does_not_matter_in_which_order_three_are_merged(a, b, c):
    assert exactly(merged(merged(a, b), c)) == exactly(merged(a, merged(b, c)))


@given(RECORDS, RECORDS)
def test_merging_once_more_changes_nothing(a, b):
    assert exactly(merged(a, a)) == exactly(a)
    both = merged(a, b)
    assert exactly(merged(both, b)) == exactly(both)


@given(RECORDS, RECORDS)
def test_a_merge_loses_nothing_and_clears_no_mark(a, b):
    before = copy.deepcopy((a, b))
    both = merged(a, b)
    assert (a, b) == before
    for one in (a, b):
        for part in ("answers", "labs", "open", "hints"):
            assert set(one[part]) <= set(both[part])
        for key, lab in one["labs"].items():
            assert both["labs"][key]["passed"] >= lab["passed"]
            marks = [each.get("helped") is not None for each in (both["labs"][key], lab)]
            assert marks[0] >= marks[1]
        for key, row in one["hints"].items():
            assert both["hints"][key]["tier"] >= row["tier"]


@given(RECORDS, RECORDS)
def test_an_answer_of_a_merge_is_one_that_somebody_gave(a, b):
    for key, row in merged(a, b)["answers"].items():
        given = [one["answers"][key] for one in (a, b) if key in one["answers"]]
        assert without(row, "revisited") in [without(one, "revisited") for one in given]
        assert row.get("revisited") in [one.get("revisited") for one in given]
        assert ("revisited" in row) == any("revisited" in one for one in given)


def without(row, name):
    return {key: row[key] for key in row if key != name}


@given(RECORDS, RECORDS)
def test_a_merge_can_be_read_back(a, b):
    both = merged(a, b)
    assert parse(dumped(both).encode(), "it") == both


def test_the_earliest_answer_wins_whatever_clock_it_was_given_by():
    early = {"answer": "a", "right": False, "at": "2025-03-01T11:00:00+02:00"}
    late = {"answer": "b", "right": True, "at": "2025-03-01T10:00:00+00:00"}
    for one, other in ((early, late), (late, early)):
        assert merged({"answers": {"D.1": one}}, {"answers": {"D.1": other}})["answers"] == {
            "D.1": early
        }


def test_of_the_times_a_wrong_answer_was_gone_back_to_the_last_is_kept():
    early = {"answer": "a", "right": False, "at": "2025-03-01T10:00:00+00:00"}
    late = {**early, "at": "2025-03-02T10:00:00+00:00"}
    times = ["2025-03-03T10:00:00+00:00", "2025-03-04T10:00:00+00:00"]
    one, other = {**early, "revisited": times[0]}, {**late, "revisited": times[1]}
    for a, b in ((one, other), (other, one), (early, other), (other, early)):
        both = merged({"answers": {"D.1": a}}, {"answers": {"D.1": b}})
        assert both["answers"]["D.1"] == {**early, "revisited": times[1]}


def test_a_lab_passed_on_one_machine_and_helped_on_another_is_both():
    passed = {"labs": {"04": {"passed": True, "at": "2025-03-02T10:00:00+00:00"}}}
    helped = {"labs": {"04": {"passed": False, "helped": "2025-03-01T10:00:00+00:00"}}}
    assert merged(passed, helped)["labs"]["04"] == {
        "passed": True,
        "at": "2025-03-02T10:00:00+00:00",
        "helped": "2025-03-01T10:00:00+00:00",
    }


@pytest.fixture
def machines(tmp_path):
    one, other = Progress(tmp_path / "one"), Progress(tmp_path / "other")
    one.commit("01.order", "a", False)
    one.record_lab("01", True)
    other.commit("02.why", "b", True)
    other.record_help("02")
    other.write("02.then", "more of it")
    return one, other


def test_what_one_machine_knows_the_other_knows_after_an_import(machines, tmp_path):
    one, other = machines
    export(one, tmp_path / "one.json")
    gained = absorb(other, (tmp_path / "one.json").read_bytes(), "one.json")
    assert gained == Gained(answers=1, labs=1, open=0)
    assert set(other.answers()) == {"01.order", "02.why"}
    assert other.lab_passed("01") and other.labs_helped() == ["02"]
    assert absorb(other, (tmp_path / "one.json").read_bytes(), "one.json") == Gained(0, 0, 0)


@settings(max_examples=25, deadline=None)
@given(RECORDS, RECORDS)
def test_an_import_is_the_merge_on_disk(tmp_path_factory, mine, theirs):
    progress = Progress(tmp_path_factory.mktemp("course"))
    absorb(progress, dumped(mine).encode(), "mine")
    absorb(progress, dumped(theirs).encode(), "theirs")
    empty = {"version": 1, "answers": {}, "labs": {}, "open": {}, "hints": {}}
    assert exactly(progress.data()) == exactly(merged(merged(empty, mine), theirs))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "damaged"),
        (b"def text_of(message):\n", "line 1: Expecting value"),
        (b'{"version": 1, "answers": {"D.1": {"answer": "b"}}}', "no usable 'right'"),
        (b'{"version": 1, "labs": {"04": {"passed": true, "helped": 1}}}', "no usable 'helped'"),
        (b'{"version": 1, "hints": {"04": {"tier": 1e999}}}', "1e999 is not a number"),
        (b'{"version": 1, "open": {"\\ud800": {"words": "", "at": ""}}}', "surrogates"),
        (b'{"version": 9}', "is of version 9 and this lab reads version 1"),
    ],
)
def test_what_is_no_export_is_refused_in_one_line_and_changes_nothing(machines, content, reason):
    one, _ = machines
    before = one.path.read_bytes()
    with pytest.raises(LabError) as refused:
        absorb(one, content, "theirs.json")
    assert reason in str(refused.value) and "\n" not in str(refused.value)
    assert str(refused.value).startswith("theirs.json is ")
    assert "nothing was changed" in str(refused.value)
    assert one.path.read_bytes() == before


def test_a_later_export_takes_the_place_of_an_earlier_one(machines, tmp_path):
    one, _ = machines
    export(one, tmp_path / "it.json")
    one.record_lab("02", True)
    export(one, tmp_path / "it.json")
    assert "02" in json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))["labs"]


def test_an_export_never_takes_the_place_of_what_would_be_lost(machines, tmp_path):
    one, other = machines
    harness, theirs = tmp_path / "harness.py", tmp_path / "theirs.json"
    harness.write_text("mine = 1\n", encoding="utf-8")
    export(other, theirs)
    before = theirs.read_bytes()
    with pytest.raises(LabError, match=r"harness\.py is there and is no export"):
        export(one, harness)
    with pytest.raises(LabError, match=r"theirs\.json is there and holds more than this"):
        export(one, theirs)
    assert harness.read_text(encoding="utf-8") == "mine = 1\n"
    assert theirs.read_bytes() == before


def test_an_export_to_a_full_disk_is_one_line_and_leaves_nothing(machines, tmp_path, monkeypatch):
    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LabError, match=r"it\.json cannot be written: No space left on device"):
        export(machines[0], tmp_path / "it.json")
    assert [path.name for path in tmp_path.glob("it*")] == []
