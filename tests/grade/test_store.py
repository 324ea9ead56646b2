"""The store: a verdict on disk when it is known, found again by content, never made worse."""

import pytest

from lab.check.record import Record
from lab.course.errors import LabError
from lab.grade.result import Submission, Verdict
from lab.grade.store import Key, open_store

KEY = Key("submission", "suite", "toolkit")


def verdict(status: str = "pass", tier: str = "A") -> Verdict:
    return Verdict("04", (Record("04", "test_x", "It does.", status),), ("look",), tier)


def test_a_verdict_is_there_when_the_folder_is_opened_again(tmp_path):
    with open_store(tmp_path) as store:
        assert store.get(KEY, "A") is None
        store.put(KEY, verdict(), True)
    with open_store(tmp_path) as store:
        kept = store.get(KEY, "A")
        assert kept is not None and kept.settled and kept.verdict == verdict()
        for other in (Key("x", "suite", "toolkit"), Key("submission", "x", "toolkit")):
            assert store.get(other, "A") is None
        assert store.get(Key("submission", "suite", "x"), "A") is None


def test_a_graders_own_error_replaces_no_verdict_and_is_none(tmp_path):
    with open_store(tmp_path) as store:
        assert store.put(KEY, verdict("grader_error"), True)
        assert store.get(KEY, "C") is None and store.look(KEY) is not None
        assert store.put(KEY, verdict("fail"), True)
        assert not store.put(KEY, verdict("grader_error"), True)
        kept = store.get(KEY, "A")
        assert kept is not None and kept.verdict == verdict("fail")


def test_a_weaker_sandbox_serves_no_stronger_one(tmp_path):
    with open_store(tmp_path) as store:
        store.put(KEY, verdict(tier="B"), True)
        assert store.get(KEY, "A") is None
        assert store.get(KEY, "B") and store.get(KEY, "C")


def test_a_second_grader_on_the_folder_is_refused_until_the_first_is_gone(tmp_path):
    with open_store(tmp_path), pytest.raises(LabError, match="another `lab grade` works there"):
        open_store(tmp_path)
    open_store(tmp_path).__exit__()


def test_a_folder_that_was_never_graded_into_is_no_store(tmp_path):
    with pytest.raises(LabError, match=r"no verdicts\.sqlite there"):
        open_store(tmp_path / "nothing", new=False)


def test_a_file_that_is_no_store_is_one_line(tmp_path):
    (tmp_path / "verdicts.sqlite").write_bytes(b"not a database, but long enough to be one" * 9)
    with pytest.raises(LabError, match="move it away, or give another --out"):
        open_store(tmp_path)


def test_taking_another_store_keeps_the_better_verdict_and_everybody(tmp_path):
    ada, bob = Submission("ada", "Ada", digest="1"), Submission("bob", "Bob", problem="empty")
    with open_store(tmp_path / "one") as one, open_store(tmp_path / "two") as two:
        one.add([ada])
        one.put(KEY, verdict("fail"), True)
        two.add([bob])
        two.put(KEY, verdict("grader_error"), True)
        one.take(two)
        assert one.submissions() == [ada, bob]
        kept = one.get(KEY, "A")
        assert kept is not None and kept.verdict == verdict("fail")
