"""`lab suite check`: which suites it measures, what it prints, and its exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.cli import main
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.gate.command import chosen_suites

ROOT = Path(__file__).resolve().parents[2]
MARKS = "".join(
    f"[[mutant]]\nlessons = ['01']\ndefinition = 'clip'\nline = {line!r}\nchange = {change!r}\n"
    "reason = 'What is short enough is cut to itself.'\n\n"
    for line, change in (
        ("if len(text) <= LIMIT:", "<= -> <"),
        ("if len(text) <= LIMIT:", "if deleted"),
        ("return text", "return deleted"),
    )
)


@pytest.fixture
def installed(course, monkeypatch):
    """The small course in the place of the real one."""
    monkeypatch.setattr("lab.course.lesson.lessons_root", lambda: course.root)
    return course


def test_a_good_suite_is_a_row_and_exit_code_0(installed, capsys):
    installed.write("equivalent_mutants.toml", MARKS)
    assert main(["suite", "check", "1", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].startswith("lesson  tests  wrong caught  mutants killed")
    assert lines[1].split()[:3] == ["01", "2", "1/1"]
    assert lines[2:] == ["10 runs in random order a suite, seed 0", "", "the suite is good", ""]


def test_a_survivor_is_a_line_and_exit_code_1(installed, capsys):
    assert main(["suite", "check", "1", "--jobs", "1", "--sample", "60", "--seed", "7"]) == 1
    out = capsys.readouterr().out
    assert "60 mutants a lesson, drawn with the same seed" in out
    assert "BAD 01  lessons/01_clip/part.py, line 16: clip: if deleted in `if len" in out
    assert out.rstrip().endswith("3 complaints, about 01")


def test_json_says_it_all_and_mutants_can_be_left_out(installed, capsys):
    assert main(["suite", "check", "--all", "--no-mutants", "--json", "--jobs", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["good"] is True
    assert [one["lesson"] for one in found["lessons"]] == ["01", "02"]
    assert [one["mutants"] for one in found["lessons"]] == [0, 0]
    assert found["lessons"][0]["wrong_caught"] == 1


def test_a_bad_file_of_marks_is_one_line_and_exit_code_2(installed, capsys):
    installed.write("equivalent_mutants.toml", MARKS.replace("'01'", "'77'"))
    assert main(["suite", "check", "1"]) == 2
    assert capsys.readouterr().err.rstrip().endswith("there is no lesson '77'")


def test_lessons_are_chosen_by_key_by_range_or_all(course):
    lessons = find_lessons(course.root)

    def keys(*wanted: str) -> list[str]:
        return [one.key for one in chosen_suites(wanted, lessons)]

    assert keys() == keys("all") == keys("1-2") == keys("2", "1") == ["01", "02"]
    assert keys("2") == ["02"]
    (course.root / "02_mark" / "tests.py").unlink()
    assert keys("all") == ["01"]
    with pytest.raises(LabError, match=r"no suite to check: 02 has no tests\.py"):
        keys("2")


@pytest.mark.parametrize("arguments", [["--jobs", "0"], ["--sample", "x"], ["--jobs", "-1"]])
def test_a_number_that_is_none_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as exit_:
        main(["suite", "check", *arguments])
    assert exit_.value.code == 2
    assert "is not a number from 1" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends Ctrl-C to a process group")
def test_ctrl_c_is_one_line_and_leaves_nothing(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "lab", "suite", "check", "1", "--jobs", "2"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not list(tmp_path.glob("lab-gate-*/harness.py")):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate()
    assert (process.returncode, out, errors) == (130, b"", b"lab: stopped\n")
    assert not list(tmp_path.glob("lab-*"))
