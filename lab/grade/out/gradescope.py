"""Gradescope: one learner's `results.json`, and the recipe of a container that writes it."""

import json

from lab.check.record import Record
from lab.grade.out.words import number, told
from lab.grade.result import ClassResult, LearnerMarks, Marks, Row

# AUTOGRADER is where the container has its files: another folder is for trying it out.
_SETUP = """#!/usr/bin/env bash
set -euo pipefail
here="${AUTOGRADER:-/autograder}"
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install "$here"/source/*.whl
"""
_RUN = """#!/usr/bin/env bash
set -euo pipefail
here="${AUTOGRADER:-/autograder}"
mkdir -p "$here/results"
set -- "$here/submission" --out "$here/results/results.json"
if [ -f "$here/source/course.toml" ]; then set -- "$@" --config "$here/source/course.toml"; fi
if [ -d "$here/source/suites" ]; then set -- "$@" --suites "$here/source/suites"; fi
exec "$here/venv/bin/lab" gradescope "$@"
"""
# (name, text, whether it can be executed): both stand at the root of the zip.
RECIPE = (("setup.sh", _SETUP, True), ("run_autograder", _RUN, True))
BESIDE = """Put beside them, then zip what is in the folder:
  the toolkit's wheel, made in its checkout: pip wheel --no-deps --wheel-dir {folder} .
  course.toml with your policy, and suites/ with hidden suites, where you have them"""


def results_json(row: Row, result: ClassResult, marks: Marks) -> str:
    """The text of /autograder/results/results.json.

    The score is the learner's total. One that nobody knows is 0 with the reason: a file without a
    score is refused there.
    """
    mark = marks.learners.get(row.submission.id)
    known = mark is not None and mark.total is not None
    data = {
        "score": mark.total if mark and mark.total is not None else 0.0,
        "output": _output(row, result, mark, known),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": round(sum(one.seconds for one in row.verdicts.values()), 3),
        "extra_data": {"toolkit": result.toolkit, "tier": result.tier, "review": row.review},
        "tests": _tests(row, result),
    }
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def _tests(row: Row, result: ClassResult) -> list[dict]:
    found = []
    for place, key in enumerate(result.lessons, 1):
        verdict = row.verdicts.get(key)
        for count, record in enumerate(verdict.records if verdict else (), 1):
            found.append(_test(told(record, key in result.hidden), f"{place}.{count}", key))
    return found


def _test(record: Record, place: str, key: str) -> dict:
    # Without a score of its own: what a sentence is worth is the policy's business.
    return {
        "name": f"{key}: {record.sentence}",
        "number": place,
        "status": "passed" if record.status == "pass" else "failed",
        "output": record.message,
        "tags": [key, record.status],
        "visibility": "visible",
    }


def _output(row: Row, result: ClassResult, mark: LearnerMarks | None, known: bool) -> str:
    if row.submission.problem is not None:
        return f"This submission cannot be read: {row.submission.problem}"
    if mark is None or not known:
        return "The grader itself failed: this score says nothing of your harness. Tell your course"
    lines = [
        f"{key} {result.titles.get(key, key)}: {number(one.earned)} of {number(one.possible)}"
        + (f" ({one.note})" if one.note else "")
        for key, one in mark.lessons.items()
    ]
    return "\n".join(lines)
