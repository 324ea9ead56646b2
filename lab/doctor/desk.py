"""What a notebook and a REPL call: `lab.commit`, `lab.runs`, `lab.reveal`, `lab.play` and
`lab.load_harness`.

The first three give a Card, which shows itself well in either and prints nothing; what cannot be
done is a Card too, so that a notebook runs to its end. An answer is committed before anything is
revealed, and goes into the same progress file as the command line's.
"""

import inspect
import sys
import types
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path

import lab
from lab.check.player import Source, as_module
from lab.check.suite import read_beside, read_source, reference_with
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons, lesson
from lab.course.progress import Answer, Progress
from lab.course.questions import Open, Question, open_questions, questions
from lab.doctor import show
from lab.doctor.blocks import Block, Prose, as_text
from lab.doctor.run import run_both
from lab.doctor.scenario import Scenario, cases, own_cases, own_files

ASK = "?"
_own: dict[str, Path] = {}  # folders of one's own scenarios, by what goes before their runs' ids


class Card:
    """Something to look at: text with `str`, HTML in a notebook.

    One that `asks` a question has a button for each option there, where ipywidgets is installed.
    """

    def __init__(self, blocks: Sequence[Block], asks: Question | None = None):
        self.blocks, self.asks = tuple(blocks), asks

    def __str__(self) -> str:
        return as_text(self.blocks)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from lab.doctor.html import as_html  # here, not above: a REPL needs none of it

        return as_html(self.blocks)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict:
        if self.asks is None:
            return {}
        from lab.doctor.buttons import offered

        id = self.asks.id
        return offered(self.asks, lambda letter: commit(id, letter)._repr_html_())


def _card(give: Callable[..., list[Block] | Card]) -> Callable[..., Card]:
    @wraps(give)
    def card(*args: str) -> Card:
        try:
            shown = give(*args)
            return shown if isinstance(shown, Card) else Card(shown)
        except LabError as exc:
            return Card([Prose(str(exc))])

    return card


@_card
def commit(question: str, answer: str = ASK) -> list[Block] | Card:
    """Puts an answer on record, and says what choosing it overlooks: `lab.commit("D.1", "b")`.

    The first answer counts, and a later one does not replace it. With "?" nothing is committed:
    it shows what is on record, or says how to answer.
    """
    one, _ = find(question)
    progress, letter = Progress(), str(answer).strip().lower()
    recorded = progress.answer(one.id)
    if letter == ASK:
        return Card(_on_record(one, recorded), None if recorded else one)
    if letter not in one.options:
        return [Prose(f"`{one.id}` has the options {one.letters}. Nothing is committed.")]
    counted = progress.commit(one.id, letter, one.is_right(letter))
    if recorded is None and counted.answer == letter:
        return [Prose(f"{one.id}: {letter} is committed."), *show.verdict(one, letter)]
    return _on_record(one, counted, "" if counted.answer == letter else letter)


@_card
def runs(case: str) -> list[Block]:
    """The two runs of a case side by side, and what happened, once an answer is committed."""
    one, scenario = find(case)
    if scenario is None:
        return [Prose(f"{one.id} is a question without a run: `lab.reveal({_quoted(one.id)})`.")]
    answer = Progress().answer(one.id)
    if answer is None:
        return _first(one)
    shown = show.runs(scenario, run_both(scenario))
    return [*shown, *show.reveal(one, answer.answer, scenario)]


@_card
def reveal(question: str) -> list[Block]:
    """The feedback for the other options and the answer, once one is committed.

    Of an open question, the common answers that miss; that it was seen is put on record.
    """
    if wondered := _opened(question):
        Progress().write(wondered.id, "")
        return show.misses(wondered)
    one, scenario = find(question)
    answer = Progress().answer(one.id)
    return _first(one) if answer is None else show.reveal(one, answer.answer, scenario)


def scenarios_in(folder: str, called: str) -> Card:
    """Has the runs of a folder of one's own known here: `scenarios_in("mine", called="mine")`.

    `called` is what goes before their ids: "mine.1". A notebook says its folder from where it
    stands itself, so that the two can be moved together.
    """
    path = Path(folder)
    _own[called.lower()] = path
    try:
        own_files(path)
    except LabError as exc:
        return Card([Prose(f"{exc}: the runs `{called}.*` are looked for there.")])
    return Card([Prose(f"The runs `{called}.*` are those of the folder `{folder}`.")])


def load_harness(key: str) -> types.ModuleType:
    """The module `harness`: the learner's own once that lesson's lab has passed.

    Until then it is the reference. Prints one line that says which, and why. The files that the
    lesson puts beside harness.py are modules then, too: the learner's or the reference's with it.
    """
    one = lesson(key)
    progress = Progress()
    own = progress.folder / "harness.py"
    name = f"{one.kind} {one.key}"
    if not progress.lab_passed(one.key):
        print(f"harness is the reference: the lab of {name} has not passed here yet.")
        return _loaded(reference_with([one.key]), one)
    try:
        module = _loaded(Source(str(own), own.read_bytes()), one)
    except Exception as exc:
        why = "there is no harness.py" if isinstance(exc, FileNotFoundError) else _why(exc)
        print(f"harness is the reference: the lab of {name} has passed, but {why}.")
        return _loaded(reference_with([one.key]), one)
    print(f"harness is your own harness.py: its lab of {name} has passed.")
    return module


