"""`course.toml` names a folder of scenarios of one's own, and what it says wrong is one line."""

from pathlib import Path

import pytest

from lab.cli import main
from lab.course.config import scenarios_folder
from lab.scenario.first import first_file

GOOD = first_file("A blank too few", "01", True)


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
