"""One submission in a grading service's container: one file out, for whatever was handed in."""

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import make_class
import pytest

POLICY = 'lessons = ["1"]\npoints = 10\n'


def results(start, folder: Path, source: bytes | None) -> dict:
    (folder / "submission").mkdir(exist_ok=True)
    if source is not None:
        (folder / "submission" / "mine.py").write_bytes(source)
    users = [{"name": "Ada", "email": "ada@example.org", "id": 1}]
    told = {"created_at": "2026-10-16T12:00:00.365935-07:00", "users": users}
    (folder / "submission_metadata.json").write_text(json.dumps(told), encoding="utf-8")
    arguments = ("submission", "--out", "results/results.json")
    process = start(*arguments, "--config", "course.toml", command="gradescope")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return json.loads((folder / "results" / "results.json").read_text(encoding="utf-8"))


def test_a_late_submission_has_its_points_less_what_lateness_costs(start, tmp_path, made):
    policy = 'lessons = ["1"]\npoints = 10\n[lesson.01]\ndue = 2026-10-16T00:00:00Z\n'
    policy += "[late]\npercent_per_day = 20\n"
    (tmp_path / "course.toml").write_text(policy, encoding="utf-8")
    found = results(start, tmp_path, made[0].source)
    assert found["score"] == 8 and {test["status"] for test in found["tests"]} == {"passed"}
    assert results(start, tmp_path, make_class.HOSTILE[0].encode())["score"] == 0


def test_nothing_that_can_be_read_is_a_zero_with_the_reason(start, tmp_path):
    (tmp_path / "course.toml").write_text('lessons = ["1"]\n', encoding="utf-8")
    found = results(start, tmp_path, None)
    assert found["score"] == 0 and "nothing was handed in" in found["output"]


def test_the_recipe_is_two_files_at_the_root(start, tmp_path):
    process = start("--recipe", tmp_path / "zip", command="gradescope")
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert sorted(path.name for path in (tmp_path / "zip").iterdir()) == [
        "run_autograder",
        "setup.sh",
    ]
    assert "run_autograder" in out


@pytest.mark.skipif(os.name == "nt", reason="the container is a Linux one")
def test_the_recipe_grades_with_the_policy_and_the_suites_of_its_zip(start, tmp_path, made):
    place = tmp_path / "autograder"
    start("--recipe", place / "source", command="gradescope").communicate(timeout=60)
    (place / "submission").mkdir()
    (place / "submission" / "harness.py").write_bytes(made[0].source)
    (place / "source" / "course.toml").write_text(POLICY, encoding="utf-8")
    hidden = place / "source" / "suites" / "01"
    hidden.mkdir(parents=True)
    tests = 'def test_hidden(play):\n    """Nothing can pass this."""\n    assert False\n'
    (hidden / "tests.py").write_text(tests, encoding="utf-8")
    (place / "venv").symlink_to(sys.prefix)
    run = [str(place / "source" / "run_autograder")]
    environment = {**os.environ, "AUTOGRADER": str(place)}
    done = subprocess.run(run, env=environment, capture_output=True, timeout=120, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads((place / "results" / "results.json").read_text(encoding="utf-8"))
    assert found["score"] == 0
    assert [test["name"] for test in found["tests"]] == ["01: Nothing can pass this."]


def test_a_classroom_job_puts_out_one_line_with_the_marks(start, tmp_path, made):
    (tmp_path / "course.toml").write_text(POLICY, encoding="utf-8")
    (tmp_path / "repository").mkdir()
    (tmp_path / "repository" / "harness.py").write_bytes(made[0].source)
    process = start("repository", "--classroom", command="gradescope")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    name, _, text = out.strip().partition("=")
    found = json.loads(base64.b64decode(text))
    assert (name, out.count("\n")) == ("result", 1)
    assert found["status"] == "pass" and found["tests"][0]["score"] == 10


def test_a_classroom_workflow_calls_what_there_is(start, tmp_path):
    process = start("--recipe", tmp_path / "starter", "--classroom", command="gradescope")
    out, _ = process.communicate(timeout=60)
    text = (tmp_path / "starter/.github/workflows/classroom.yml").read_text(encoding="utf-8")
    assert "take marks from `lab grade`" in out and "\t" not in text
    assert re.findall(r"\blab (\w+)", text) == ["gradescope"]
    options, _ = start("--help", command="gradescope").communicate(timeout=60)
    assert all(option in options for option in re.findall(r" (--[a-z]+)", text))
