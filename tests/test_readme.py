"""Every command in the README, run in a scratch folder that holds this checkout."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from lab.course.merge import gaps, solve

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[list[str]]:
    """The commands of each shell block, comments and blank lines left out."""
    fences = [token for token in MarkdownIt().parse(README) if token.info == "sh"]
    lines = [[line.split(" #")[0].strip() for line in f.content.splitlines()] for f in fences]
    return [[line for line in block if line] for block in lines]


COMMANDS = [command for block in blocks() for command in block]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """A folder with everything of this checkout in it, and a virtual environment of its name."""
    folder = tmp_path_factory.mktemp("checkout")
    for path in ROOT.iterdir():
        if path.name not in (".git", ".venv"):
            (folder / path.name).symlink_to(path)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def run(command: str, folder: Path, **more) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    environment.pop("LAB_COURSE", None)
    # Nothing is installed in the middle of the tests: what stands for the set-up is up to date.
    environment |= {"MAKEFLAGS": "-o .venv/core -o .venv/dev"}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        **more,
    )


def test_the_readme_has_only_commands_that_are_run_here():
    assert COMMANDS == [
        "make lab",
        "make test",
        ". .venv/bin/activate",
        "lab init my-harness",
        "cd my-harness",
        "lab read 1",
        "lab check",
        "lab start",
        "lab map",
        "lab doctor D.1",
        "lab chat --reference --replay hello",
        "python lab/lab_check.py --harness harness.py --lesson 16 tests.py",
        "lab_check --harness harness.py --lesson D --json",
        "HARNESS=harness.py python -m pytest lessons/16D_transcript_doctor_3/tests.py",
        "lab_check --harness harness.py my-suite/mine.py",
        "HARNESS=harness.py python -m pytest -p lab.check.fixture my-suite/mine.py",
        "lab scenario new 1_a_blank_too_few --lesson 1 --folder my-scenarios",
        "lab scenario check --scenarios my-scenarios",
        "lab notebook build quiz.ipynb my-scenarios.1 A.1 --scenarios my-scenarios",
        "lab release ../course-for-learners --lessons 1-8 --public 1-4",
        "lab grade submissions --out grades",
        "lab grade --doctor",
    ]


def test_make_lab_judges_the_finished_harness_and_says_what_to_do_next(checkout):
    done = run("make lab", checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sentences pass" in done.stdout
    assert "Next:" in done.stdout


def test_make_test_runs_the_linter_the_type_checker_and_the_tests(checkout):
    planned = run("make -n test", checkout).stdout
    for tool in ("ruff check", "ruff format --check", "mypy", "pytest"):
        assert f"-m {tool}" in planned


def test_a_learners_first_ten_minutes(checkout):
    assert run("lab init my-harness", checkout).returncode == 0
    mine = checkout / "my-harness"
    assert "What breaks" in run("lab read 1", mine).stdout
    checked = run("lab check", mine)
    assert checked.returncode == 1
    assert "text_of (harness.py, line " in checked.stdout
    harness = mine / "harness.py"
    for gap in gaps(harness.read_bytes()):
        harness.write_bytes(solve(harness.read_bytes(), gap.key, gap.name))
    assert run("lab check", mine).returncode == 0
    started = run("lab start", mine)
    assert started.returncode == 0, started.stderr
    assert "+    # --- your code: 02 run_tool ---" in started.stdout
    assert {gap.key for gap in gaps(harness.read_bytes()) if gap.empty} == {"02"}
    assert "built" in run("lab map", mine).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_diagnosis_asks_before_it_shows(checkout):
    import pexpect

    (checkout / "diagnosis").mkdir()
    lab = str(Path(sys.executable).parent / "lab")
    child = pexpect.spawn(
        lab, ["doctor", "D.1"], cwd=checkout / "diagnosis", encoding="utf-8", timeout=60
    )
    child.expect("What went on after Stop was")
    assert "theirs" not in child.before
    child.sendline("c")
    child.expect("c is committed")
    child.expect("the reference")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


ON_THE_FINISHED = [
    command for command in COMMANDS if "lesson" in command and "harness.py" in command
]


@pytest.mark.parametrize("command", ON_THE_FINISHED)
def test_an_instructors_commands_pass_on_the_finished_harness(checkout, command):
    done = run(command, checkout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_run_of_ones_own_becomes_part_of_a_notebook(tmp_path):
    for command in (command for command in COMMANDS if "my-scenarios" in command):
        done = run(command, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "quiz.ipynb: 2 runs to diagnose\n"


def test_every_path_the_readme_names_is_there():
    for row in README.split("## What is where")[1].splitlines()[4:]:
        path = row.split("`")[1]
        assert (ROOT / path).exists(), path


@pytest.mark.skipif(sys.platform != "linux", reason="a class is graded in a sandbox of Linux")
def test_a_class_is_graded_by_the_policy_that_is_shown(checkout):
    place = checkout / "grading"
    (place / "submissions" / "ada").mkdir(parents=True)
    (place / "submissions" / "ada" / "harness.py").write_bytes((ROOT / "harness.py").read_bytes())
    (place / "submissions" / "bo.py").write_text("def run_agent(:\n", encoding="utf-8")
    (policy,) = [token for token in MarkdownIt().parse(README) if token.info == "toml"]
    (place / "course.toml").write_text(policy.content, encoding="utf-8")
    shown = run("lab grade --doctor", place)
    assert shown.returncode == 0 and "tier A" in shown.stdout, shown.stderr
    done = run("lab grade submissions --out grades", place)
    if "only with --unsafe-trust-submissions" in done.stderr:
        pytest.skip("no sandbox here")
    assert done.returncode == 0, done.stdout + done.stderr
    names = {path.name for path in (place / "grades").iterdir()}
    assert {"grades.csv", "report.html", "learners", "grades.json", "junit.xml"} <= names
    ada, bo = (place / "grades" / "grades.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert ",10,10,20,20," in ada and ",0,0,0,20," in bo


def test_a_recording_is_talked_to(tmp_path):
    pytest.importorskip("anthropic")
    done = run("lab chat --reference --replay hello", tmp_path, input="Hello.\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "What are you working on?" in done.stdout


def test_the_suite_of_ones_own_is_judged_and_runs_in_plain_pytest(tmp_path):
    fences = [token.content for token in MarkdownIt().parse(README) if token.info == "python"]
    own = tmp_path / "my-suite"
    own.mkdir()
    for name, text in zip(("scenes.py", "mine.py"), fences, strict=True):
        (own / name).write_text(text, encoding="utf-8")
    (tmp_path / "harness.py").symlink_to(ROOT / "harness.py")
    done = run("lab_check --harness harness.py my-suite/mine.py", tmp_path)
    assert done.returncode == 0 and "1 of 1 sentences pass." in done.stdout, done.stdout
    command = "HARNESS=harness.py python -m pytest -p lab.check.fixture my-suite/mine.py"
    done = run(command, tmp_path)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_course_for_a_class_is_made(tmp_path):
    here = tmp_path / "here"
    here.mkdir()
    done = run("lab release ../course-for-learners --lessons 1-8 --public 1-4", here)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "course-for-learners" / "lessons" / "08_one_writer" / "part.py").is_file()
