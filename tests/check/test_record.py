"""A record is what happened to one sentence; only a pass is a pass."""

import json

import pytest

from lab.check.record import STATUSES, Record, counts, passed


def record(status: str) -> Record:
    return Record("04", "test_it", "It does.", status, seconds=0.12345)


def test_no_record_at_all_is_no_pass():
    assert passed([]) is False


@pytest.mark.parametrize("status", [status for status in STATUSES if status != "pass"])
def test_whatever_is_no_pass_spoils_the_suite(status):
    assert passed([record("pass")]) is True
    assert passed([record("pass"), record(status)]) is False


def test_a_status_that_nobody_knows_is_refused():
    with pytest.raises(ValueError, match="passed"):
        record("passed")


def test_counts_leave_the_zeros_out_and_keep_the_order():
    assert counts(map(record, ["timeout", "pass", "fail", "pass"])) == {
        "pass": 2,
        "fail": 1,
        "timeout": 1,
    }


def test_a_record_is_json():
    data = json.loads(json.dumps(record("fail").as_dict()))
    assert data["status"] == "fail"
    assert data["seconds"] == 0.123
