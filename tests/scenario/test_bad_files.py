"""What is wrong with a scenario's file is one line with the file and, where it has one, the line.

All of them stand in one folder and are checked by one command, so that none hides another.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.course.errors import LabError
from lab.doctor.scenario import load
from lab.scenario.first import first_file

ROOT = Path(__file__).resolve().parents[2]
GOOD = first_file("A blank too few", "01", True)
SAID_OF_OPTION_C = (
    '    "c": "The request is as it left the program, and they are missing in it.",\n'
)
TWO_OPTIONS = """    "b": "They were taken off before the words went on the record.",
    "c": "The provider takes blanks off what it is sent.",
"""


def line_of(words):
    """The line of the good file that these words stand on."""
    (found,) = [n for n, line in enumerate(GOOD.split("\n"), 1) if line.startswith(words)]
    return found


RIGHT, DIFFERS, SAME = line_of("RIGHT"), line_of("DIFFERS"), line_of("SAME")
THEIRS, SCENE = line_of("def theirs"), line_of("async def scene")
TELL, CAUGHT = line_of("def tell"), line_of("CAUGHT")
RETURNED = '        return {"role": "user", "content": text.strip()}\n'

# What is put in the place of what, and the line that is said of it.
BAD = {
    "syntax": ("def tell(seen):", "def tell(seen:", f", line {TELL}: '(' was never closed"),
    "no_right": (
        'RIGHT = "b"',
        'RIGHT = "d"',
        f", line {RIGHT}: the right option 'd' is not among the options",
    ),
    "two_right": (
        'RIGHT = "b"',
        'RIGHT = ["a", "b"]',
        f", line {RIGHT}: right is not a text with words in it",
    ),
    "right_missing": ('RIGHT = "b"\n', "", ", line 1: there is no RIGHT"),
    "report_missing": ('REPORT = """', 'REPROT = """', ", line 1: there is no REPORT"),
    "one_option": (
        TWO_OPTIONS,
        "",
        f", line {line_of('OPTIONS')}: 2 to 4 options are wanted, not 1",
    ),
    "feedback_missing": (
        SAID_OF_OPTION_C,
        "",
        f", line {line_of('FEEDBACK')}: option c has no feedback",
    ),
    "graded_and_told": (
        'RIGHT = "b"',
        'RIGHT = "b"\nGRADED = True',
        f", line {RIGHT}: it is graded, and has right all the same",
    ),
    "no_such_lesson": (
        'LESSON = "01"',
        'LESSON = "77"',
        f", line {line_of('LESSON')}: LESSON names 77, and there is no such lesson",
    ),
    "not_a_literal": (
        'QUESTION = "The',
        'QUESTION = f"{1} The',
        f", line {line_of('QUESTION')}: QUESTION is not a literal: write it out",
    ),
    "not_async": (
        "async def scene(harness, lab):",
        "def scene(harness, lab):",
        f", line {SCENE}: scene is no `async def`",
    ),
    "not_plain": (
        '"record": record,',
        '"record": record, "x": {1, 2},',
        f", line {SCENE}: scene() with theirs() cannot be played: what it gave is not plain data: "
        'seen["x"] is a set; plain data is dict, list, str, int, float, bool and None',
    ),
    "no_dict": (
        '    return {\n        "record"',
        '    return [1] or {\n        "record"',
        f", line {SCENE}: scene() returns no dict of observations",
    ),
    "never_ends": (
        "    record = []",
        "    while True: pass",
        f", line {SCENE}: scene() with theirs() cannot be played: it did not finish within 10 s: "
        "an endless loop, or waiting for what never comes",
    ),
    "no_lines": (
        '    return [\n        f"record',
        '    return 1 or [\n        f"record',
        f", line {TELL}: tell() returns neither lines nor a text",
    ),
    "differs": (
        'DIFFERS = ["record", "requests"]\nSAME = [',
        'DIFFERS = ["record"]\nSAME = ["requests", ',
        f', line {SAME}: requests: said to be the same, and differs: requests[0]["messages"][0]'
        '["content"]: theirs "make all", the reference "  make all"',
    ),
    "the_same": (
        'DIFFERS = ["record", "requests"]\nSAME = ["shape"]',
        'DIFFERS = ["record", "requests", "shape"]\nSAME = []',
        f", line {DIFFERS}: shape: said to differ, and is the same in both runs",
    ),
    "unnamed": (
        'SAME = ["shape"]',
        "SAME = []",
        f", line {SCENE}: shape: seen, and named neither in DIFFERS nor in SAME",
    ),
    "caught_wrongly": (
        "CAUGHT = True",
        "CAUGHT = False",
        f", line {CAUGHT}: CAUGHT says False, and the suite catches it: CAUGHT = True",
    ),
    "no_suite": (
        'LESSON = "01"',
        'LESSON = "A"',
        f", line {CAUGHT}: CAUGHT is not proved: lesson A has no suite",
    ),
    "no_scene": (
        "async def scene",
        "async def scenes",
        ", line 1: there is no function scene(harness, lab)",
    ),
    "a_coin": (
        "lab.shape(record),",
        "__import__('os').urandom(8).hex(),",
        f", line {SCENE}: 3 runs did not show the same: the scene has a clock, a coin or an order "
        "in it",
    ),
    "theirs_breaks_in_the_suite": (
        RETURNED,
        f"        if 'make' in text:\n    {RETURNED}        return txet\n",
        f", line {THEIRS}: theirs() breaks in the suite of lesson 01: NameError: "
        "name 'txet' is not defined",
    ),
    "theirs_breaks": (
        "    harness.user_message = user_message",
        "    harness.user_message = user_massage",
        f", line {SCENE}: RAISES is None, and the first run raised NameError: "
        "name 'user_massage' is not defined",
    ),
}
BYTES = {
    "latin_1": (GOOD.encode().replace(b"A blank", b"A bl\xe4nk", 1), "this is not UTF-8 text"),
    "utf_16": (GOOD.encode("utf-16"), "this is not UTF-8 text"),
    "empty": (b"", "the file is empty; `lab scenario new NAME` writes one that runs"),
}
SAID = {name: said for name, (_, _, said) in BAD.items()}
SAID |= {name: f", line 1: {said}" for name, (_, said) in BYTES.items()}
SAID["a_folder"] = ": cannot be read: Is a directory"


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What one `lab scenario check` says of each of them and of a good one beside them."""
    place = tmp_path_factory.mktemp("instructor")
    folder = place / "mine"
    folder.mkdir()
    for name, (old, new, _) in BAD.items():
        assert GOOD.count(old) == 1, name
        (folder / f"{name}.py").write_text(GOOD.replace(old, new), encoding="utf-8")
    for name, (data, _) in BYTES.items():
        (folder / f"{name}.py").write_bytes(data)
    (folder / "a_folder.py").mkdir()
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "lab", "scenario", "check", "--scenarios", "mine"],
        cwd=place,
        env={**os.environ, "LAB_COURSE": str(place), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


def lines_about(name, said):
    """The lines that stand below the verdict on one file."""
    rest = said.partition(f"  FAIL  {name}\n")[2].split("\n")
    return [line.strip() for line in rest[: [line[:8] == " " * 8 for line in rest].index(False)]]


@pytest.mark.parametrize("name", SAID)
def test_a_bad_file_is_one_line_with_file_and_line(checked, name):
    assert lines_about(name, checked) == [f"mine/{name}.py{SAID[name]}"]


def test_the_good_one_beside_them_passes_all_the_same(checked):
    assert "  PASS  good\n" in checked
    assert checked.endswith(f"\n1 of {len(SAID) + 1} scenarios are what they say.\n")


def test_a_file_one_may_not_read_is_one_line(tmp_path, monkeypatch):
    path = tmp_path / "1_it.py"

    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(LabError) as caught:
        load(path)
    assert str(caught.value) == f"{path} cannot be read: Permission denied"
