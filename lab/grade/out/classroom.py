"""GitHub Classroom: a runner's result, as the reporter of a job reads it, and such a job."""

import base64
import json

from lab.grade.out.words import told
from lab.grade.result import ClassResult, Marks, Row

_CLIP = 500  # what the reporter shows of an output
WORKFLOW = """name: harness-lab
on: [push, workflow_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  grade:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install .github/harness-lab/*.whl
      - id: lab
        run: |
          set -- . --classroom
          if [ -f .github/harness-lab/course.toml ]; then
            set -- "$@" --config .github/harness-lab/course.toml
          fi
          lab gradescope "$@" >> "$GITHUB_OUTPUT"
      - uses: classroom-resources/autograding-grading-reporter@v1
        env:
          LAB_RESULTS: ${{ steps.lab.outputs.result }}
        with:
          runners: lab
"""
# (name, text, whether it can be executed), in the repository that learners start from.
RECIPE = ((".github/workflows/classroom.yml", WORKFLOW, False),)
BESIDE = """Put into the repository that learners start from, beside it:
  the toolkit's wheel, made in its checkout: pip wheel --no-deps --wheel-dir {folder} .
  course.toml with your policy, where you have one, in the same folder
A learner can change their own repository's workflow: take marks from `lab grade`."""


def runner_result(row: Row, result: ClassResult, marks: Marks) -> str:
    """The runner's result as it is put out: JSON in base64, on one line."""
    text = json.dumps(_data(row, result, marks), allow_nan=False)
    return base64.b64encode(text.encode("ascii")).decode("ascii")


def _data(row: Row, result: ClassResult, marks: Marks) -> dict:
    tests = [test for key in result.lessons for test in _tests(row, key, result, marks)]
    broken = row.submission.problem is not None or any(v.broken for v in row.verdicts.values())
    good = bool(tests) and all(test["status"] == "pass" for test in tests)
    status = "error" if broken else "pass" if good else "fail"
    message = row.submission.problem
    return {
        "version": 1,
        "status": status,
        "message": message,
        "max_score": marks.total,
        "tests": tests,
    }


def _tests(row: Row, key: str, result: ClassResult, marks: Marks) -> list[dict]:
    """A test a lesson: its score is the lesson's mark, however the policy comes to it."""
    verdict, mark = row.verdicts.get(key), marks.learners.get(row.submission.id)
    lesson = mark.lessons.get(key) if mark else None
    if verdict is None:
        return []
    failed = [told(one, key in result.hidden) for one in verdict.records if one.status != "pass"]
    output = "\n\n".join(f"{one.sentence}\n{one.message}" for one in failed)
    return [
        {
            "name": f"{key} {result.titles.get(key, key)}",
            "status": "error" if verdict.broken else "pass" if verdict.passed else "fail",
            "message": failed[0].sentence if failed else None,
            "score": (lesson.earned if lesson else None) or 0,
            "output": output[:_CLIP],
            "duration": round(verdict.seconds * 1000),
        }
    ]
