"""One submission in a grading service's container: one file out, for whatever was handed in."""

import json
from pathlib import Path

import make_class


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
