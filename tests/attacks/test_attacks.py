"""No attack gains a point, harms what lies outside, or costs the next submission its verdict."""

import re
import sys

import pytest

from lab.check.record import passed
from lab.course.errors import LabError
from lab.sandbox import best_tier
from tests.attacks.channel import CHANNEL
from tests.attacks.exhausting import EXHAUSTING
from tests.attacks.forging import FORGING
from tests.attacks.range import Range
from tests.attacks.reaching import REACHING

WRONG = """
def answer(n):
    return n * n


async def run_agent(model, system, record, tools, prompt):
    yield None
"""
ATTACKS = [*FORGING, *CHANNEL, *REACHING, *EXHAUSTING]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tiers A and B are Linux's")


@pytest.fixture(scope="module", params=["A", "B"])
def place(request, tmp_path_factory):
    try:
        best_tier(require=request.param)
    except LabError as exc:
        pytest.skip(str(exc))
    with Range(tmp_path_factory.mktemp("range"), request.param) as found:
        yield found


def test_there_are_forty_attacks_and_no_name_stands_twice():
    names = [attack.name for attack in ATTACKS]
    assert len(names) == len(set(names)) >= 40
    assert all(attack.tries for attack in ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_gains_no_point_and_does_no_harm(place, attack, monkeypatch):
    monkeypatch.setenv("LAB_TEST_KEY", place.marker)
    found = place.fate(attack)
    assert [record.test for record in found.records] == [
        "test_squares",
        "test_each_number",
        "test_talks",
    ]
    assert not [record for record in found.records if record.status == "pass"], found.words
    # An attack with a slip of its own would prove nothing.
    assert not {"grader_error", "syntax", "skipped"} & {record.status for record in found.records}
    said = "".join(record.message for record in found.records)
    assert not re.search("NameError|ImportError|TypeError: answer", said)
    told = "".join(record.message + record.printed for record in found.records)
    assert place.marker not in told
    assert passed(found.honest), found.honest
    assert found.damage == []


def test_an_honest_submission_passes(place):
    assert passed(place.honest())


def test_an_honest_wrong_submission_fails_what_it_does_wrong(place):
    records = place.judged(WRONG)
    assert {record.status for record in records} <= {"fail", "error"}


def test_what_is_done_to_the_line_is_noticed_and_honest_work_is_not(place):
    place.runner.noticed.clear()
    place.honest()
    assert place.runner.noticed == []
    for name in ("answers in advance", "doubled keys", "many answers for one request"):
        (attack,) = [attack for attack in CHANNEL if attack.name == name]
        place.judged(attack.code)
        assert place.runner.noticed, name
        place.runner.noticed.clear()


@pytest.mark.parametrize(
    ("name", "harm"),
    [("overwrites another submission", "damage"), ("prints another submission", "told")],
)
def test_without_walls_the_same_attacks_do_harm_and_it_is_seen(tmp_path, name, harm):
    (attack,) = [attack for attack in REACHING if attack.name == name]
    with Range(tmp_path, None) as place:
        found = place.fate(attack)
        told = place.marker in "".join(record.printed for record in found.records)
    assert (harm == "damage") == bool(found.damage)
    assert (harm == "told") == told
