"""A scenario of one's own: written, proved and listed; what is wrong with a file is one line."""

import json

import pytest

from lab.check.runner import Runner
from lab.cli import main
from lab.course.lesson import find_lessons, lesson
from lab.scenario.first import first_file
from lab.scenario.proof import prove

GOOD = first_file("A blank too few", "01", True)
COURSE = [(path, one.key) for one in find_lessons() for path in one.scenarios]


@pytest.fixture(scope="module")
def runner():
    with Runner() as runner:
        yield runner


@pytest.fixture
def proved(tmp_path, runner):
    """What is wrong with a scenario of some text."""

    def prove_it(text):
        path = tmp_path / "1_it.py"
        path.write_text(text, encoding="utf-8")
        return prove(path, "", runner)

    return prove_it


@pytest.mark.parametrize(("path", "key"), COURSE, ids=[f"{key}-{p.stem}" for p, key in COURSE])
def test_each_scenario_of_the_course_is_what_it_says(path, key, runner):
    assert prove(path, key, runner) == []


def test_the_first_file_is_what_it_says(proved):
    assert proved(GOOD) == []


BAD = {
    "a syntax error": (("def tell(seen):", "def tell(seen:"), "line "),
    "no right option": (('RIGHT = "b"', 'RIGHT = "d"'), "the right option 'd' is not among"),
    "two right ones": (('RIGHT = "b"', 'RIGHT = ["a", "b"]'), "right is not a text"),
    "feedback missing": (
        ('    "c": "The request is as', '    "d": "The request is as'),
        "feedback",
    ),
    "no such lesson": (('LESSON = "01"', 'LESSON = "77"'), "LESSON names 77, and there is no such"),
    "no plain data": (('"record": record,', '"record": record, "x": {1, 2},'), "set"),
    "not what differs": (
        ('"requests"]', '"requests", "shape"]'),
        "shape is in SAME and in DIFFERS",
    ),
    "the same after all": (
        (
            'DIFFERS = ["record", "requests"]\nSAME = ["shape"]',
            'DIFFERS = ["record", "requests", "shape"]\nSAME = []',
        ),
        "shape: said to differ, and is the same in both runs",
    ),
    "different after all": (
        (
            'DIFFERS = ["record", "requests"]\nSAME = [',
            'DIFFERS = ["record"]\nSAME = ["requests", ',
        ),
        "requests: said to be the same, and differs",
    ),
    "not named": (('SAME = ["shape"]', "SAME = []"), "shape: seen, and named neither in DIFFERS"),
    "raises": (
        ("    record = []", "    record = []\n    raise KeyError('x')"),
        "raised KeyError: 'x'",
    ),
    "caught wrongly": (
        ("CAUGHT = True", "CAUGHT = False"),
        "CAUGHT says False, and the suite catches",
    ),
    "caught not said": (("CAUGHT = True\n", ""), "CAUGHT does not say, and the suite catches it"),
    "a coin": (
        ('"shape": lab.shape(record),', '"shape": __import__("os").urandom(8).hex(),'),
        "3 runs did not show the same",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_told_in_clear_lines(proved, kind):
    (old, new), words = BAD[kind]
    assert GOOD.count(old) == 1
    found = proved(GOOD.replace(old, new))
    assert any(words in line for line in found), found
    assert all("\n" not in line for line in found)


def test_a_scene_that_never_ends_is_one_line(tmp_path):
    path = tmp_path / "1_it.py"
    path.write_text(GOOD.replace("    record = []", "    while True: pass"), encoding="utf-8")
    from lab.check.runner import Limits

    with Runner(Limits(seconds=0.3)) as hurried:
        (line,) = prove(path, "", hurried)
    assert "scene() cannot be played" in line or "theirs" in line
    assert "0.3" in line


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\x01", b"", b"x = 1\n"])
def test_a_file_that_is_no_scenario_is_one_line(tmp_path, runner, data):
    path = tmp_path / "1_it.py"
    path.write_bytes(data)
    assert len(prove(path, "", runner)) == 1


def test_a_new_file_runs_and_says_whether_its_lessons_suite_catches_it(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main(["scenario", "new", "3_a_blank", "--lesson", "2", "--folder", "mine"]) == 0
    assert "Make it yours" in capsys.readouterr().out
    assert main(["scenario", "check", "all", "--scenarios", "mine"]) == 0
    assert "1 of 1 scenarios are what they say." in capsys.readouterr().out
    assert main(["scenario", "check", "mine/3_a_blank.py", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"name": "3_a_blank", "wrong": []}]
    for arguments in (
        ["new", "3_a_blank", "--folder", "mine"],  # there already
        ["new", "No Name"],
        ["new", "x", "--lesson", "99"],
        ["check", "nothing"],
        ["check", "--scenarios", "nowhere"],
        ["list", "--scenarios", "."],
    ):
        assert main(["scenario", *arguments]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_they_are_listed_by_lesson_by_source_and_by_who_catches_them(capsys):
    first = lesson("01").scenarios[0].stem
    for by, head in (("lesson", "lesson 01"), ("source", "#"), ("caught", "the suite catches it")):
        assert main(["scenario", "list", "--by", by]) == 0
        out = capsys.readouterr().out
        assert head in out and f"01/{first}" in out
        assert sum(line.startswith("  ") for line in out.split("\n")) == len(COURSE)
    assert main(["scenario", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(COURSE)


@pytest.mark.parametrize("name", ["A.1", "A/1_card_4711", "1_card_4711"])
def test_one_is_named_by_its_run_its_path_or_its_file(name, capsys):
    assert main(["scenario", "check", name]) == 0
    assert "1 of 1 scenarios" in capsys.readouterr().out


def test_a_lesson_stands_for_all_of_its_own(capsys):
    assert main(["scenario", "check", "1"]) == 0
    assert "2 of 2 scenarios are what they say." in capsys.readouterr().out


def test_the_doctor_plays_those_of_a_folder_of_ones_own(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["scenario", "new", "3_a_blank", "--folder", "mine"]) == 0
    capsys.readouterr()
    assert main(["doctor", "--scenarios", "mine"]) == 0
    assert "Diagnose one with: lab doctor mine.3 --scenarios mine" in capsys.readouterr().out
    assert main(["doctor", "mine.3", "--scenarios", "mine", "--answer", "b"]) == 0
    out = capsys.readouterr().out
    assert "b is right" in out and "A blank" in out and "make all" in out
    assert main(["doctor", "mine.9", "--scenarios", "mine"]) == 2
    assert "the runs are: mine.3" in capsys.readouterr().err


def test_beside_a_folder_of_ones_own_the_courses_runs_and_lessons_are_there(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAB_COURSE", str(tmp_path))
    (tmp_path / ".lab").mkdir()
    assert main(["scenario", "new", "3_a_blank", "--folder", "mine"]) == 0
    capsys.readouterr()
    folder = ["--scenarios", "mine"]
    for name, said in (
        ("A", "Answer with: lab doctor A.1 --answer a"),
        ("1", "Answer with: lab doctor 01.1 --answer a"),
        ("mine", "Answer with: lab doctor mine.3 --scenarios mine --answer a"),
        ("3", "Answer with: lab doctor mine.3 --scenarios mine --answer a"),
    ):
        assert main(["doctor", name, *folder]) == 2
        assert capsys.readouterr().out.endswith(f"{said}\n")
    assert main(["doctor", "mine.3", *folder, "--answer", "b"]) == 0
    capsys.readouterr()
    assert main(["doctor", "mine", *folder]) == 0  # all are answered: a list
    assert capsys.readouterr().out.startswith("committed  mine.3")
