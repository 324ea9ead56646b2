"""`lab watch` in real processes: on a terminal, in a pipe, and however it is ended."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.cli import main

pytest.importorskip("pexpect")
termios = pytest.importorskip("termios")
from tests.cli.glass import Glass  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
GOOD = "def answer(n):\n    return n\n"
BAD = "def answer(n):\n    return n - n\n"
LOOP = "def answer(n):\n    open(UP, 'w').close()\n    while True: pass\n"
SCENES = "def answer(harness, lab, n):\n    '''It is asked.'''\n    return harness.answer(n)\n"
SUITE = """
def test_one(play):
    '''It answers 1.'''
    assert play('answer', n=1) == 1


def test_two(play):
    '''It answers 2.'''
    assert play('answer', n=2) == 2
"""
# Runs `lab` on lessons of our own, with other commands in the place of those that keys run.
DRIVER = """
import pathlib, sys
import lab.cli, lab.course.lesson
lab.course.lesson.lessons_root = lambda: pathlib.Path(sys.argv[1])
run = lab.cli.main
def main(argv):
    print("COMMAND", *argv)
    if argv == ["map"]:
        print("TOLD", input("which? "))
    if argv == ["start"]:
        pathlib.Path("harness.py").write_text("def answer(n):\\n    return 1\\n", encoding="utf-8")
    return 0
