"""`lab check`, `lab_check`, `python lab/lab_check.py`: which suites, what is said, how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.cli import lab_check, main
from lab.course.progress import Progress
from lab.course.solution import solution

ROOT = Path(__file__).resolve().parents[2]
HARNESS = "def answer(n):\n    return n\n"
SCENES = "def answer(harness, lab, n):\n    '''It is asked.'''\n    return harness.answer(n)\n"


def suite_of(*numbers: int) -> str:
    return "\n\n".join(
        f"def test_{n}(play):\n    '''It answers {n}.'''\n    assert play('answer', n={n}) == {n}"
        for n in numbers
    )


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Lessons 01, 02 (no suite), 03 and checkpoint A after 03; the current folder has a harness."""
    lessons = tmp_path / "lessons"
    for name in ("01_one", "02_two", "03_three", "03A_check"):
        folder = lessons / name
        folder.mkdir(parents=True)
        (folder / "lesson.md").write_text(f"# {name[:2]} {name[3:]}\n", encoding="utf-8")
        if name != "02_two":
            (folder / "scenes.py").write_text(SCENES, encoding="utf-8")
            number = {"01_one": 1, "03_three": 3, "03A_check": 31}[name]
            (folder / "tests.py").write_text(suite_of(number, number + 100), encoding="utf-8")
    monkeypatch.setattr("lab.course.lesson.lessons_root", lambda: lessons)
    here = tmp_path / "my course"
    here.mkdir()
    (here / "harness.py").write_text(HARNESS, encoding="utf-8")
    monkeypatch.chdir(here)
    return lessons


def said(capsys) -> list[str]:
    return [line.strip() for line in capsys.readouterr().out.split("\n")]


def test_another_file_in_a_course_folder_is_no_reason_to_make_one(course, capsys):
    Path(".lab").mkdir()
    Path("harness.py").rename("other.py")
    assert main(["check", "1", "--harness", "other.py"]) == 0
    assert said(capsys)[-2:] == ["Everything that was run passes.", ""]


def test_a_lesson_is_a_line_a_sentence_and_a_total(course, capsys):
    assert main(["check", "1"]) == 0
    assert said(capsys) == [
        "Lesson 01: one",
        "PASS    It answers 1.",
        "PASS    It answers 101.",
        "",
        "2 of 2 sentences pass.",
        "Next: `lab init DIR` makes a folder of your own, with harness.py at lesson 1's start.",
        "",
    ]


@pytest.mark.parametrize(
    ("wanted", "answers"),
    [
        ("01", ["1", "101"]),
        ("3", ["3", "103", "31", "131"]),
        ("a", ["31", "131"]),
        ("1-2", ["1", "101"]),
        ("1-3", ["1", "101", "3", "103", "31", "131"]),
        ("3-A", ["3", "103", "31", "131"]),
        ("all", ["1", "101", "3", "103", "31", "131"]),
        (None, ["1", "101", "3", "103", "31", "131"]),
    ],
)
def test_what_is_asked_for_is_run_with_the_checkpoint_that_follows(course, capsys, wanted, answers):
    assert main(["check", *([wanted] if wanted else [])]) == 0
    lines = said(capsys)
    assert [line.split()[-1][:-1] for line in lines if line.startswith("PASS")] == answers


def test_with_nothing_asked_for_it_is_the_lesson_whose_gaps_stand_in_the_file(course, capsys):
    gap = "def answer(n):\n    # --- your code: 03 answer ---\n    return n\n    # --- end ---\n"
    Path("harness.py").write_text(gap, encoding="utf-8")
    assert main(["check"]) == 0
    assert [line for line in said(capsys) if line.startswith(("Lesson", "Check"))] == [
        "Lesson 03: three"
    ]


