"""Writes everything that a graded class comes to, each file whole or not at all."""

from pathlib import Path
from types import MappingProxyType

from lab.course.errors import LabError
from lab.course.store import refusing, write_whole
from lab.grade.out.classroom import BESIDE as JOB_BESIDE
from lab.grade.out.classroom import RECIPE as JOB
from lab.grade.out.data import grades_json
from lab.grade.out.gradebooks import fill_canvas, fill_moodle
from lab.grade.out.gradescope import BESIDE, RECIPE
from lab.grade.out.junit import junit_xml
from lab.grade.out.likeness import Prints
from lab.grade.out.page import class_page, learner_page
from lab.grade.out.sheet import Filled
from lab.grade.out.table import grades_csv
from lab.grade.result import ClassResult, Marks


def write_all(
    result: ClassResult,
    marks: Marks,
    out: Path,
    canvas: Path | None = None,
    moodle: Path | None = None,
    bom: bool = False,
    prints: Prints = MappingProxyType({}),
) -> tuple[list[Path], list[str]]:
    """(the files written, what has to be said about filled gradebooks).

    `canvas` and `moodle` are the instructor's own exports; they stay as they are, and a filled copy
    is written as canvas.csv and moodle.csv. `prints` (`likeness.fingerprints`) has the class's
    report name wrong solutions. LabError when a file cannot be read or written.
    """
    texts = {
        "grades.csv": grades_csv(result, marks, bom),
        "grades.json": grades_json(result, marks),
        "junit.xml": junit_xml(result),
        "report.html": class_page(result, marks, prints),
    }
    for row in result.rows:
        texts[f"learners/{row.submission.id}.html"] = learner_page(row, result, marks)
    files = {name: text.encode("utf-8") for name, text in texts.items()}
    said: list[str] = []
    for name, path, fill in (("canvas", canvas, fill_canvas), ("moodle", moodle, fill_moodle)):
        if path is not None:
            filled = fill(_read(path), result, marks, str(path))
            files[f"{name}.csv"] = filled.data
            said += report(f"{name}.csv", filled)
    return [_write(out / name, data) for name, data in files.items()], said


def report(name: str, filled: Filled) -> list[str]:
    """What is said of a filled gradebook, a line each."""
    lines = [f"{name}: {filled.filled} learners filled"]
    for words, ids in (
        ("not in it", filled.unmatched),
        ("could be several, left alone", filled.ambiguous),
    ):
        lines += [f"{name}: {words}: {', '.join(ids)}"] if ids else []
    return lines + [f"{name}: {note}" for note in filled.notes]


def write_recipe(folder: Path, classroom: bool = False) -> tuple[list[Path], str]:
    """(the files written, what is to be put beside them).

    They are a Gradescope container's, for the root of its zip, or a GitHub Classroom job's.
    """
    written = []
    for name, text, executable in RECIPE if not classroom else JOB:
        written.append(_write(folder / name, text.encode("utf-8")))
        if executable:
            written[-1].chmod(0o755)
    place = folder / ".github" / "harness-lab" if classroom else folder
    return written, (JOB_BESIDE if classroom else BESIDE).format(folder=place)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as exc:
        raise LabError(f"{path} cannot be read: {exc.strerror or exc}") from None


def _write(path: Path, data: bytes) -> Path:
    with refusing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    return path
