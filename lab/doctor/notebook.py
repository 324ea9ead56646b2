"""Makes a lesson's notebook from its page, its scenarios and its questions, and runs it.

The stored outputs are those of somebody who answered `a` every time and has passed no lab yet.
`build` writes them all; opening one is `jupyter`.
"""

import base64
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons, lessons_root
from lab.course.progress import Progress
from lab.course.questions import Question, open_questions
from lab.course.store import write_whole
from lab.doctor.desk import asked
from lab.doctor.page import Piece, pieces, sentences
from lab.doctor.scenario import Scenario, cases

ROOT = Path(__file__).resolve().parents[2]
EVERY_ANSWER = "a"
HIDDEN = {"jupyter": {"outputs_hidden": True}}
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
_FIGURE = re.compile(r"!\[([^\]]*)\]\(([\w-]+\.svg)\)")
_SECONDS = 120


def folder() -> Path:
    """Where the notebooks are: beside the lessons, in a checkout and once installed."""
    return lessons_root().parent / "notebooks"


def with_notebooks(lessons: Sequence[Lesson] | None = None) -> list[Lesson]:
    """The lessons whose page has something to run."""
    lessons = find_lessons() if lessons is None else lessons
    paged = [one for one in lessons if (one.path / "lesson.md").is_file()]
    return [one for one in paged if any(p.kind != "words" for p in pieces(one.path / "lesson.md"))]


def path_of(lesson: Lesson) -> Path:
    """The notebook of a lesson, there or not."""
    return folder() / lesson.notebook


def build(lesson: Lesson) -> Any:
    """The notebook without outputs. LabError names the page's line for what it cannot place."""
    path = lesson.path / "lesson.md"
    found = pieces(path)
    cells: list[dict[str, Any]] = []
    for piece in found:
        try:
            cells += _MADE[piece.kind](lesson, piece)
        except _NoSuch as exc:
            raise LabError(f"{path}, line {piece.line}: {exc}") from None
    if not any("load_harness" in piece.text for piece in found if piece.kind == "code"):
        cells.insert(1, code(f'import lab\n\nharness = lab.load_harness("{lesson.key}")'))
    if lesson.kind != "checkpoint" and asked(lesson):
        cells.insert(1, words(STORED))
    return made(cells)


