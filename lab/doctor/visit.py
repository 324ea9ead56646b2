"""`lab doctor` in a terminal: the list of runs, and one run from the report to the reveal.

Nothing is shown before an answer is committed that gives the diagnosis away. What is shown is
`show`, how it is drawn is `terminal`; the exit codes are those of the command.
"""

import contextlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.progress import Answer, Progress
from lab.doctor import show
from lab.doctor.blocks import WIDTH
from lab.doctor.compare import differences
from lab.doctor.prompt import at_terminal, choose
from lab.doctor.run import Run, run_both
from lab.doctor.scenario import Scenario, all_cases, case, cases, own_cases
from lab.doctor.terminal import Screen

DONE, UNANSWERED = 0, 2


def list_cases(plain: bool = False, to_json: bool = False, folder: Path | None = None) -> int:
    """Every run there is: how its report opens while it is open, then its title.

    Those of a `folder` of one's own where one is given.
    """
    return _list(own_cases(folder) if folder else all_cases(), plain, to_json, folder)


def _list(there: Sequence[Scenario], plain: bool, to_json: bool, folder: Path | None = None) -> int:
    answers = Progress().answers()
    rows = [(one, one.id in answers) for one in there]
    if to_json:
        print(json.dumps([_row_data(one, committed) for one, committed in rows], indent=2))
        return DONE
    if not rows:
        raise LabError("there are no runs to diagnose: no lesson has a scenarios folder")
    screen = Screen(sys.stdout, plain)
    width = max(len(one.id) for one, _ in rows)
    for one, committed in rows:
        words = one.title if committed else show.opening(one, WIDTH - width - 13)
        screen.say(f"{'committed' if committed else 'open     '}  {one.id:{width}}  {words}")
    first_open = next((one.id for one, committed in rows if not committed), rows[0][0].id)
    screen.say(f"\nDiagnose one with: lab doctor {first_open}{_where(there[0], folder)}")
    return DONE


def _own(id: str, folder: Path) -> Scenario:
    """A run of one's own folder, by its id or what follows the folder's name; else the course's."""
    there = own_cases(folder)
    for one in there:
        if id.strip().lower() in _names(one):
            return one
    with contextlib.suppress(LabError):
        return case(id)
    named = ", ".join(one.id for one in there) or "none"
    raise LabError(f"there is no run {id.strip()!r} in {folder}; the runs are: {named}")


def _names(one: Scenario) -> tuple[str, str]:
    return one.id.lower(), one.id.lower().rpartition(".")[2]


def _where(one: Scenario, folder: Path | None) -> str:
    """What a command says behind the id of a run that is in a folder of one's own; else ""."""
    return f" --scenarios {folder}" if folder and one.path.parent == folder else ""


def _all_of(id: str, folder: Path | None) -> list[Scenario]:
    """The runs of a lesson or of the folder that is named in a run's place; [] for anything else.

    What is a run's name in the folder is no lesson's.
    """
    wanted = id.strip().lower()
    own = own_cases(folder) if folder else []
    if folder and wanted == folder.resolve().name.lower():
        return own
    if any(wanted in _names(one) for one in own):
        return []
    keys = wanted, wanted.zfill(2)
    return [run for one in find_lessons() if one.key.lower() in keys for run in cases(one)]


def _row_data(one: Scenario, committed: bool) -> dict:
    return {"id": one.id, "committed": committed, "title": one.title if committed else None}


def visit(
    id: str | None,
    answer: str | None,
    plain: bool = False,
    to_json: bool = False,
    folder: Path | None = None,
) -> int:
    """One run: report and question, an answer committed, both runs, the reveal.

    A lesson's key, or the name of a folder of one's own, stands for its first run without an
    answer; for a list of them when all have one. An answer is `b`, or `A.1=b`, which may also say
    which run is meant.
    """
    progress = Progress()
    named, answer = _split(answer)
    runs = _all_of(id, folder) if id else []
    left = [run.id for run in runs if progress.answer(run.id) is None]
    if runs and answer is None and not left:
        return _list(runs, plain, to_json, folder)
    if runs:
        id = left[0] if answer is None else named
    one = _meant(id or named, folder)
    if answer is not None:
        _refuse(one, named, answer, folder)
    recorded = progress.answer(one.id)
    if to_json:
        return _as_json(one, progress, recorded, answer)
    screen = Screen(sys.stdout, plain)
    screen.show(show.report(one))
    screen.show(show.asked(one.question))
    again = recorded is not None
    if recorded is not None:
        _say_recorded(one, recorded, screen, answer)
    else:
        recorded = _committed(one, progress, screen, answer, _where(one, folder))
        if recorded is None:
            return UNANSWERED
    screen.show(show.verdict(one.question, recorded.answer))
    screen.show(show.runs(one, run_both(one)))
    screen.show(show.reveal(one.question, recorded.answer, one))
    if again:
        progress.revisit(one.id)
    return DONE


