"""Both runs are played, each in a worker of its own; what cannot be played is one line."""

import pytest

from lab.check.runner import Limits, Runner
from lab.course.errors import LabError
from lab.doctor import show
from lab.doctor.blocks import as_text
from lab.doctor.run import run_both
from lab.doctor.scenario import load
from tests.doctor.samples import MISUSE, SCENARIO

BOB, ADA = {"Bob": "Hello, Bob."}, {"Ada": "Hello, Ada."}


@pytest.mark.parametrize("text", [SCENARIO, MISUSE])
def test_the_broken_run_comes_first_and_each_is_told(write, harness, text):
    both = run_both(load(write(text)), harness)
    assert both.theirs.seen == {"disk": BOB, "count": 1}
    assert both.reference.seen == {"disk": ADA, "count": 1}
    assert both.theirs.told == ["On the disk: Bob", "It counted 1."]
    assert both.reference.told == ["On the disk: Ada", "It counted 1."]
    assert both.theirs.raised is both.reference.raised is None


def test_what_one_run_leaves_behind_does_not_reach_the_other(write, harness):
    text = SCENARIO.replace(
        "    disk = {}\n", "    import os\n    disk = {'pid': str(os.getpid())}\n"
    )
    both = run_both(load(write(text)), harness)
    assert both.theirs.seen["disk"]["pid"] != both.reference.seen["disk"]["pid"]


def test_a_run_that_raises_is_told_by_what_it_raised(write, harness):
    text = SCENARIO.replace(
        "return len(disk)\n\n    harness", 'raise OSError("full")\n\n    harness'
    )
    both = run_both(load(write(text)), harness)
    assert (both.theirs.raised["type"], both.theirs.raised["message"]) == ("OSError", "full")
    assert both.theirs.told == ["It raised OSError: full"]
    assert both.reference.seen == {"disk": ADA, "count": 1}


def test_what_a_run_prints_is_kept(write, harness):
    text = SCENARIO.replace("    disk = {}\n", '    print("on air")\n    disk = {}\n')
    assert run_both(load(write(text)), harness).theirs.printed == "on air\n"


def test_a_telling_may_be_one_text(write, harness):
    text = SCENARIO[: SCENARIO.index("def tell")] + "def tell(seen):\n    return 'one\\ntwo'\n"
    assert run_both(load(write(text)), harness).theirs.told == ["one", "two"]


def test_a_runner_that_is_there_is_used_and_left_open(write, harness):
    one = load(write())
    with Runner() as runner:
        assert run_both(one, harness, runner) == run_both(one, harness, runner)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("    disk = {}\n", "    disk = {}\n    while True: pass\n", "did not finish within"),
        (
            "    return {",
            "    return {1}, {",
            r"scene\(\) with theirs\(\) cannot be played: what it gave is not plain data",
        ),
        ("    return {", "    return [1] or {", "returns no dict of observations"),
        ('return ["On', 'return 1 or ["On', "returns neither lines nor a text"),
        ('return ["On', 'return seen["x"] or ["On', r"tell\(\) cannot be played: .*KeyError"),
        ("SOURCE =", "1 / 0\nSOURCE =", "the file cannot be loaded: .*division by zero"),
    ],
)
def test_what_cannot_be_played_is_one_line_that_names_the_file(write, harness, old, new, reason):
    assert old in SCENARIO
    one = load(write(SCENARIO.replace(old, new)))
    with Runner(Limits(seconds=1)) as runner, pytest.raises(LabError, match=reason) as caught:
        run_both(one, harness, runner)
    assert str(caught.value).startswith(str(one.path)) and "\n" not in str(caught.value)


def test_a_harness_that_is_not_there_is_one_line(write, tmp_path):
    with pytest.raises(LabError, match=r"none\.py: no such file"):
        run_both(load(write()), tmp_path / "none.py")


def test_what_is_shown_side_by_side_may_be_less_than_what_differs(write, harness):
    text = SCENARIO.replace('DIFFERS = ["disk"]', 'DIFFERS = ["disk", "count"]\nSHOW = ["count"]')
    text = text.replace('SAME = ["count"]', "SAME = []").replace(
        "return len(disk)\n\n", "return 2\n\n"
    )
    scenario = load(write(text))
    said = as_text(show.runs(scenario, run_both(scenario, harness)))
    assert "\ncount:\n" in said
    assert "\ndisk:\n" not in said
    assert "Different as well: disk." in said