def made(cells: Sequence[dict[str, Any]]) -> Any:
    """A notebook of these cells, which get their ids here."""
    import nbformat

    numbered = [{**cell, "id": f"cell-{n:02d}"} for n, cell in enumerate(cells, start=1)]
    notebook = {"cells": numbered, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return nbformat.from_dict(notebook)


def execute(notebook: Any, lesson: Lesson) -> Any:
    """Runs a lesson's notebook from top to bottom; its outputs are settled."""
    return run(notebook, path_of(lesson).name, [question for question, _ in asked(lesson)])


def run(notebook: Any, name: str, answered: Sequence[Question], where: Path | None = None) -> Any:
    """Runs a notebook in a course folder of its own, where each question has its first answer.

    Its kernel works in that folder, or in `where`. LabError for a cell that raises, and for an
    output that would be another one elsewhere.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    with tempfile.TemporaryDirectory() as course:
        _answer_all(answered, Path(course))
        client = NotebookClient(
            notebook,
            timeout=_SECONDS,
            kernel_name="python3",
            record_timing=False,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": str(where or course)}},
        )
        try:
            client.execute(env=_environment(course))
        except CellExecutionError as exc:
            raise LabError(f"{name}: a cell raised {exc.ename}: {exc.evalue}") from exc
    _settle(notebook, name)
    return notebook


def write(lesson: Lesson) -> Path:
    """Builds, runs and stores the notebook of a lesson."""
    path = path_of(lesson)
    path.parent.mkdir(exist_ok=True)
    store(path, execute(build(lesson), lesson))
    return path


def store(path: Path, notebook: Any) -> None:
    """Writes a notebook to its file, the whole of it or nothing."""
    import nbformat

    text = nbformat.writes(notebook).rstrip("\n")
    write_whole(path, f"{text}\n".encode())


class _NoSuch(Exception):
    """The page names something that is not there."""


def _words_cells(lesson: Lesson, piece: Piece) -> list[dict]:
    return [words(_FIGURE.sub(lambda match: _carried(lesson.path, *match.groups()), piece.text))]


def _carried(beside: Path, alt: str, name: str) -> str:
    """A figure with its picture in it: a notebook is copied to where the file is not.

    As data in the link, since JupyterLab draws no SVG that is attached to a cell.
    """
    if not alt.strip():
        raise _NoSuch(f"the figure {name} has no text beside it for who cannot see it")
    try:
        data = base64.b64encode((beside / name).read_bytes()).decode("ascii")
    except OSError:
        raise _NoSuch(f"there is no figure {name} beside the page") from None
    return f"![{alt}](data:image/svg+xml;base64,{data})"


def _code_cells(lesson: Lesson, piece: Piece) -> list[dict]:
    return [code(piece.text)]


def _runs_cells(lesson: Lesson, piece: Piece) -> list[dict]:
    found = cases(lesson)
    if not found:
        raise _NoSuch("there are no runs: the lesson has no scenarios")
    return [cell for one in found for cell in run_cells(one, one.id.rpartition(".")[2])]


def run_cells(one: Scenario, title: str, hint: str = "") -> list[dict]:
    """A run's report, its question, and the cells that commit an answer and show both runs."""
    stem, *opens = _answered(one.question, "runs")
    hints = [words(hint)] if hint else []
    return [words(f"### Run {title}\n\n{one.report}"), stem, *hints, *opens]


def _question_cells(lesson: Lesson, piece: Piece) -> list[dict]:
    wanted = f"{lesson.key}.{piece.text}"
    for question, scenario in asked(lesson):
        if question.id == wanted and scenario is None:
            return _answered(question, "reveal")
    raise _NoSuch(f"there is no question {piece.text!r} in questions.toml")


def _open_cells(lesson: Lesson, piece: Piece) -> list[dict]:
    """An open question, and the cell that shows the common answers that miss."""
    for one in open_questions(lesson.path / "questions.toml", lesson.key):
        if one.id == f"{lesson.key}.{piece.text}":
            return [words(f"**{one.stem}**"), code(f'lab.reveal("{one.id}")', HIDDEN)]
    raise _NoSuch(f"there is no open question {piece.text!r} in questions.toml")


def _sentences_cells(lesson: Lesson, piece: Piece) -> list[dict]:
    if not lesson.tests.is_file():
        raise _NoSuch("there are no sentences: the lesson has no tests.py")
    rows = enumerate(sentences(lesson.tests), start=1)
    return [words("\n".join(f"{number}. {sentence}" for number, sentence in rows))]


def _answered(question: Question, opens: str) -> list[dict]:
    """A question, the cell that commits an answer, and the one that opens what it was about."""
    options = "\n".join(f"- **{letter}** {words}" for letter, words in question.options.items())
    quoted = json.dumps(question.id)  # a folder of one's own may be called anything
    return [
        words(f"**{question.stem}**\n\n{options}"),
        code(f'lab.commit({quoted}, "?")', HIDDEN),
        code(f"lab.{opens}({quoted})", HIDDEN),
    ]


_MADE: dict[str, Callable[[Lesson, Piece], list[dict]]] = {
    "words": _words_cells,
    "code": _code_cells,
    "runs": _runs_cells,
    "question": _question_cells,
    "open": _open_cells,
    "sentences": _sentences_cells,
}

STORED = (
    f"*The outputs stored here are those of somebody who answered `{EVERY_ANSWER}` every time and "
    "had passed no lab yet. With your answers and your file, the cells you run show your own.*"
)

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def words(text: str) -> dict:
    """A cell of markdown."""
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def code(text: str, metadata: dict | None = None) -> dict:
    """A cell of Python, not run yet."""
    cell: dict[str, Any] = {"cell_type": "code", "metadata": dict(metadata or {}), "source": text}
    return {**cell, "execution_count": None, "outputs": []}


def _answer_all(answered: Sequence[Question], course: Path) -> None:
    progress = Progress(course)
    for question in answered:
        progress.commit(question.id, EVERY_ANSWER, question.is_right(EVERY_ANSWER))


def _environment(course: str) -> dict[str, str]:
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "LAB_COURSE": course, "PYTHONPATH": os.pathsep.join(paths)}


def _settle(notebook: Any, name: str) -> None:
    """Takes out of a run notebook what another run would have otherwise."""
    notebook.metadata = type(notebook)(_METADATA)
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(ran, start=1):
        cell.metadata.pop("execution", None)
        cell.execution_count = number
        cell.outputs = _joined(cell.outputs)
        for output in cell.outputs:
            if "execution_count" in output:
                output["execution_count"] = number
            _refuse_what_varies(str(dict(output)), f"{name}, {cell.id}")


def _joined(outputs: list) -> list:
    """The outputs, what a stream gave in several pieces made one."""
    found: list = []
    for output in outputs:
        last = found[-1] if found else {}
        if output["output_type"] == "stream" and last.get("name") == output["name"]:
            last["text"] += output["text"]
        else:
            found.append(output)
    return found


def _refuse_what_varies(shown: str, where: str) -> None:
    if address := _ADDRESS.search(shown):
        raise LabError(f"{where} shows a memory address, {address[0]}, another one in every run")
    if str(ROOT) in shown:
        raise LabError(f"{where} shows a path of this machine, {ROOT}")
