"""Makes a notebook to diagnose any selection of scenarios: chosen, put in order, run, stored.

Its cells and its run are those of the notebooks of the course. It names a folder of one's own from
where it stands itself.
"""

import importlib.util
import json
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.check.runner import Runner
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.course.store import refusing
from lab.doctor.notebook import STORED, code, made, run, run_cells, store, words
from lab.doctor.run import run_both
from lab.doctor.scenario import Scenario, load, own_cases
from lab.doctor.show import taken_from
from lab.scenario.chosen import File, chosen

TITLE = "Runs to diagnose"
_INTRO = (
    "Each run ended somewhere it should not have. Read what was reported, commit an answer in the "
    'place of `"?"`, then look at both runs side by side.'
)


@dataclass(frozen=True)
class Options:
    """How it is made. `seed` None keeps the order in which the scenarios were named."""

    title: str = TITLE
    seed: int | None = None
    hints: bool = True
    force: bool = False


def build(out: Path, wanted: Sequence[str], folder: Path | None, options: Options) -> int:
    """Writes the notebook, and gives the exit code; LabError when it cannot be made."""
    _refuse(out, options.force)
    if not wanted and folder is None:
        raise LabError(
            f"which scenarios? lab notebook build {out.name} A.1 1-4 (or --scenarios DIR)"
        )
    there = _loaded(chosen(wanted, folder), folder)
    with Runner() as runner:
        for one in there:
            run_both(one, runner=runner)  # what cannot be played is told now, not in a cell
    if options.seed is not None:
        random.Random(options.seed).shuffle(there)
    own = folder if folder and any(one.path.parent == folder for one in there) else None
    with refusing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        notebook = made(_cells(there, own, out, options))
        questions = [one.question for one in there]
        store(out, run(notebook, out.name, questions, out.parent.resolve()))
    print(f"{out}: {len(there)} run{'s' if len(there) > 1 else ''} to diagnose")
    return 0


def _refuse(out: Path, force: bool) -> None:
    if importlib.util.find_spec("nbclient") is None:
        raise LabError("nbclient is not installed: pip install 'harness-lab[notebooks]'")
    if out.suffix != ".ipynb":
        raise LabError(f"{out} is no notebook's name: it ends in .ipynb")
    if out.is_dir() or (out.exists() and not force):
        more = "" if out.is_dir() else " (--force writes it anew)"
        raise LabError(f"{out} is there already: nothing was changed{more}")


def _loaded(files: Sequence[File], folder: Path | None) -> list[Scenario]:
    own = {one.path: one for one in own_cases(folder)} if folder else {}
    found = []
    for file in files:
        if not file.key and file.path not in own:
            where = f"--scenarios {file.path.parent}"
            raise LabError(f"{file.path} is in no lesson: say its folder, {where}")
        found.append(own.get(file.path) or load(file.path, file.key))
    return found


def _cells(there: Sequence[Scenario], own: Path | None, out: Path, options: Options) -> list[dict]:
    said, first = f"# {options.title}\n\n{_INTRO}", "import lab"
    if own is not None:
        where = _seen_from(out.parent.resolve(), own.resolve())
        called = own.resolve().name
        said += f"\n\nThe runs `{called}.*` are in the folder `{where}`, seen from this notebook."
        first += "\nfrom lab.doctor.desk import scenarios_in\n\n"
        first += f"scenarios_in({json.dumps(where)}, called={json.dumps(called)})"
    cells = [words(said), words(STORED), code(first)]
    lessons = find_lessons()
    for one in there:
        cells += run_cells(one, one.id, _hint(one, lessons) if options.hints else "")
    return cells


def _seen_from(place: Path, folder: Path) -> str:
    """The path of a folder from where a notebook stands; the whole path where none leads there."""
    try:
        return Path(os.path.relpath(folder, place)).as_posix()
    except ValueError:  # another drive
        return folder.as_posix()


def _hint(one: Scenario, lessons: list[Lesson]) -> str:
    """Where to look, folded: the lessons it is from, and the observations that differ."""
    looked = ", ".join(one.differs) or "what is raised"
    said = f"{taken_from(one, lessons)} The two runs differ in: {looked}."
    return f"<details><summary>Hint</summary>\n\n{said}\n\n</details>"
