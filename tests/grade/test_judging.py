"""One judge: what it notices is for a human to see, and no suite has it wait for ever."""

import time
from types import SimpleNamespace

import pytest

from lab.check.record import Record
from lab.grade import judging
from lab.grade.kit import Kit, KitSuite
from lab.sandbox import Sandbox

TESTS = "import lab\n\n" + "".join(
    f"def test_{name}(play):\n"
    f'    """It answers {name}."""\n'
    f'    assert lab.same(play("answer", n={number}), {number})\n\n\n'
    for number, name in enumerate(("one", "two", "three", "four", "five"), start=1)
)
SCENES = 'def answer(harness, lab, n):\n    """It is asked."""\n    return harness.answer(n)\n'
RIGHT = "def answer(n):\n    return n\n"
LINE = """
import os, stat

def answer(n):
    for fd in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.write(fd, b"no frame")
        except OSError:
            pass
    return n
"""


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A judge's room in this process, with a suite of five tests of half a second each."""
    monkeypatch.chdir(tmp_path)
    kit = Kit((KitSuite("02", "Two", TESTS, SCENES),))
    setup = {"kit": kit.dumped(), "limits": {"seconds": 1.0}, "sandbox": Sandbox("C").as_dict()}
    with judging._Room(setup, SimpleNamespace(closed=False)) as found:
        yield found


def verdict(room, source: str) -> dict:
    job = {"digest": source, "files": {"harness.py": source}, "lesson": "02", "review": True}
    return room.answer(job)["verdict"]


def test_what_was_done_to_the_line_is_for_a_human_and_not_said_of_the_next(room):
    tried = verdict(room, LINE)
    assert [one for one in tried["review"] if "the line that answers come on" in one]
    honest = verdict(room, RIGHT)
    assert honest["review"] == [] and {one["status"] for one in honest["records"]} == {"pass"}


def test_a_run_that_counts_for_nothing_is_for_a_human_with_the_reason(room, monkeypatch):
    words = "this run counts for nothing: a check that must fail passed"
    void = [Record("02", "test_one", "It answers one.", "grader_error", words)]
    monkeypatch.setattr(judging, "judge", lambda *_, **__: void)
    assert verdict(room, RIGHT)["review"] == [words]


def test_a_suite_that_takes_too_long_as_a_whole_keeps_what_was_heard(room, monkeypatch):
    monkeypatch.setattr(judging, "_SUITE", 1)
    began = time.monotonic()
    slow = verdict(room, "import time\ndef answer(n):\n    time.sleep(0.4)\n    return n\n")
    statuses = [one["status"] for one in slow["records"]]
    assert statuses[0] == "pass" and len(statuses) == 5 and statuses[-1] == "not_reported"
    assert statuses.count("timeout") == 1
    assert "the whole suite took more than 1 s" in slow["records"][-1]["message"]
    assert [one for one in slow["review"] if "had to be" in one or "stopped before" in one]
    assert began < room._until  # the next one has its own time
    assert {one["status"] for one in verdict(room, RIGHT)["records"]} == {"pass"}
