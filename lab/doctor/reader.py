"""`lab read`: a lesson's page in the terminal, made from the same page as its notebook.

What a cell showed when the notebook was made stands under its code. Nothing is run, and nothing is
told of a question that the page does not tell before its answer.
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from lab.course.errors import LabError
from lab.course.lesson import Lesson, lessons_root
from lab.course.progress import Answer, Progress
from lab.doctor import show
from lab.doctor.blocks import Block, Prose
from lab.doctor.desk import asked, opened
from lab.doctor.page import Piece, pieces, sentences
from lab.doctor.scenario import cases
from lab.doctor.terminal import Screen

_FIGURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_SECTION = re.compile(r"^##+ ", re.MULTILINE)


def read(lesson: Lesson, plain: bool = False) -> int:
    """Shows the page of a lesson; the exit code. LabError when it has none."""
    page = lesson.path / "lesson.md"
    if not page.is_file():
        raise LabError(f"lesson {lesson.key} has no page")
    Screen(sys.stdout, plain).page(blocks(lesson))
    return 0


def blocks(lesson: Lesson) -> list[Block]:
    """The page as blocks, its places filled."""
    answers, outputs = Progress().answers(), _outputs(lesson)
    found: list[Block] = []
    waiting = ""  # the question that the reader has just come by and not answered
    for piece in pieces(lesson.path / "lesson.md", terminal=True):
        if piece.kind == "code":
            found += _code(piece, outputs, waiting)
        else:
            found += _PLACES.get(piece.kind, _nothing)(lesson, piece, answers)
        waiting = _waiting(lesson, piece, answers, waiting)
    return found


def _waiting(lesson: Lesson, piece: Piece, answers: dict[str, Answer], so_far: str) -> str:
    """The question that the next code waits for: what comes right after one shows its answer.

    "" after that code, and where a new section begins.
    """
    if piece.kind == "question":
        id = f"{lesson.key}.{piece.text}"
        return "" if id in answers else id
    return "" if piece.kind == "code" or _SECTION.search(piece.text) else so_far


def _words(lesson: Lesson, piece: Piece, answers: dict[str, Answer]) -> list[Block]:
    return [Prose(_FIGURE.sub(r"(Figure: \1)", piece.text))]


def _code(piece: Piece, outputs: dict[str, str], waiting: str) -> list[Block]:
    """A cell and what it showed, which may answer a question: then the answer comes first."""
    shown = outputs.get(piece.text, "").strip("\n")
    code: list[Block] = [Prose(f"```python\n{piece.text}\n```")]
    if shown and waiting:
        return [*code, Prose(f"What it shows comes once you have answered: `lab ask {waiting}`")]
    fence = "~~~~~~~~" if "```" in shown else "```"
    return [*code, Prose(f"It shows:\n\n{fence}text\n{shown}\n{fence}")] if shown else code


def _runs(lesson: Lesson, piece: Piece, answers: dict[str, Answer]) -> list[Block]:
    found: list[Block] = []
    for one in cases(lesson):
        found += [*show.report(one), *show.asked(one.question)]
        found.append(_how(f"lab doctor {one.id}", answers.get(one.id)))
    return found


def _question(lesson: Lesson, piece: Piece, answers: dict[str, Answer]) -> list[Block]:
    id = f"{lesson.key}.{piece.text}"
    for question, scenario in asked(lesson):
        if question.id == id and scenario is None:
            how = _how(f"lab ask {id}", answers.get(id))
            return [*show.asked(question), how]
    return []


def _open(lesson: Lesson, piece: Piece, answers: dict[str, Answer]) -> list[Block]:
    id = f"{lesson.key}.{piece.text}"
    stems = [one.stem for one in opened(lesson) if one.id == id]
    return [Prose(f"{stem}\n\nThink about it: `lab ask {id}`") for stem in stems]


def _sentences(lesson: Lesson, piece: Piece, answers: dict[str, Answer]) -> list[Block]:
    rows = sentences(lesson.tests) if lesson.tests.is_file() else []
    return [Prose("\n".join(f"{n}. {sentence}" for n, sentence in enumerate(rows, start=1)))]


def _nothing(lesson: Lesson, piece: Piece, answers: dict[str, Answer]) -> list[Block]:
    return []


_PLACES: dict[str, Callable[[Lesson, Piece, dict[str, Answer]], list[Block]]] = {
    "words": _words,
    "runs": _runs,
    "question": _question,
    "open": _open,
    "sentences": _sentences,
}


def _how(command: str, answer: Answer | None) -> Prose:
    if answer is None:
        return Prose(f"Answer it: `{command}`")
    return Prose(f"You answered **{answer.answer}**: `{command}` shows more.")


def _outputs(lesson: Lesson) -> dict[str, str]:
    """What each cell of the lesson's stored notebook shows as text, by the cell's code."""
    path = lessons_root().parent / "notebooks" / lesson.notebook
    try:
        cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        return {_joined(cell["source"]): "".join(map(_shown, cell["outputs"])) for cell in code}
    except (OSError, ValueError, KeyError, TypeError):
        return {}  # no notebook yet, or none to be read: the page stands without


def _shown(output: dict) -> str:
    if output["output_type"] == "stream":
        return _joined(output["text"])
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}\n"
    return _joined(output.get("data", {}).get("text/plain", "")) + "\n"


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