def _split(answer: str | None) -> tuple[str, str | None]:
    """The run that an answer names, "" for none, and its letter."""
    if answer is None:
        return "", None
    named, _, letter = answer.rpartition("=")
    return named.strip(), letter.strip().lower()


def _meant(id: str, folder: Path | None, near: Scenario | None = None) -> Scenario:
    """The run of this id; `near` says which lesson's where the id is a number alone."""
    if not id:
        raise LabError("an answer is to one run, so say which: `lab doctor A.1 --answer b`")
    if near and "." not in id:
        id = f"{near.id.rpartition('.')[0]}.{id}"
    return _own(id, folder) if folder else case(id)


def _refuse(one: Scenario, named: str, answer: str, folder: Path | None) -> None:
    """LabError for an answer that names another run, or is no option of this one."""
    if named and _meant(named, folder, one).id != one.id:
        raise LabError(f"{named} is not {one.id}, which is asked for: nothing is committed")
    if answer not in one.question.options:
        letters = one.question.letters
        raise LabError(f"{one.id} has the options {letters}, not {answer!r}: nothing is committed")


def _committed(
    one: Scenario, progress: Progress, screen: Screen, answer: str | None, where: str
) -> Answer | None:
    """The answer put on record, asked for at the terminal when none is given; None without one.

    `where` stands behind the run's id in the command that would answer.
    """
    since = time.monotonic()
    asked = answer is None
    if answer is None:
        if not at_terminal():
            letter = next(iter(one.question.options))
            screen.say(f"Answer with: lab doctor {one.id}{where} --answer {letter}")
            return None
        answer = choose("Your diagnosis", one.question)
    if answer is None:
        screen.say("Nothing is committed.")
        return None
    seconds = time.monotonic() - since if asked else None
    recorded = _commit(progress, one, answer, seconds)
    screen.say(f"\n{one.id}: {recorded.answer} is committed.{_unkept(progress)}\n")
    return recorded


def _commit(progress: Progress, one: Scenario, answer: str, seconds: float | None = None) -> Answer:
    """The answer that counts, put on record where there is a course folder to have one."""
    right = one.question.is_right(answer)
    if not progress.stays:
        return Answer(answer, right, "", seconds)
    return progress.commit(one.id, answer, right, seconds)


def _unkept(progress: Progress) -> str:
    return "" if progress.stays else " It is put on no record: this is no course folder."


def _say_recorded(one: Scenario, recorded: Answer, screen: Screen, answer: str | None) -> None:
    if recorded.answer not in one.question.options:
        raise LabError(f"{one.id}: {recorded.answer!r} is on record, and is no option any more")
    kept = f"{one.id}: {recorded.answer} is on record"
    if answer not in (None, recorded.answer):
        kept += f" and stays: the first answer counts. {answer} was not recorded"
    screen.say(f"{kept}.\n")


def _as_json(one: Scenario, progress: Progress, recorded: Answer | None, answer: str | None) -> int:
    """The question alone while nothing is committed, else the runs and the reveal with it."""
    question = one.question
    if recorded is None and answer is not None:
        recorded = _commit(progress, one, answer)
    data: dict[str, object] = {"id": one.id, "report": one.report}
    data |= {"question": question.stem, "options": question.options, "committed": None}
    if recorded is not None:
        both = run_both(one)
        data |= {
            "committed": recorded.answer,
            "right": question.right,
            "feedback": question.feedback,
            "theirs": _run_data(both.theirs),
            "reference": _run_data(both.reference),
            "labels": list(one.labels),
            "differs": differences(both.theirs.seen, both.reference.seen),
            "lessons": list(one.lessons),
            "title": one.title,
            "reveal": question.reveal,
        }
    print(json.dumps(data, indent=2))
    return DONE if recorded is not None else UNANSWERED


def _run_data(run: Run) -> dict:
    return {"told": run.told, "seen": run.seen, "raised": run.raised}