def test_empty_gaps_are_named_and_that_suite_is_not_run(course, capsys):
    lines = ("def answer(n):", "# --- your code: 03 answer ---", "raise NotImplementedError")
    Path("harness.py").write_text("\n    ".join([*lines, "# --- end ---\n"]), encoding="utf-8")
    assert main(["check"]) == 1
    text = "\n".join(said(capsys))
    assert "not written yet: answer (harness.py, line 2)" in text
    assert "Next: write answer in harness.py, line 2." in text
    assert "FAIL" not in text and "ERROR" not in text
    assert main(["check", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is False
    assert data["lessons"][0]["not_written"] == [
        {"name": "answer", "file": "harness.py", "line": 2}
    ]
    assert data["lessons"][0]["records"] == []


def test_the_first_failure_is_shown_in_full_and_all_with_all(course, capsys):
    Path("harness.py").write_text("def answer(n):\n    return min(n, 0)\n", encoding="utf-8")
    assert main(["check", "1"]) == 1
    text = "\n".join(said(capsys))
    assert text.count("your harness: 0") == 1
    assert "should be:    1\n" in text and "played: It is asked. (with n=1)" in text
    assert "0 of 2 sentences pass (2 FAIL)." in text
    assert "(--all shows all 2)" in text
    assert main(["check", "1", "--all"]) == 1
    assert "\n".join(said(capsys)).count("your harness: 0") == 2


def test_a_checkpoint_of_runs_is_left_out_beside_a_lesson_and_named_alone(course, capsys):
    for name in ("tests.py", "scenes.py"):
        (course / "03A_check" / name).unlink()
    assert main(["check", "3"]) == 0
    assert not [line for line in said(capsys) if "suite" in line or "nothing" in line]
    assert main(["check", "A"]) == 2
    assert "A has runs and nothing to build: `lab read A`." in said(capsys)


def test_a_lesson_without_a_suite_is_said_in_one_line(course, capsys):
    assert main(["check", "2"]) == 2
    assert "No suite yet: 02." in said(capsys)


def test_json_is_records_and_nothing_else(course, capsys):
    Path("harness.py").write_text(
        "def answer(n):\n    print('hi')\n    return 1\n", encoding="utf-8"
    )
    assert main(["check", "1", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["counts"] == {"pass": 1, "fail": 1}
    first, second = data["lessons"][0]["records"]
    assert (first["sentence"], first["status"], first["printed"]) == (
        "It answers 1.",
        "pass",
        "hi\n",
    )
    assert (second["test"], second["status"]) == ("test_101", "fail")


def test_what_a_failing_harness_printed_is_shown(course, capsys):
    code = "def answer(n):\n    print(*range(20), sep=chr(10))\n    return 0\n"
    Path("harness.py").write_text(code, encoding="utf-8")
    main(["check", "1"])
    lines = said(capsys)
    at = lines.index("it printed:")
    assert lines[at + 1 : at + 3] == ["0", "1"]
    assert "... (10 more lines)" in lines


def test_a_suite_that_cannot_judge_is_two_and_not_the_learners_fault(course, capsys):
    (course / "01_one" / "tests.py").write_text("import nothing_here\n", encoding="utf-8")
    assert main(["check", "1"]) == 2
    text = "\n".join(said(capsys))
    assert "SUITE ERROR" in text and "not about your harness" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["99"], "lab: there is no lesson '99'; the lessons are: 01 02 03 A"),
        (["3-1"], "lab: 3-1: lesson 03 comes after lesson 01"),
        (["1", "--harness", "no where.py"], "lab: no where.py: no such file; say which with"),
        (["1", "--harness", "."], "lab: .: no such file"),
    ],
)
def test_what_cannot_run_is_one_line_and_two(course, capsys, arguments, words):
    assert main(["check", *arguments]) == 2
    text = capsys.readouterr().err
    assert text.startswith(words)
    assert text.count("\n") == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf"])
def test_a_time_limit_is_a_number_of_seconds(course, capsys, seconds):
    with pytest.raises(SystemExit) as ended:
        main(["check", "1", f"--time-limit={seconds}"])
    assert ended.value.code == 2
    assert "is not a number of seconds" in capsys.readouterr().err


def test_the_time_limit_is_kept(course, capsys):
    Path("harness.py").write_text("def answer(n):\n    while True: pass\n", encoding="utf-8")
    assert main(["check", "1", "--time-limit", "0.3"]) == 1
    assert "did not finish within 0.3 s" in capsys.readouterr().out


def test_the_tests_file_may_be_left_out_named_from_its_lesson_or_be_another(
    course, capsys, tmp_path
):
    line = ["--harness", "harness.py", "--lesson", "3"]
    for arguments in (line, [*line, "tests.py"]):
        assert lab_check(arguments) == 0
        assert "4 of 4 sentences pass." in said(capsys)
    other = tmp_path / "other tests.py"
    other.write_text(suite_of(7), encoding="utf-8")
    assert lab_check([*line, str(other)]) == 0
    assert "PASS    It answers 7." in said(capsys)
    (tmp_path / "scenes.py").write_text(
        "def answer(harness, lab, n):\n    return 0\n", encoding="utf-8"
    )
    assert lab_check([*line, str(other)]) == 1
    assert lab_check([*line, "nowhere.py"]) == 2
    assert (
        "nowhere.py: no such file, here or in lesson 03's or A's folder" in capsys.readouterr().err
    )


def uninstalled(*arguments: str, cwd: Path) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "lab" / "lab_check.py"), *arguments]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_file_works_uninstalled_from_any_folder_on_a_file_of_any_name(tmp_path):
    folder = tmp_path / "some where"
    folder.mkdir()
    for name in ("model", "shell", "messages", "pytest", "json"):
        (folder / f"{name}.py").write_text("raise RuntimeError\n", encoding="utf-8")
    (folder / "2-my harness.v1.py").write_text(HARNESS, encoding="utf-8")
    (folder / "suite.py").write_text(suite_of(5), encoding="utf-8")
    (folder / "scenes.py").write_text(SCENES, encoding="utf-8")
    done = uninstalled("--harness", "2-my harness.v1.py", "--lesson", "16", "suite.py", cwd=folder)
    assert done.stderr == ""
    assert "PASS    It answers 5." in done.stdout
    assert done.returncode == 0


