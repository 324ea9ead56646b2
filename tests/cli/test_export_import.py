"""`lab export` and `lab import`: out of one folder, into another."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

from lab.cli import main
from lab.course.folder import make
from lab.course.progress import Progress


@pytest.fixture
def other(tmp_path):
    make(tmp_path / "other")
    return Progress(tmp_path / "other")


def test_progress_goes_out_and_in(learner, other, capsys, monkeypatch, tmp_path):
    Progress().commit("D.1", "a", False)
    Progress().record_lab("01", True)
    assert main(["export", str(tmp_path / "it.json")]) == 0
    assert "it.json holds your progress" in capsys.readouterr().out
    monkeypatch.chdir(other.folder)
    assert main(["import", str(tmp_path / "it.json")]) == 0
    assert "brought 1 answer, 1 lab that you did not have" in capsys.readouterr().out
    assert other.answer("D.1").answer == "a" and other.lab_passed("01")
    assert main(["import", str(tmp_path / "it.json")]) == 0
    assert "brought nothing new" in capsys.readouterr().out


def test_without_a_file_it_is_printed_and_can_be_piped_in(learner, other, capsys, monkeypatch):
    Progress().commit("D.1", "a", False)
    assert main(["export"]) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["answers"]["D.1"]["answer"] == "a"
    monkeypatch.chdir(other.folder)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert main(["import", "-"]) == 0
    assert other.answer("D.1").answer == "a"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "no export, or damaged (line 1: "),
        ('{"version": 2}', "is of version 2 and this lab reads version 1"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_imported_is_one_line(learner, capsys, tmp_path, content, reason):
    path = tmp_path / "it.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["import", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"lab: {path} ") and reason in err and err.count("\n") == 1
    assert Progress().answers() == {}


def test_an_export_over_something_else_is_one_line_and_does_nothing(learner, capsys):
    before = (learner / "harness.py").read_bytes()
    assert main(["export", "harness.py"]) == 2
    assert "harness.py is there and is no export" in capsys.readouterr().err
    assert (learner / "harness.py").read_bytes() == before