async def play(key: str, scene: str, **args: object) -> object:
    """What a scene of a lesson's suite shows, played on `harness` as it is loaded now.

    `await lab.play("D", "the_checklist", lines=[400])`; the reference when none is loaded.
    """
    one = lesson(key)
    scenes = types.ModuleType("scenes")
    code = compile(read_source(one.scenes).text, str(one.scenes), "exec", dont_inherit=True)
    exec(code, vars(scenes))
    found = getattr(scenes, scene, None)
    if not callable(found):
        raise LabError(f"{one.kind} {one.key} has no scene {scene!r}")
    harness = sys.modules.get("harness") or _loaded(reference_with([one.key]), one)
    seen = found(harness, lab, **args)
    return await seen if inspect.isawaitable(seen) else seen


def find(id: str, lessons: list[Lesson] | None = None) -> tuple[Question, Scenario | None]:
    """The question a learner means by "D.1" or "D.common", and its scenario if it has one.

    LabError names what there is.
    """
    lessons = find_lessons() if lessons is None else lessons
    wanted = str(id).strip().lower()
    key = wanted.rpartition(".")[0]
    if key in _own:
        return _of_own(wanted, key)
    for one in lessons:
        if one.key.lower() in (key, key.zfill(2)):
            for question, scenario in asked(one):
                if question.id.lower() == f"{one.key.lower()}.{wanted.rpartition('.')[2]}":
                    return question, scenario
    there = [question.id for one in lessons for question, _ in asked(one)]
    raise LabError(f"there is no question {str(id).strip()!r}; there are: {', '.join(there)}")


def _of_own(wanted: str, key: str) -> tuple[Question, Scenario]:
    there = own_cases(_own[key], key)
    for one in there:
        if one.id.lower() == wanted:
            return one.question, one
    named = ", ".join(one.id for one in there)
    raise LabError(f"there is no run {wanted!r} in {_own[key]}; the runs are: {named}")


def asked(lesson: Lesson) -> list[tuple[Question, Scenario | None]]:
    """Every question of a lesson: those of its runs, then those of its page."""
    of_runs = [(one.question, one) for one in cases(lesson)]
    path = lesson.path / "questions.toml"
    of_page = questions(path, lesson.key)
    for twice in {one.id for one in of_page} & {one.id for one, _ in of_runs}:
        raise LabError(f"{path}: {twice} is the id of a run as well: name the question otherwise")
    return [*of_runs, *((one, None) for one in of_page)]


def opened(lesson: Lesson) -> list[Open]:
    """The open questions of a lesson, which are answered in words and do not count."""
    return open_questions(lesson.path / "questions.toml", lesson.key)


def _opened(id: str) -> Open | None:
    """The open question of this id, if there is one."""
    key, _, name = str(id).strip().lower().partition(".")
    for one in find_lessons():
        if one.key.lower() in (key, key.zfill(2)):
            wanted = f"{one.key}.{name}".lower()
            return next((each for each in opened(one) if each.id.lower() == wanted), None)
    return None


def _on_record(one: Question, recorded: Answer | None, refused: str = "") -> list[Block]:
    if recorded is None:
        how = f"`lab.commit({_quoted(one.id)}, {_quoted('a')})`"
        return [Prose(f"Nothing is committed for {one.id} yet. Choose {one.letters}: {how}.")]
    kept = f"{one.id}: {recorded.answer} is on record"
    if refused:
        return [Prose(f"{kept} and stays: the first answer counts. {refused} was not recorded.")]
    if recorded.answer not in one.options:  # the question has changed since
        return [Prose(f"{kept}.")]
    return [Prose(f"{kept}."), *show.verdict(one, recorded.answer)]


def _first(one: Question) -> list[Block]:
    how = f"`lab.commit({_quoted(one.id)}, {_quoted('a')})`"
    return [Prose(f"Commit an answer to {one.id} first: {how}, with {one.letters}.")]


def _quoted(words: str) -> str:
    return f'"{words}"'


def _loaded(harness: Source, one: Lesson) -> types.ModuleType:
    """The file as the module `harness`, and the lesson's files beside it as theirs."""
    module = as_module("harness", harness)
    for source in read_beside(Path(harness.path), one.path):
        as_module(Path(source.path).stem, source)
    return module


def _why(exc: Exception) -> str:
    line = f", line {exc.lineno}" if isinstance(exc, SyntaxError) and exc.lineno else ""
    return f"harness.py{line} cannot be loaded ({type(exc).__name__}: {getattr(exc, 'msg', exc)})"
