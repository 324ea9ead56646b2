"""A release holds what a learner needs, none of what they are to find alone, and works there."""

import json
import os
import subprocess
import sys
import zipfile
from hashlib import sha256
from io import BytesIO

import pytest

from lab.cli import main
from lab.course import sealed
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.merge import read_part, solve
from lab.release.contents import Choice, contents
from lab.release.make import make_release
from lab.release.proof import Secret, search, secrets

LESSONS = find_lessons()
PUBLIC = frozenset({"01", "02", "03", "04"})
CHOICE = Choice(LESSONS, PUBLIC, frozenset({"A"}))


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release") / "course"
    make_release(folder, CHOICE)
    return folder


@pytest.fixture(scope="module")
def files(out):
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_part_of_it_is_there_and_nothing_that_is_hidden(files):
    assert {"README.md", "manifest.json", "pyproject.toml", "sealed.txt"} <= set(files)
    assert "harness.py" not in files and "lessons/04_failure_is_a_result/lesson.md" in files
    assert "lessons/04_failure_is_a_result/tests.py" in files
    assert "lessons/05_stopping/tests.py" not in files
    assert "lessons/05_stopping/scenes.py" in files
    assert not [name for name in files if "/wrong/" in name or "/scenarios/" in name]
    assert not [name for name in files if name.startswith("tests/")]


def test_no_line_of_a_solution_a_hidden_suite_a_wrong_solution_or_a_graded_reveal_is_in_it(files):
    found = secrets(CHOICE, LESSONS)
    kinds = {"a solution", "a hidden suite", "a wrong solution", "a graded question"}
    assert {one.kind for one in found} == kinds and len(found) > 3000
    assert search(found, files) == []


def test_the_manifest_names_every_file_with_its_hash(files):
    manifest = json.loads(files["manifest.json"])
    others = {name: data for name, data in files.items() if name != "manifest.json"}
    assert manifest["sha256"] == {name: sha256(data).hexdigest() for name, data in others.items()}
    assert manifest["public_suites"] == sorted(PUBLIC) and manifest["graded"] == ["A"]


LONG = "the_words_of_a_line_that_is_long_enough = 1 + 2"
SHORT = "return found or None"


def _zipped(text):
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("inside.py", text)
    return data.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.py", f"def f():\n    {SHORT}\n".encode()),
        ("a.md", f"```diff\n+    {SHORT}\n```\n".encode()),
        ("a.md", f"It says `{LONG}` here.\n".encode()),
        ("a.ipynb", json.dumps({"cells": [{"source": ["x\n", f"    {SHORT}\n"]}]}).encode()),
        ("a.json", json.dumps({"a": [{"b": f"y\n{SHORT}"}]}).encode()),
        ("a.whl", _zipped(f"    {SHORT}\n")),
    ],
)
def test_a_line_that_should_not_be_there_is_found_in_every_kind_of_file(name, data):
    planted = [Secret(SHORT, "a solution", "x"), Secret(LONG, "a solution", "x")]
    assert [found.file for found in search(planted, {name: data, "b.py": b"x = 1\n"})] == [name]


def test_a_release_that_would_give_a_line_away_is_not_written(tmp_path, monkeypatch):
    line = next(one.line for one in secrets(CHOICE, LESSONS) if one.kind == "a solution")
    leaky = {**contents(CHOICE), "lessons/notes.md": f"{line}\n".encode()}
    monkeypatch.setattr("lab.release.make.contents", lambda choice: dict(leaky))
    with pytest.raises(LabError, match=r"lessons/notes\.md holds a line of a solution, from "):
        make_release(tmp_path / "out", CHOICE)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(LabError, match="is there already, and not empty"):
        make_release(tmp_path, CHOICE)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_command_says_what_was_proved(tmp_path, capsys):
    assert main(["release", str(tmp_path / "a"), "--lessons", "1-2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["lessons"] == ["01", "02"] and data["public"] == []
    assert main(["release", str(tmp_path / "b"), "--lessons", "1-2", "--public", "1"]) == 0
    out = capsys.readouterr().out
    assert "lines of a hidden suite looked for in every file, none found" in out
    assert "public suites: 01" in out
    assert main(["release", str(tmp_path / "b")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


class Learner:
    """Somebody with the release and nothing else of the course."""

    def __init__(self, out, folder):
        self.out, self.folder = out, folder

    def __call__(self, *command):
        environment = {**os.environ, "PYTHONPATH": str(self.out), "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("LAB_COURSE", None)
        done = subprocess.run(
            [sys.executable, "-m", "lab", *command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        return done.returncode, done.stdout + done.stderr

    def writes(self, key):
        """What they find out by themselves."""
        one = next(one for one in LESSONS if one.key == key)
        path = self.folder / "harness.py"
        for name in read_part(one).gaps:
            path.write_bytes(solve(path.read_bytes(), key, name))


def test_a_learner_goes_from_the_first_lesson_to_a_pass_of_the_fourth_there(out, tmp_path):
    lab = Learner(out, tmp_path)
    assert lab("init", ".")[0] == 0
    for key in sorted(PUBLIC):
        assert lab("check")[0] == 1
        lab.writes(key)
        code, said = lab("check")
        assert code == 0, said
        assert lab("start")[0] == 0
    code, said = lab("check", "5")
    assert code == 2 and "Judged by your instructor, who has the suite: 05." in said
    code, said = lab("solution", "4")
    assert code == 2 and said.count("\n") == 1 and "comes without solutions" in said
    assert lab("read", "4")[0] == lab("hint", "4")[0] == lab("map")[0] == 0


def test_its_doctor_plays_the_runs_on_the_sealed_reference(out, tmp_path):
    lab = Learner(out, tmp_path)
    lab("init", ".")
    code, said = lab("doctor", "D.1", "--answer", "a")
    assert code == 0 and "the reference" in said and "b.py" in said
    code, said = lab("doctor", "A.1", "--answer", "a")
    assert code == 0 and "what is right is with your instructor" in said
    answers = json.loads((tmp_path / ".lab" / "progress.json").read_text(encoding="utf-8"))
    assert answers["answers"]["A.1"]["right"] is None


def test_what_is_sealed_is_the_finished_harness_and_the_runs(out, files):
    hidden = sealed.unseal(files[sealed.FILE])
    assert hidden["harness.py"] == (LESSONS[0].path.parents[1] / "harness.py").read_bytes()
    named = {f"lessons/{one.path.name}" for one in LESSONS if one.scenarios}
    assert {name.rpartition("/scenarios/")[0] for name in hidden if "scenarios" in name} == named
    graded = [data for name, data in hidden.items() if "/04A_" in f"/{name}"]
    assert graded and all(b"GRADED = True" in data and b"REVEAL" not in data for data in graded)


def test_nothing_can_be_released_of_a_release(out, tmp_path):
    code, said = Learner(out, tmp_path)("release", "again")
    assert code == 2 and "this course is a release already" in said


def test_no_suite_is_measured_without_the_solutions(out, tmp_path):
    code, said = Learner(out, tmp_path)("suite", "check", "1")
    assert code == 2 and said.count("\n") == 1 and "comes without them" in said
