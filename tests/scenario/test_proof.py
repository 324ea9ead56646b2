"""What is proved of a scenario's file and of a folder of them as a whole."""

import os

import pytest

from lab.check.runner import Limits, Runner
from lab.cli import main
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


def test_what_is_not_claimed_and_cannot_be_proved_is_said_beside_a_pass(tmp_path, capsys):
    text = first_file("A blank too few", "A", None)
    (tmp_path / "1_it.py").write_text(text, encoding="utf-8")
    assert main(["scenario", "check", "--scenarios", str(tmp_path)]) == 0
    said = "CAUGHT is not proved: lesson A has no suite\n\n1 of 1 scenarios are what they say.\n"
    out = capsys.readouterr().out
    assert out.startswith("  PASS  1_it\n") and out.endswith(said)


def test_two_files_of_one_name_in_two_folders_are_both_counted(tmp_path, capsys):
    paths = [tmp_path / folder / "1_it.py" for folder in ("one", "other")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(GOOD, encoding="utf-8")
    assert main(["scenario", "check", *map(str, paths)]) == 0
    assert capsys.readouterr().out.endswith("2 of 2 scenarios are what they say.\n")
