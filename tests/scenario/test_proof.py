"""The exact line for each kind of bad scenario, and for a course.toml that says it wrong."""

import os
from pathlib import Path

import pytest

from lab.check.runner import Limits, Runner
from lab.cli import main
from lab.course.config import scenarios_folder
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.doctor.scenario import own_cases
from lab.release.graded import ungiven_scenario
from lab.scenario.first import first_file
from lab.scenario.proof import prove

GOOD = first_file("A blank too few", "01", True)


@pytest.fixture(scope="module")
def runner():
    with Runner(Limits(seconds=2)) as runner:
        yield runner


def bad(old, new):
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


BAD = {
    "a syntax error": (bad("def tell(seen):", "def tell(seen:"), "line 69: '(' was never closed"),
    "no right option": (
        bad('RIGHT = "b"', 'RIGHT = "d"'),
        "line 21: the right option 'd' is not among the options",
    ),
    "a name missing": (bad('RIGHT = "b"\n', ""), "line 1: there is no RIGHT"),
    "two right options": (
        bad('RIGHT = "b"', 'RIGHT = ["a", "b"]'),
        "line 21: right is not a text with words in it",
    ),
    "feedback missing": (
        bad('    "c": "The request is as it left the program, and they', '    # "'),
        "line 24: option c has no feedback",
    ),
    "a scene that gives what is not plain data": (
        bad('"record": record,', '"record": {1, 2},'),
        "line 56: scene() with theirs() cannot be played: what it gave is not plain data: "
        'seen["record"] is a set; plain data is dict, list, str, int, float, bool and None',
    ),
    "a scene that never ends": (
        bad("    record = []", "    while True: pass"),
        "line 56: scene() with theirs() cannot be played: it did not finish within 2 s: "
        "an endless loop, or waiting for what never comes",
    ),
    "different where it is said to be the same": (
        bad('"requests"]\nSAME = [', ']\nSAME = ["requests", '),
        'line 41: requests: said to be the same, and differs: requests[0]["messages"][0]'
        '["content"]: theirs "make all", the reference "  make all"',
    ),
    "never twice the same": (
        bad("lab.shape(record),", "__import__('os').urandom(8).hex(),"),
        "line 56: 3 runs did not show the same: the scene has a clock, a coin or an order in it",
    ),
    "a scene that is not async": (
        bad("async def scene", "def scene"),
        "line 56: scene is no `async def`",
    ),
    "no scene": (
        bad("async def scene", "async def scenes"),
        "line 1: there is no function scene(harness, lab)",
    ),
    "theirs that breaks": (
        bad("    def user_message(", "    no_such()\n\n    def user_message("),
        "line 58: RAISES is None, and the first run raised NameError: "
        "name 'no_such' is not defined",
    ),
    "a suite that catches it": (
        bad("CAUGHT = True", "CAUGHT = False"),
        "line 44: CAUGHT says False, and the suite catches it: CAUGHT = True",
    ),
    "no suite": (
        bad('LESSON = "01"', 'LESSON = "A"'),
        "line 44: CAUGHT is not proved: lesson A has no suite",
    ),
    "no such lesson": (
        bad('LESSON = "01"', 'LESSON = "77"'),
        "line 4: LESSON names 77, and there is no such lesson",
    ),
    "not UTF-8": (b'"""A title"""\n\n# \xe9\n', "line 3: this is not UTF-8 text"),
    "empty": (b"", "line 1: the file is empty; `lab scenario new NAME` writes one that runs"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_exactly_one_line(kind, tmp_path, runner):
    text, line = BAD[kind]
    path = tmp_path / "1_it.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert prove(path, "", runner) == [line]


def test_the_line_names_the_file(tmp_path, capsys):
    (tmp_path / "1_it.py").write_bytes(b"")
    assert main(["scenario", "check", "--scenarios", str(tmp_path)]) == 1
    said = f"        {tmp_path / '1_it.py'}, line 1: the file is empty; "
    assert said in capsys.readouterr().out


def test_a_folder_that_is_called_as_a_file_is_one_line(tmp_path, runner):
    (tmp_path / "1_it.py").mkdir()
    (line,) = prove(tmp_path / "1_it.py", "", runner)
    assert line == "cannot be read: Is a directory"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_file_that_may_not_be_read_is_one_line(tmp_path, runner):
    path = tmp_path / "1_it.py"
    path.write_text(GOOD, encoding="utf-8")
    path.chmod(0)
    assert prove(path, "", runner) == ["cannot be read: Permission denied"]


def test_two_files_with_one_number_are_refused_by_name(tmp_path, capsys):
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("1_first.py", "1_second.py"):
        (folder / name).write_text(GOOD, encoding="utf-8")
    assert main(["scenario", "check", "--scenarios", str(folder)]) == 1
    out = capsys.readouterr().out
    said = f"{folder / '1_second.py'}: 1_first.py is mine.1 as well; give each a number of its own"
    assert said in out and "1 of 2 scenarios" in out
    with pytest.raises(LabError, match=r"1_second\.py: 1_first\.py has the same number"):
        own_cases(folder)


def test_a_graded_scenario_is_proved_without_what_is_right(tmp_path, runner):
    path = tmp_path / "1_it.py"
    path.write_bytes(ungiven_scenario(GOOD.encode(), path.name))
    assert prove(path, "", runner) == []
    path.write_bytes(path.read_bytes().replace(b'SAME = ["shape"]', b"SAME = []"))
    assert "shape: seen, and named neither in DIFFERS nor in SAME" in prove(path, "", runner)[0]


def test_a_folder_is_not_called_as_a_lesson_is(tmp_path):
    key = find_lessons()[0].key
    folder = tmp_path / key
    folder.mkdir()
    with pytest.raises(LabError, match=f"a lesson is called {key}; give the folder another name"):
        own_cases(folder)


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """Writes course.toml where one works, beside a folder with one scenario."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "1_it.py").write_text(GOOD, encoding="utf-8")
    return lambda text: Path("course.toml").write_text(text, encoding="utf-8")


def test_course_toml_names_the_folder_for_every_command(configured, capsys):
    configured('scenarios = "mine"\n')
    assert scenarios_folder(None) == Path("mine")
    assert scenarios_folder("other") == Path("other")
    assert main(["scenario", "check"]) == 0
    assert "PASS  1_it\n\n1 of 1 scenarios" in capsys.readouterr().out
    assert main(["scenario", "list"]) == 0
    assert "1_it" in capsys.readouterr().out
    assert main(["doctor"]) == 0
    assert "mine.1" in capsys.readouterr().out
    assert main(["notebook", "build", "q.ipynb"]) == 0
    assert capsys.readouterr().out == "q.ipynb: 1 run to diagnose\n"
    assert main(["doctor", "A.1", "--json"]) == 2  # the course's are there as before
    assert '"id": "A.1"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scenarios = 3", "course.toml, line 1: scenarios is text, in quotes"),
        ('scenario = "mine"', "course.toml, line 1: scenario is nothing that is known; there are:"),
        ('scenarios = "no"', "course.toml, line 1: scenarios names no, and there is no such"),
        ("scenarios =", "course.toml: Invalid value (at end of document)"),
    ],
)
def test_a_course_toml_that_says_it_wrong_is_one_line(configured, capsys, text, said):
    configured(text)
    for command in (["scenario", "check"], ["scenario", "list"], ["doctor"]):
        assert main(command) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"lab: {said}") and error.count("\n") == 1
