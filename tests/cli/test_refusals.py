"""What a command cannot do is one line, says where and what to do, and changes nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.cli import main
from lab.course.progress import Progress
from lab.course.solution import solution

ROOT = Path(__file__).resolve().parents[2]
NEED_A_FOLDER = [
    ["start"],
    ["ask"],
    ["ask", "D"],
    ["hint"],
    ["hint", "1"],
    ["solution"],
    ["solution", "1", "--yes"],
    ["map"],
    ["read"],
    ["export"],
    ["import", "x.json"],
]
OF_A_LESSON = [["start", "77"], ["read", "77"], ["ask", "77"], ["hint", "77"], ["solution", "77"]]
WRITE = [
    ["ask", "D", "--answer", "common=a"],
    ["solution", "1", "--yes"],
    ["start", "2", "--force"],
]
READ_PROGRESS = [*WRITE[:2], ["map"], [], ["export"], ["hint", "1"], ["read", "D"]]


def name(command):
    return " ".join(command) or "lab"


def refused(capsys, command):
    """The one line that a command is refused with."""
    assert main(command) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("lab: ") and captured.err.count("\n") == 1
    return captured.err


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", NEED_A_FOLDER, ids=name)
def test_no_course_folder_here(command, tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("LAB_COURSE", raising=False)
    monkeypatch.chdir(tmp_path)
    line = refused(capsys, command)
    assert line == f"lab: {tmp_path} is no course folder: make one with `lab init DIR`," + (
        " and go there\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", OF_A_LESSON, ids=name)
def test_an_unknown_lesson(command, learner, capsys):
    before = files(learner)
    assert "there is no lesson '77'; the lessons are: 01 02 03" in refused(capsys, command)
    assert files(learner) == before


def test_a_lesson_that_is_skipped(learner, capsys):
    Progress().record_lab("01", True)
    assert "lesson 02 comes before lesson 03: run `lab start 02`" in refused(capsys, ["start", "3"])
    assert "is not in harness.py yet" in refused(capsys, ["solution", "3", "--yes"])


@pytest.mark.parametrize(
    "command", [["start", "2", "--force"], ["solution", "1", "--yes"]], ids=name
)
def test_a_file_that_does_not_parse(command, learner, capsys):
    (learner / "harness.py").write_text("a = 1\ndef f(:\n", encoding="utf-8")
    before = files(learner)
    assert "harness.py, line 2: " in refused(capsys, command)
    assert files(learner) == before


@pytest.mark.parametrize("command", READ_PROGRESS, ids=name)
def test_progress_from_a_newer_version(command, learner, capsys):
    Progress().path.write_text('{"version": 9}', encoding="utf-8")
    before = files(learner)
    line = refused(capsys, command)
    assert "is of version 9 and this lab reads version 1: update harness-lab" in line
    after = files(learner)
    after.pop(learner / ".lab" / "lock", None)
    assert after == before


@pytest.mark.parametrize("command", [["map"], [], ["export"], WRITE[0]], ids=name)
def test_damaged_progress_is_kept_aside_and_the_command_goes_on(command, learner, capsys):
    Progress().path.write_text('{"version": 1, "ans', encoding="utf-8")
    assert main(command) == 0
    err = capsys.readouterr().err
    assert "is damaged" in err and "kept as progress.damaged-1.json" in err
    assert err.count("\n") == 1
    kept = learner / ".lab" / "progress.damaged-1.json"
    assert kept.read_text(encoding="utf-8") == '{"version": 1, "ans'


@pytest.mark.parametrize("command", WRITE, ids=name)
def test_another_command_at_once(command, learner, capsys, monkeypatch):
    monkeypatch.setattr("lab.course.store._PATIENCE", 0.05)
    with Progress().alone():
        before = files(learner)
        line = refused(capsys, command)
        assert "another command has held it" in line and "try again" in line
        assert files(learner) == before


@pytest.mark.parametrize("command", WRITE, ids=name)
def test_a_full_disk(command, learner, capsys, monkeypatch):
    def full(_handle):
        raise OSError(28, "No space left on device")

    before = files(learner)
    monkeypatch.setattr(os, "fsync", full)
    assert "cannot be written: No space left on device" in refused(capsys, command)
    after = files(learner)
    after.pop(learner / ".lab" / "lock", None)
    assert after == before


@pytest.mark.parametrize("command", WRITE, ids=name)
def test_a_read_only_folder(command, learner, capsys, monkeypatch):
    """Simulated, so that it holds for root as well: nothing can be opened for writing."""

    def read_only(path, *rest, **more):
        mode = rest[0] if rest else more.get("mode", "r")
        if set(mode) & set("wax+") and str(path).startswith(str(learner)):
            raise OSError(30, "Read-only file system", str(path))
        return opened(path, *rest, **more)

    opened, before = open, files(learner)
    monkeypatch.setattr("builtins.open", read_only)
    assert "cannot be written: Read-only file system" in refused(capsys, command)
    monkeypatch.undo()
    assert files(learner) == before


@pytest.mark.parametrize("command", [["map"], [], ["export"], ["read", "1"]], ids=name)
def test_a_read_only_folder_can_be_looked_at(command, learner, capsys, monkeypatch):
    def read_only(path, *rest, **more):
        mode = rest[0] if rest else more.get("mode", "r")
        assert not set(mode) & set("wax+"), f"{path} is written"
        return opened(path, *rest, **more)

    opened = open
    monkeypatch.setattr("builtins.open", read_only)
    assert main(command) == 0


def run(command, folder, **more):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    env.pop("LAB_COURSE", None)
    script = f'"{sys.executable}" -m lab {command}'
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, **more
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash, no head and no /dev/full")
@pytest.mark.parametrize("command", ["map | head -1", "read D | true", "export | true"])
def test_a_pipe_closed_early_is_no_complaint(command, learner):
    done = run(f"{command}; echo ${{PIPESTATUS[0]}}", learner)
    assert done.stderr == ""
    *lines, code = done.stdout.splitlines()
    assert "head" not in command or len(lines) == 1
    assert code in ("0", "141")  # never a fail: what was read before it closed is a matter of luck


@pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")
@pytest.mark.parametrize("more", ["", "--json"])
def test_a_check_that_nobody_reads_ends_with_its_verdict_and_puts_a_pass_on_record(learner, more):
    command = f"check 1 {more} | true; echo ${{PIPESTATUS[0]}}"
    assert (run(command, learner).stdout, run(command, learner).stderr) == ("1\n", "")
    harness = learner / "harness.py"
    for change in solution(learner, None).changes:
        harness.write_bytes(change.after)
    done = run(command, learner)
    assert (done.stdout, done.stderr) == ("0\n", "")
    assert Progress(learner).lab_passed("01")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["map", "read D", "export", "map --json", ""])
def test_output_to_a_full_disk_is_one_line(command, learner):
    done = run(f"{command} > /dev/full", learner)
    assert done.returncode == 2
    assert (
        done.stderr == "lab: No space left on device: what there was to say could not be written\n"
    )


@pytest.mark.parametrize("command", ["ask D.common", "solution 1"])
def test_no_terminal_is_said_and_nothing_waits(command, learner):
    done = run(command, learner, stdin=subprocess.DEVNULL, timeout=60)
    assert done.returncode == 2
    assert "--answer" in done.stdout or "--yes" in done.stderr
    assert Progress(learner).data()["answers"] == {}