def test_its_output_is_ascii_where_the_encoding_asks_for_it(tmp_path):
    (tmp_path / "h.py").write_text("def answer(n):\n    return '\u00e9'\n", encoding="utf-8")
    (tmp_path / "t.py").write_text(suite_of(5), encoding="utf-8")
    (tmp_path / "scenes.py").write_text(SCENES, encoding="utf-8")
    command = [sys.executable, str(ROOT / "lab" / "lab_check.py"), "--harness", "h.py"]
    done = subprocess.run(
        [*command, "--lesson", "16", "t.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert b'"\\xe9"' in done.stdout
    assert done.stdout.isascii()
    assert done.returncode == 1


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_ctrl_c_is_one_line_and_130_and_leaves_no_process(tmp_path):
    code = "import os, time\ndef answer(n):\n    open('up', 'w').close()\n"
    code = code.replace("'up'", repr(str(tmp_path / "up")))
    (tmp_path / "h.py").write_text(code + "    while True: time.sleep(1)\n", encoding="utf-8")
    (tmp_path / "t.py").write_text(suite_of(5), encoding="utf-8")
    (tmp_path / "scenes.py").write_text(SCENES, encoding="utf-8")
    command = [sys.executable, str(ROOT / "lab" / "lab_check.py"), "--harness", "h.py"]
    process = subprocess.Popen(
        [*command, "--lesson", "16", "t.py"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not (tmp_path / "up").exists():
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == b"lab_check: stopped\n"
    assert not [pid for pid in _processes() if str(tmp_path) in _environment(pid)]
    assert not list(tmp_path.glob("lab-*"))


def test_killed_outright_it_leaves_no_process(tmp_path):
    if not Path("/proc").is_dir():
        pytest.skip("looks for processes in /proc")
    code = (
        f"def answer(n):\n    open({str(tmp_path / 'up')!r}, 'w').close()\n    while True: pass\n"
    )
    (tmp_path / "h.py").write_text(code, encoding="utf-8")
    (tmp_path / "t.py").write_text(suite_of(5), encoding="utf-8")
    (tmp_path / "scenes.py").write_text(SCENES, encoding="utf-8")
    command = [sys.executable, str(ROOT / "lab" / "lab_check.py"), "--harness", "h.py"]
    process = subprocess.Popen(
        [*command, "--lesson", "16", "t.py"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
    )
    while not (tmp_path / "up").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    for _ in range(300):
        left = [pid for pid in _processes() if str(tmp_path) in _environment(pid)]
        if not left:
            break
        time.sleep(0.01)
    assert not left


def test_the_console_script_is_the_same_command():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^lab_check = "lab\.cli:lab_check"$', text, re.M)
    assert re.search(r'^lab = "lab\.cli:main"$', text, re.M)


def _processes() -> list[str]:
    return [name for name in os.listdir("/proc") if name.isdigit()]


def _environment(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def test_a_file_that_cannot_be_loaded_is_one_line_for_all_its_sentences(course, capsys):
    Path("harness.py").write_text("def answer(n)\n", encoding="utf-8")
    assert main(["check", "1"]) == 1
    assert said(capsys)[:6] == [
        "Lesson 01: one",
        "SYNTAX  harness.py, line 1: expected ':': def answer(n)",
        "2 sentences could not be judged",
        "",
        "0 of 2 sentences pass (2 SYNTAX).",
        "Next: mend it and run this again.",
    ]
    Path("harness.py").write_text("import no_such_thing\n", encoding="utf-8")
    assert main(["check", "1"]) == 1
    out = said(capsys)
    assert out[1].startswith("ERROR   importing your harness raised ModuleNotFoundError")
    assert out[1].endswith("at harness.py, line 1") and out[2] == "2 sentences could not be judged"


def test_a_lesson_that_has_not_been_started_is_one_line(course, capsys):
    gap = "# --- your code: 01 answer ---\n    return 1\n    # --- end ---\n"
    Path("harness.py").write_text(f"def answer(n):\n    {gap}", encoding="utf-8")
    assert main(["check", "all"]) == 1
    out = said(capsys)
    assert out[1:3] == ["PASS    It answers 1.", "FAIL    It answers 101."]
    at = out.index("Lesson 03: three")
    assert out[at + 1].startswith("NOT YET 0 of 2 sentences pass")
    assert out[at + 1].endswith("`lab start 03` puts its gaps in")
    assert "Lesson 02: two" not in out  # it has no suite
    assert "Next: mend it and run this again." in out  # of what has been started


def test_what_cannot_be_started_yet_says_why_and_what_to_do_instead(learner, capsys):
    assert main(["check", "2"]) == 1
    out = said(capsys)
    why = "It has not been started: lesson 01 has not passed here yet: run `lab check 01`"
    assert out[1].startswith("NOT YET 0 of 16 sentences pass") and out[1].endswith(why)
    assert out[-2] == "Next: `lab read 01`, fill the gaps in harness.py, then `lab check 01`."
    Progress(learner).record_lab("01", True)
    (learner / "harness.py").write_bytes(solution(learner, None).changes[0].after)
    assert main(["check", "3"]) == 1
    assert said(capsys)[1].endswith("lesson 02 comes before lesson 03: run `lab start 02`")
    assert main(["check", "2"]) == 1
    assert said(capsys)[1].endswith("It has not been started: `lab start 02` puts its gaps in")


def test_a_course_of_ones_own_is_judged_from_elsewhere_as_well(
    learner, tmp_path, monkeypatch, capsys
):
    (learner / "harness.py").write_bytes(solution(learner, None).changes[0].after)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "1", "--harness", "mine/harness.py"]) == 0
    out = said(capsys)
    assert out[-3:-1] == [
        "15 of 15 sentences pass.",
        "Next: `lab start` puts the next lesson's gaps into harness.py.",
    ]


def test_a_suite_that_is_no_python_names_its_line(course, capsys):
    tests = course / "01_one" / "tests.py"
    tests.write_text("def test_1(play):\n    assert play(\n", encoding="utf-8")
    assert main(["check", "1"]) == 2
    told = "the suite cannot be run: tests.py, line 2: SyntaxError: '(' was never closed"
    assert told in said(capsys)


def test_in_a_folder_below_the_course_it_judges_the_courses_own_file(course, monkeypatch, capsys):
    Path(".lab").mkdir()
    Path("notes").mkdir()
    monkeypatch.chdir("notes")
    assert main(["check", "1"]) == 0
    assert "2 of 2 sentences pass." in said(capsys)


def test_what_comes_next_is_what_the_map_says(learner, capsys):
    from lab.course.lesson import lesson
    from lab.course.merge import read_part, solve

    harness = learner / "harness.py"
    for name in read_part(lesson("1")).gaps:
        harness.write_bytes(solve(harness.read_bytes(), "01", name))
    assert main(["check"]) == 0
    told = said(capsys)[-2]
    assert main([]) == 0
    assert told in said(capsys) and told.startswith("Next: `lab ask 01`")


def test_a_suite_of_ones_own_goes_by_its_name_and_needs_no_lesson(course, tmp_path, capsys):
    own = tmp_path / "own"
    own.mkdir()
    (own / "mine.py").write_text(suite_of(7), encoding="utf-8")
    assert lab_check(["mine.py"]) == 2  # no such file here
    capsys.readouterr()
    assert lab_check([str(own / "mine.py")]) == 2
    assert "no scenes.py beside it" in capsys.readouterr().err
    (own / "scenes.py").write_text(SCENES, encoding="utf-8")
    assert lab_check([str(own / "mine.py")]) == 0
    assert said(capsys)[:2] == ["Suite mine.py", "PASS    It answers 7."]


def test_a_fault_of_the_suite_is_told_as_the_suites(course, capsys):
    lesson = course / "01_one"
    (lesson / "scenes.py").write_text(
        SCENES.replace("return", "1 / 0\n    return"), encoding="utf-8"
    )
    assert main(["check", "1"]) == 2
    out = "\n".join(said(capsys))
    assert "scenes.py raised ZeroDivisionError" in out and "not about your harness" in out
    (lesson / "scenes.py").write_text(SCENES, encoding="utf-8")
    wrong = suite_of(1).replace("n=1", "m=1")
    (lesson / "tests.py").write_text(wrong, encoding="utf-8")
    assert main(["check", "1"]) == 2
    assert "the scene 'answer' has no parameter 'm'" in "\n".join(said(capsys))


def test_a_forgotten_await_is_named_with_its_line(course, capsys):
    scenes = SCENES.replace("def answer", "async def answer").replace("return h", "return await h")
    (course / "01_one" / "scenes.py").write_text(scenes, encoding="utf-8")
    code = "async def one(n):\n    return n\n\nasync def answer(n):\n    x = one(n)\n    return x\n"
    Path("harness.py").write_text(code, encoding="utf-8")
    assert main(["check", "1"]) == 1
    out = said(capsys)
    missing = "an `await` is missing: harness.py, line 5, calls one and does not await it"
    assert missing in out and not any("lab/check" in line for line in out)


def test_why_sentences_were_not_run_is_said_without_all(course, capsys):
    (course / "01_one" / "tests.py").write_text(suite_of(1, 2, 3), encoding="utf-8")
    Path("harness.py").write_text("def answer(n):\n    while True: pass\n", encoding="utf-8")
    assert main(["check", "1", "--time-limit", "0.2"]) == 1
    assert any(line.startswith("NOT RUN: ") for line in said(capsys))


def test_a_check_leaves_nothing_where_somebody_works(tmp_path):
    """A suite with properties has its library keep things; they are none of the learner's."""
    harness = tmp_path / "work" / "harness.py"
    harness.parent.mkdir()
    harness.write_bytes((ROOT / "harness.py").read_bytes())
    asked = [sys.executable, "-m", "lab", "check", "13", "--harness", "harness.py"]
    there = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "caches"), "PYTHONPATH": str(ROOT)}
    there.pop("HYPOTHESIS_STORAGE_DIRECTORY", None)
    done = subprocess.run(asked, cwd=harness.parent, env=there, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in harness.parent.iterdir()] == ["harness.py"]
    assert (tmp_path / "caches" / "harness-lab").is_dir()


def test_a_file_that_never_loads_is_one_line_and_tried_once(course, capsys):
    Path("harness.py").write_text("while True:\n    pass\n", encoding="utf-8")
    assert main(["check", "1", "--time-limit", "0.5"]) == 1
    lines = said(capsys)
    assert lines[1].startswith("TIMEOUT importing your harness: it did not finish within 0.5 s")
    assert lines[2] == "2 sentences could not be judged"
