"""The frame of the command line: one module a command, one line for what can be mended."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lab import cli
from lab.course.errors import LabError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def command(monkeypatch):
    """Puts a command called `made-up` there, which does what it is told."""

    def put(run):
        module = SimpleNamespace(__doc__="Does it.", configure=lambda parser: None, run=run)
        monkeypatch.setattr(cli, "commands", lambda: {"made-up": "made_up_"})
        monkeypatch.setattr(cli.importlib, "import_module", lambda name: module)

    return put


def test_every_module_is_a_command_with_a_line_of_help():
    assert "check" in cli.commands()
    for module in cli.commands().values():
        found = cli.importlib.import_module(f"lab.cli.{module}")
        assert found.__doc__ and callable(found.run) and callable(found.configure)


def test_help_names_every_command(capsys):
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in cli.commands())


def test_a_commands_help_has_an_example(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["check", "--help"])
    assert ended.value.code == 0
    assert "example:\n  lab check 4" in capsys.readouterr().out


def test_an_unknown_command_is_one_line_that_names_those_there_are(capsys):
    assert cli.main(["zzz"]) == 2
    text = capsys.readouterr().err
    assert text.startswith("lab: there is no command 'zzz'; there are: ")
    assert text.count("\n") == 1


def test_a_command_that_is_nearly_one_is_told_which(capsys):
    assert cli.main(["chekc"]) == 2
    said = capsys.readouterr().err
    assert said == "lab: there is no command 'chekc'; did you mean `lab check`?\n"


def test_help_is_a_command_too(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["help", "check"])
    assert ended.value.code == 0 and "example:\n  lab check 4" in capsys.readouterr().out
    assert cli.main(["help"]) == 0
    assert "usage: lab COMMAND" in capsys.readouterr().out


def test_the_version_is_one_line(capsys):
    assert cli.main(["--version"]) == 0
    assert re.fullmatch(r"harness-lab \S+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    "arguments", [["check", "--nope"], ["hint", "1", "2"], ["check", "--time-limit", "x"]]
)
def test_wrong_arguments_are_one_line_that_says_where_to_read_on(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    said = capsys.readouterr().err
    assert ended.value.code == 2 and said.count("\n") == 1
    assert f"(`lab {arguments[0]} --help` says more)" in said


def test_no_command_at_all_cannot_run(capsys):
    assert cli.main([]) == 2
    assert "usage: lab COMMAND" in capsys.readouterr().out


def _raise(exc: BaseException):
    def run(arguments):
        raise exc

    return run


def test_what_the_user_can_mend_is_one_line_and_two(command, capsys):
    command(_raise(LabError("x.py: no such file")))
    assert cli.main(["made-up"]) == 2
    assert capsys.readouterr().err == "lab: x.py: no such file\n"


def test_stopped_by_hand_is_one_line_and_130(command, capsys):
    command(_raise(KeyboardInterrupt()))
    assert cli.main(["made-up"]) == 130
    assert capsys.readouterr().err == "lab: stopped\n"


def test_the_exit_code_is_the_commands(command):
    command(lambda arguments: 7)
    assert cli.main(["made-up"]) == 7


@pytest.mark.skipif(sys.platform == "win32", reason="there is no `head` to go away early")
def test_a_reader_that_goes_away_is_no_traceback(tmp_path):
    script = f"{sys.executable} -c 'from lab.cli import main; main([\"--help\"])' | true"
    done = subprocess.run(
        ["sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_python_m_lab_does_not_import_what_lies_in_the_current_folder(tmp_path):
    (tmp_path / "argparse.py").write_text("raise RuntimeError('mine')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "lab", "--help"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
