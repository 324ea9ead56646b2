"""The shell's commands, in every spelling, and processes that take their time."""

import pytest

import lab

FILES = {"a.py": "x = 1\n", "build/out.js": "y", "build/deep/map": "z", "no newline": "w"}


def run(command, files=FILES, commands=None):
    """(text, code) of a command that is done at once, and the disk after it."""
    ws = lab.Workspace(files)
    process = lab.Shell(ws, commands).start(command)
    assert process.done()
    return process.output(), ws.snapshot()


@pytest.mark.parametrize(
    ("command", "text", "code"),
    [
        ("echo step 1 done", "step 1 done\n", 0),
        ("echo 'two  spaces' and  one", "two  spaces and one\n", 0),
        ("echo", "\n", 0),
        ("cat a.py", "x = 1\n", 0),
        ("cat a.py 'no newline'", "x = 1\nw", 0),
        ("cat gone", "cat: gone: No such file or directory", 1),
        ("cat ../x", "cat: ../x: path leaves the workspace: '../x'", 1),
        ("ls", "a.py\nbuild/\nno newline\n", 0),
        ("ls -la build", "deep/\nout.js\n", 0),
        ("ls a.py", "a.py\n", 0),
        ("ls gone", "ls: gone: No such file or directory", 2),
        ("false", "", 1),
        ("frobnicate --now", "frobnicate: command not found", 127),
        ("", "", 0),
        ("echo it's", "syntax error: No closing quotation", 2),
        ("echo a && echo b", "syntax error: this shell runs one command, without `&&`", 2),
        ("echo a; echo b", "syntax error: this shell runs one command, without `;`", 2),
        ("echo a>b", "syntax error: this shell runs one command, without `>`", 2),
        ("sleep", "sleep: how many laps?", 1),
    ],
)
def test_a_command_prints_and_exits(command, text, code):
    assert run(command) == ((text, code), dict(sorted(FILES.items())))


def test_pytest_reports_one_failure():
    (text, code), _ = run("pytest -q")
    assert code == 1 and text.endswith("1 failed, 3 passed")


@pytest.mark.parametrize(
    "flags",
    ["-rf", "-fr", "-r", "-R", "-r -f", "-f -r", "-Rf", "--recursive", "--recursive --force"],
)
def test_rm_takes_a_folder_with_r_in_any_spelling(flags):
    (text, code), disk = run(f"rm {flags} build")
    assert (text, code) == ("", 0) and list(disk) == ["a.py", "no newline"]


@pytest.mark.parametrize("command", ["rm build -rf", "rm -r ./build/", "rm -r -- build"])
def test_rm_finds_its_operands_wherever_they_stand(command):
    assert list(run(command)[1]) == ["a.py", "no newline"]


@pytest.mark.parametrize(
    ("command", "text", "code"),
    [
        ("rm build", "rm: build: Is a directory", 1),
        ("rm -f build", "rm: build: Is a directory", 1),
        ("rm gone", "rm: gone: No such file or directory", 1),
        ("rm -r gone", "rm: gone: No such file or directory", 1),
        ("rm -f gone", "", 0),
        ("rm -rf gone", "", 0),
        ("rm", "rm: missing operand", 1),
        ("rm -f", "", 0),
        ("rm -x a.py", "rm: unknown option x", 1),
        ("rm -rf .", "rm: .: not removed, it is the folder itself", 1),
        ("rm -rf ..", "rm: ..: path leaves the workspace: '..'", 1),
        ("rm -rf /", "rm: /: path leaves the workspace: '/'", 1),
        ("rm -- -rf", "rm: -rf: No such file or directory", 1),
    ],
)
def test_rm_refuses_what_rm_refuses(command, text, code):
    assert run(command) == ((text, code), dict(sorted(FILES.items())))


def test_rm_removes_what_it_can_and_complains_of_the_rest():
    (text, code), disk = run("rm a.py gone build")
    assert text == "rm: gone: No such file or directory\nrm: build: Is a directory" and code == 1
    assert "a.py" not in disk


def test_sleep_is_not_done_as_often_as_it_was_told():
    process = lab.Shell(lab.Workspace()).start("sleep 3")
    assert [process.done() for _ in range(5)] == [False, False, False, True, True]
    assert process.output() == ("", 0)


def test_output_is_there_when_the_process_has_ended():
    process = lab.Shell(lab.Workspace()).start("sleep 1")
    with pytest.raises(RuntimeError, match="still running: sleep 1"):
        process.output()


def test_what_was_neither_ended_nor_killed_is_running():
    shell = lab.Shell(lab.Workspace())
    ended, killed, _ = shell.start("sleep 1"), shell.start("sleep 2"), shell.start("sleep 3")
    shell.start("echo done")
    ended.done()
    killed.kill()
    assert shell.running == ["sleep 3"]
    assert killed.done() and killed.output() == ("", 137)


def test_killing_what_has_ended_changes_nothing():
    process = lab.Shell(lab.Workspace()).start("echo hi")
    process.kill()
    assert process.output() == ("hi\n", 0)


def test_commands_can_be_added_and_replaced():
    def deploy(arguments):
        return f"to {arguments}", 3, 2

    process = lab.Shell(lab.Workspace(), {"deploy": deploy}).start("deploy eu 'us east'")
    assert [process.done() for _ in range(3)] == [False, False, True]
    assert process.output() == ("to ['eu', 'us east']", 3)
    assert run("echo hi", commands={"echo": lambda words: ("no", 0, 0)})[0] == ("no", 0)