lab.cli.main = main
sys.exit(run(sys.argv[2:]))
"""


class Course:
    """A folder with a harness, lesson 01 beside it, and what was started in it."""

    def __init__(self, folder: Path) -> None:
        self.here, self.lesson = folder / "my course", folder / "lessons" / "01_one"
        self.up = folder / "up"
        self.temporary = folder / "tmp"
        for path in (self.here, self.lesson, self.temporary):
            path.mkdir(parents=True)
        (self.here / ".lab").mkdir()
        self.suite(SUITE)
        (self.lesson / "scenes.py").write_text(SCENES, encoding="utf-8")
        (self.lesson / "lesson.md").write_text("# 01 One\n", encoding="utf-8")
        self.save(GOOD)
        self.started: list = []

    def save(self, code: str) -> None:
        code = code.replace("UP", repr(str(self.up)))
        (self.here / "harness.py").write_text(code, encoding="utf-8")

    def suite(self, code: str) -> None:
        (self.lesson / "tests.py").write_text(code, encoding="utf-8")

    def watch(self, *arguments: str, driver: str = DRIVER, **environment: str):
        """A terminal of 80 by 24 in which it runs; a check takes as long as it likes."""
        command = ["-c", driver, str(self.lesson.parent), "watch", "--time-limit=600", *arguments]
        one = Glass(sys.executable, command, self.here, {**self.environment(), **environment})
        self.started.append(one)
        return one

    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        own = {"PYTHONPATH": str(ROOT), "TMPDIR": str(self.temporary), "TERM": "xterm-256color"}
        return {**kept, **own}

    def looping(self) -> None:
        """Returns once the harness is in its endless loop."""
        self.until(self.up.exists)
        self.up.unlink()

    def until(self, held) -> None:
        for _ in range(6000):
            if held():
                return
            time.sleep(0.01)
        raise AssertionError("waited for what never came")

    def left(self) -> list[str]:
        """Our processes that still run, and our temporary files that still are."""
        processes = [name for name in os.listdir("/proc") if name.isdigit()]
        ours = [pid for pid in processes if str(self.temporary) in _environment(pid)]
        return ours + [path.name for path in self.temporary.iterdir()]


@pytest.fixture
def course(tmp_path):
    one = Course(tmp_path)
    yield one
    for terminal in one.started:
        terminal.process.close(force=True)


def _environment(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


linux = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")


def test_it_says_checking_at_once_and_then_the_verdict_with_the_keys_below(course):
    terminal = course.watch("1")
    terminal.shows("checking: check 1 at")
    terminal.shows(
        "PASS +2 of 2 sentences pass. Check 1 at.*PASS +It answers 1.*PASS +It answers 2"
    )
    assert terminal.text.startswith("harness.py   Lesson 01: One\n")
    keys = "h hint   a all failures   m map   n next   q quit   Enter check again"
    assert terminal.text.endswith(keys)
    assert all(len(line) < 80 for line in terminal.text.split("\n"))
    terminal.process.send("q")
    assert terminal.ends() == 0


def test_every_save_is_judged_again_and_the_first_failure_shown_in_full(course):
    terminal = course.watch("1")
    terminal.shows("2 of 2 sentences pass. Check 1 at")
    course.save(BAD)
    terminal.shows("FAIL +0 of 2 sentences pass .2 FAIL.. Check 2 at")
    assert terminal.text.count("your harness: 0") == 1
    assert "Next: mend the first failure and save (a shows all 2)." in terminal.text
    assert "checking: check 2 at" in terminal.raw
    course.save(GOOD + "\n")
    terminal.shows("2 of 2 sentences pass. Check 3 at")
    assert "your harness" not in terminal.text
    course.save(BAD + "\n\n")
    terminal.shows("Check 4 at")
    terminal.process.send("q")
    assert terminal.ends() == 1


def test_a_syntax_error_is_a_verdict_like_any_other(course):
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    course.save("def answer(n:\n")
    terminal.shows("2 SYNTAX.*Check 2 at.*harness.py, line 1")
    course.save(GOOD)
    terminal.shows("2 of 2 sentences pass. Check 3 at")


def test_a_save_abandons_an_endless_loop_and_is_judged(course):
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    for number in (2, 4, 6):
        course.save(LOOP)
        terminal.shows(f"checking: check {number} at")
        course.looping()
        course.save(GOOD)
        terminal.shows(f"2 of 2 sentences pass. Check {number + 1} at")


def test_it_waits_for_a_deleted_file_and_a_replaced_folder(course):
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    (course.here / "harness.py").unlink()
    terminal.shows("WAITING +harness.py is gone: waiting for it to come back")
    course.save(BAD)
    terminal.shows("0 of 2 sentences pass")
    new = course.here / "harness.py.new"
    new.write_text(GOOD, encoding="utf-8")
    os.replace(new, course.here / "harness.py")
    terminal.shows("2 of 2 sentences pass")
    course.here.rename(course.here.with_name("old"))
    terminal.shows("harness.py is gone")
    course.here.mkdir()
    course.save(BAD)
    terminal.shows("0 of 2 sentences pass")
    course.save(GOOD)
    terminal.shows("2 of 2 sentences pass")


def test_a_saved_suite_and_its_scenes_are_taken_up_though_size_and_second_are_the_same(course):
    terminal = course.watch("1")
    terminal.shows("2 of 2 sentences pass. Check 1 at")
    course.suite(SUITE.replace("== 1", "== 7"))
    terminal.shows("1 of 2 sentences pass .*Check 2 at.*should be: +7")
    course.suite(SUITE.replace("== 1", "== 8"))
    terminal.shows("Check 3 at.*should be: +8")
    scenes = SCENES.replace("return harness.answer(n)", "return 8 # answer(n)     ")
    (course.lesson / "scenes.py").write_text(scenes, encoding="utf-8")
    terminal.shows("1 of 2 sentences pass .*Check 4 at.*FAIL +It answers 2")


def test_an_endless_loop_in_the_suite_itself_is_left_behind(course):
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    course.suite(SUITE + "\n\ndef test_loop(play):\n    while True: pass\n")
    terminal.shows("checking: check 2 at.*PASS +It answers 2")
    course.suite(SUITE)
    terminal.shows("2 of 2 sentences pass. Check 3 at")


def test_a_judge_that_goes_is_told_in_a_line_and_replaced(course):
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    course.suite("import os\nos.write(2, b'no more')\nos._exit(3)\n")
    terminal.shows("the process that judges ended .3.: no more; Enter checks again")
    terminal.process.send("\r")
    terminal.sends("checking: check 3 at")
    terminal.shows("WAITING +the process that judges")
    course.suite(SUITE)
    terminal.shows("2 of 2 sentences pass. Check 4 at")


def test_the_keys_a_and_enter_show_all_and_check_again(course):
    course.save(BAD)
    terminal = course.watch("1")
    terminal.shows("Check 1 at.*your harness: 0")
    terminal.process.send("a")
    terminal.shows("your harness: 0.*your harness: 0.*a first failure only")
    terminal.process.send("a")
    terminal.shows("a all failures")
    assert terminal.text.count("your harness: 0") == 1
    terminal.process.send("\r")
    terminal.shows("Check 2 at")


def test_what_does_not_fit_is_folded_and_can_be_scrolled(course):
    more = "\n\n".join(SUITE.replace("one", f"x{n}").replace("two", f"y{n}") for n in range(12))
    course.suite(more)
    course.save(BAD)
    terminal = course.watch("1", "--all")
    terminal.shows("Check 1 at.*FAIL +24 sentences.*more lines below: arrows or space")
    assert terminal.text.count("\n") == 23
    first = terminal.text
    terminal.process.send("\x1b[B")
    terminal.sends("your harness: 0.*your harness: 0")
    terminal.process.send(" " * 20)
    terminal.shows("-- 0 more lines below")
    assert terminal.text.startswith("harness.py   Lesson 01: One\n")
    terminal.process.send("\x1b[5~" * 20)
    terminal.shows(f"^{re.escape(first)}$")


def test_a_key_runs_another_command_on_the_usual_screen_and_comes_back(course):
    course.save(BAD)
    terminal = course.watch()
    terminal.shows("Check 1 at")
    terminal.process.send("h")
    terminal.shows("COMMAND hint 01\n.*A key goes back to watching; so does a save.")
    assert not terminal.own
    terminal.process.send("x")
    terminal.shows("Check 1 at")
    terminal.process.send("m")
    terminal.shows("COMMAND map\nwhich. ")
    terminal.process.sendline("this one")
    terminal.shows("TOLD this one\n.*A key goes back to watching")
    course.save(GOOD)
    terminal.on_own_screen(True)
    terminal.shows("2 of 2 sentences pass. Check 2 at")


def test_the_next_lesson_stays_to_be_read_though_it_saves_the_file(course):
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    terminal.process.send("n")
    terminal.shows("COMMAND start\n.*A key goes back to watching")
    record = course.here / ".lab" / "progress.json"
    record.unlink(missing_ok=True)
    course.save("def answer(n):\n    return 1 # as started\n")  # and this save is another one
    terminal.on_own_screen(True)
    terminal.shows("1 of 2 sentences pass .*Check")


def test_colours_are_left_out_where_they_are_not_wanted(course):
    terminal = course.watch("1", NO_COLOR="1")
    terminal.shows("Check 1 at")
    terminal.process.send("q")
    terminal.ends()
    assert "\x1b[32m" not in terminal.raw and "\x1b[1m" not in terminal.raw
    terminal = course.watch("1")
    terminal.shows("Check 1 at")
    assert "\x1b[32m  PASS " in terminal.raw


@linux
@pytest.mark.parametrize(
    ("how", "code"),
    [("q", 1), ("ctrl-c", 130), ("term", 143), ("hang up", 129), ("exception", 1)],
)
def test_however_it_ends_the_terminal_is_as_before_and_nothing_is_left(course, how, code):
    course.save(LOOP)
    driver = DRIVER
    if how == "exception":
        driver = "import lab.check.watch as w\nw.Watch._typed = lambda *_: 1 / 0\n" + DRIVER
    terminal = course.watch("1", driver=driver)
    pty = terminal.process.child_fd
    before = termios.tcgetattr(pty)
    terminal.shows("checking: check 1 at")
    course.looping()
    assert termios.tcgetattr(pty) != before
    if how in ("q", "exception"):
        terminal.process.send("q")
    elif how == "ctrl-c":
        terminal.process.sendintr()
    else:
        terminal.process.kill(signal.SIGTERM if how == "term" else signal.SIGHUP)
    terminal.on_own_screen(False)
    course.until(lambda: termios.tcgetattr(pty) == before)
    assert "\x1b[?25h\x1b[?1049l" in terminal.raw
    assert terminal.ends() == code
    course.until(lambda: not course.left())


@linux
def test_killed_outright_it_leaves_no_process(course):
    course.save(LOOP)
    terminal = course.watch("1")
    terminal.shows("checking: check 1 at")
    course.looping()
    terminal.process.kill(signal.SIGKILL)
    assert terminal.ends() is None
    course.until(lambda: not [one for one in course.left() if one.isdigit()])


@pytest.mark.skipif(not shutil.which("bash"), reason="needs a shell with jobs")
def test_ctrl_z_gives_the_shell_its_terminal_and_fg_goes_on(course):
    command = [sys.executable, "-c", DRIVER, str(course.lesson.parent), "watch", "1"]
    script = " ".join(f"'{word}'" for word in command).replace("'1'", "1") + "\n"
    (course.here / "run.sh").write_text(script, encoding="utf-8")
    environment = {**course.environment(), "PS1": "ready> "}
    shell = Glass("bash", ["--norc", "--noprofile", "-i"], course.here, environment)
    course.started.append(shell)
    shell.shows("ready> $")
    shell.process.sendline(". ./run.sh")
    shell.shows("Check 1 at")
    shell.process.sendcontrol("z")
    shell.on_own_screen(False)
    shell.shows("Stopped.*ready> $")
    shell.process.sendline("stty -a")
    shell.shows(" icanon.* echo .*ready> $")
    shell.process.sendline("fg")
    shell.on_own_screen(True)
    shell.shows("Check 1 at")
    course.save(BAD)
    shell.shows("Check 2 at")
    shell.process.send("q")
    shell.on_own_screen(False)
    shell.process.sendline("exit")
    shell.ends()


def started_in_a_pipe(course, *arguments: str) -> subprocess.Popen:
    command = [sys.executable, "-c", DRIVER, str(course.lesson.parent), "watch", *arguments]
    return subprocess.Popen(
        command,
        cwd=course.here,
        env=course.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def lines_until(process: subprocess.Popen, start: str) -> list[str]:
    lines: list[str] = []
    while not lines or not lines[-1].startswith(start):
        line = process.stdout.readline()
        assert line, process.stderr.read()
        lines.append(line.rstrip("\n"))
    return lines


def test_in_a_pipe_it_is_plain_lines(course):
    process = started_in_a_pipe(course, "1")
    lines = lines_until(process, "Next:")
    assert lines[0] == "Watching for saves; Ctrl-C ends it."
    assert lines[2].startswith("checking harness.py: check 1 at ")
    assert lines[3:-1] == [
        "Lesson 01: One",
        "  PASS    It answers 1.",
        "  PASS    It answers 2.",
        "",
        "2 of 2 sentences pass.",
    ]
    course.save(BAD)
    again = lines_until(process, "Next:")
    assert again[-1] == "Next: mend the first failure and save (--all shows all 2)."
    assert "\x1b" not in "".join(lines + again)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (130, "lab: stopped\n")


def test_a_pipe_that_is_closed_early_ends_it_quietly(course):
    process = started_in_a_pipe(course, "1")
    lines_until(process, "Next:")
    process.stdout.close()
    course.save(BAD)
    assert process.wait() == 141
    assert process.stderr.read() == ""
    process.stderr.close()


def test_a_file_without_gaps_is_judged_by_the_lesson_that_was_begun_last(course):
    for number in (2, 3):
        lesson = course.lesson.with_name(f"0{number}_more")
        shutil.copytree(course.lesson, lesson)
        (lesson / "lesson.md").write_text(f"# 0{number} More\n", encoding="utf-8")
    kept = course.here / ".lab" / "kept"
    kept.mkdir()
    (kept / "0001-harness-before-02.py").write_text(GOOD, encoding="utf-8")
    terminal = course.watch()
    why = "no lesson's gaps stand in harness.py: judging 02, the last that was begun"
    terminal.shows(rf"Lesson 02: More.*2 of 2 sentences pass.*{why}")
    course.save(BAD)
    terminal.shows(rf"0 of 2 sentences pass.*{why}")
    terminal.process.send("q")
    assert terminal.ends() == 1
    process = started_in_a_pipe(course)
    lines = lines_until(process, "Next:")
    assert f"{why} here." in lines and "Lesson 02: More" in lines
    assert not any(line.startswith(("Lesson 01", "Lesson 03")) for line in lines)
    process.terminate()
    process.communicate()


def test_json_is_one_line_a_moment(course):
    process = started_in_a_pipe(course, "1", "--json")
    told = [json.loads(line) for line in lines_until(process, '{"event": "verdict"')]
    assert [one["event"] for one in told] == ["saved", "verdict"]
    assert told[1]["counts"] == {"pass": 2}
    (course.here / "harness.py").unlink()
    told = [json.loads(line) for line in lines_until(process, '{"event": "waiting"')]
    assert "harness.py is gone" in told[-1]["message"]
    process.terminate()
    _, errors = process.communicate()
    assert (process.returncode, errors) == (143, "")


def test_a_pass_is_recorded_and_trouble_with_the_record_is_a_line(course):
    record = course.here / ".lab" / "progress.json"
    terminal = course.watch("1")
    terminal.shows("2 of 2 sentences pass. Check 1 at")
    assert json.loads(record.read_text(encoding="utf-8"))["labs"]["01"]["passed"] is True
    record.write_text('{"version": 99}', encoding="utf-8")
    course.save(GOOD + "\n")
    terminal.shows("2 of 2 sentences pass. Check 2 at.*is of version 99")
    record.write_text("{", encoding="utf-8")
    course.save(GOOD + "\n\n")
    terminal.shows("2 of 2 sentences pass. Check 3 at.*is damaged")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["99"], "lab: there is no lesson '99'; the lessons are: "),
        (["--harness", "no where.py"], "lab: no where.py: no such file; say which with"),
    ],
)
def test_what_cannot_be_watched_is_one_line_and_two(course, monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(course.here)
    assert main(["watch", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith(words) and said.count("\n") == 1
