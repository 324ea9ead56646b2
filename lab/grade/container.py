"""One submission inside a grading service's container: judged there, and one file written.

The container is the learner's alone, so the strongest sandbox that it allows will do. Nothing is
kept.
"""

import json
import tempfile
from dataclasses import replace
from pathlib import Path

from lab.course.store import refusing, write_whole
from lab.grade.command import Options, graded, kit_of, policy_of, terms_of
from lab.grade.intake import Handed, take_one
from lab.grade.layout import iso_time
from lab.grade.marks import make_marks
from lab.grade.out.classroom import runner_result
from lab.grade.out.gradescope import results_json
from lab.grade.result import ClassResult, Marks
from lab.grade.store import open_store

METADATA = "submission_metadata.json"
_MOST = 4 << 20


def grade_one(submission: Path, results: Path, options: Options) -> int:
    """Judges what is in a folder and writes `results.json`; 1 when the grader failed, else 0.

    Whose it is and when it came is read from the file submission_metadata.json beside the folder.
    LabError when it cannot begin, or the file cannot be written.
    """
    result, marks = _graded(submission, options)
    text = results_json(result.rows[0], result, marks)
    with refusing(results):
        results.parent.mkdir(parents=True, exist_ok=True)
        write_whole(results, text.encode("utf-8"))
    return _code(result)


def print_result(submission: Path, options: Options) -> int:
    """Prints `result=...`, the line that a job's step puts out; the same codes and errors."""
    result, marks = _graded(submission, options)
    print(f"result={runner_result(result.rows[0], result, marks)}")
    return _code(result)


def _graded(submission: Path, options: Options) -> tuple[ClassResult, Marks]:
    policy = policy_of(options)
    kit = kit_of(options, policy)
    handed = _told(take_one(submission, "submission", kit.beside), submission.parent / METADATA)
    terms = terms_of(kit, options)
    with (
        tempfile.TemporaryDirectory(prefix="lab-one-") as folder,
        open_store(Path(folder)) as store,
    ):
        result = graded([handed], terms, store, submission, replace(options, out=Path(folder)))
    return result, make_marks(result, policy)[0]


def _code(result: ClassResult) -> int:
    return int(any(verdict.broken for verdict in result.rows[0].verdicts.values()))


def _told(handed: Handed, metadata: Path) -> Handed:
    """The hand-in with the name, the address and the time that the service tells, if it does."""
    try:
        with open(metadata, encoding="utf-8") as file:
            data = json.loads(file.read(_MOST))
        users = [user for user in data["users"] if isinstance(user, dict)]
        names = " and ".join(str(user.get("name", "")) for user in users)
        address = str(users[0].get("email", "")) if users else ""
        when = iso_time(str(data["created_at"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return handed
    who = {"email": address} if address else {}
    told = replace(
        handed.submission,
        learner=names or handed.submission.learner,
        identifiers=who,
        submitted=when,
    )
    return Handed(told, handed.files)
