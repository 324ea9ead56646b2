"""`lab ask`: a lesson's questions in a terminal, each committed before anything of it is revealed.

An open question is written or skipped, then the common answers that miss are shown; it does not
count as an answer. Runs are `visit`'s.
"""

import json
import sys
import time
from collections.abc import Sequence

from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons, lesson
from lab.course.progress import Progress
from lab.course.questions import Open, Question
from lab.doctor import show
from lab.doctor.desk import asked, opened
from lab.doctor.prompt import at_terminal, choose, line
from lab.doctor.terminal import Screen

DONE, UNANSWERED = 0, 2


def ask(
    wanted: str,
    given: Sequence[str],
    progress: Progress,
    plain: bool = False,
    to_json: bool = False,
) -> int:
    """Asks the questions of a lesson, or one by its id; the exit code.

    `given` are answers such as `order=b`, or `b` where one question is asked for, committed
    without asking. LabError for what is no question or no option, and then nothing is committed.
    """
    one, questions = _meant(wanted)
    answers = [_given(one, words, questions if "." in wanted else []) for words in given]
    sheet = _Sheet(one, progress, Screen(sys.stderr if to_json else sys.stdout, plain))
    if to_json:
        for question, answer in answers:
            sheet.commit(question, answer)
        print(json.dumps([_data(question, progress) for question in questions], indent=2))
        return DONE
    for question, answer in answers:
        sheet.settle(question, answer)
    if answers:
        return DONE
    return sheet.go_through(questions, one.kind == "checkpoint" and "." not in wanted)


class _Sheet:
    """The questions of one lesson, shown on one screen and recorded in one progress file."""

    def __init__(self, lesson: Lesson, progress: Progress, screen: Screen):
        self.lesson, self.progress, self.screen = lesson, progress, screen

    def go_through(self, questions: Sequence[Question | Open], after_runs: bool = False) -> int:
        """Asks what is not answered yet; shows what is on record when there is nothing to ask.

        Nothing is asked while there are runs to diagnose, where it comes `after_runs`.
        """
        if after_runs and (runs := self.runs_left()):
            first = f"{_many(runs)} to diagnose first: lab doctor {runs[0]}"
            self.screen.say(f"{first}\nThen: lab ask {self.lesson.key}")
            return UNANSWERED
        left = [one for one in questions if not self.recorded(one)]
        if not questions:
            self.screen.say(f"Lesson {self.lesson.key} has no questions of its own.")
        elif not left:
            self.review(questions)
        for number, one in enumerate(left, start=1):
            if len(left) > 1:
                self.screen.say(f"Question {number} of {len(left)}: {one.id}\n")
            if not self.put(one):
                return UNANSWERED
        self.finish()
        return DONE

    def put(self, one: Question | Open) -> bool:
        """Shows a question and asks for its answer; False when it is left or nobody is there."""
        self.screen.show(show.asked(one) if isinstance(one, Question) else show.wondered(one))
        since = time.monotonic()
        if not at_terminal():
            example = next(iter(one.options)) if isinstance(one, Question) else '"..."'
            self.screen.say(f"Answer with: lab ask {one.id} --answer {one.id}={example}")
            return False
        if isinstance(one, Question):
            answer = choose("Your answer", one)
        else:
            answer = line("Your answer in a line (Enter skips): ")
        if answer is None:
            self.screen.say(f"Nothing is committed for {one.id}.")
            return False
        self.settle(one, answer, time.monotonic() - since)
        return True

    def settle(self, one: Question | Open, answer: str, seconds: float | None = None) -> None:
        """Puts an answer on record, then reveals what it opens."""
        before = self.recorded(one)
        counted = self.commit(one, answer, seconds)
        if isinstance(one, Open):
            self.screen.say("")
            self.screen.show(show.misses(one))
            return
        if not before and counted == answer:
            self.screen.say(f"\n{one.id}: {counted} is committed.\n")
        else:
            kept = f"\n{one.id}: {counted} is on record"
            stays = f" and stays: the first answer counts. {answer} was not recorded"
            self.screen.say(f"{kept}{'' if counted == answer else stays}.\n")
        self.reveal(one, counted)

    def commit(self, one: Question | Open, answer: str, seconds: float | None = None) -> str:
        """Records an answer; the one that counts."""
        if isinstance(one, Open):
            return self.progress.write(one.id, answer)
        return self.progress.commit(one.id, answer, one.is_right(answer), seconds).answer

    def reveal(self, one: Question, answer: str) -> None:
        if answer not in one.options:
            self.screen.say(f"{answer!r} is no option any more.")
            return
        self.screen.show([*show.verdict(one, answer), *show.reveal(one, answer)])

    def recorded(self, one: Question | Open) -> bool:
        """Whether it is answered, or, an open one, was seen."""
        there = self.progress.written() if isinstance(one, Open) else self.progress.answers()
        return one.id in there

    def review(self, questions: Sequence[Question | Open]) -> None:
        """One question again with all that its answer opened, or a line for each of several."""
        for one in questions:
            if isinstance(one, Open):
                self._review_open(one, len(questions) == 1)
                continue
            answer = self.progress.answers()[one.id]
            word = {True: "right", False: "not right", None: "graded"}[answer.right]
            if len(questions) > 1:
                self.screen.say(f"{one.id}: {answer.answer} is on record ({word})")
                continue
            self.screen.show(show.asked(one))
            self.screen.say(f"{one.id}: {answer.answer} is on record.\n")
            self.reveal(one, answer.answer)
        if len(questions) > 1:
            self.screen.say(f"\nSee one again with: lab ask {questions[0].id}")

    def _review_open(self, one: Open, alone: bool) -> None:
        words = self.progress.written()[one.id]
        if alone:
            self.screen.show(show.wondered(one))
        self.screen.say(f"{one.id}: {f'you wrote: {words}' if words else 'seen'}")
        if alone:
            self.screen.say("")
            self.screen.show(show.misses(one))

    def finish(self) -> None:
        """What is left of the lesson once its questions are answered."""
        if left := self.runs_left():
            self.screen.say(f"{_many(left)} left to diagnose: lab doctor {left[0]}")

    def runs_left(self) -> list[str]:
        """The ids of the lesson's runs without a diagnosis."""
        runs = [question.id for question, scenario in asked(self.lesson) if scenario]
        return [id for id in runs if id not in self.progress.answers()]


def _many(runs: Sequence[str]) -> str:
    return f"{len(runs)} runs are" if len(runs) > 1 else "One run is"


def _meant(wanted: str) -> tuple[Lesson, list[Question | Open]]:
    """The lesson and its questions, or the one that is asked for by its id."""
    lessons = find_lessons()
    if "." not in wanted:
        one = lesson(wanted, lessons)
        return one, _questions(one)
    one = lesson(wanted.partition(".")[0], lessons)
    return one, [_question(one, wanted)]


def _questions(one: Lesson) -> list[Question | Open]:
    return [*(question for question, scenario in asked(one) if not scenario), *opened(one)]


def _question(one: Lesson, id: str) -> Question | Open:
    """A question of a lesson by its id, with or without the lesson's key before it."""
    name = id.strip().lower().rpartition(".")[2]
    for question in _questions(one):
        if question.id.lower() == f"{one.key.lower()}.{name}":
            return question
    there = ", ".join(question.id for question in _questions(one)) or "none"
    runs = [question.id for question, scenario in asked(one) if scenario]
    if f"{one.key}.{name}".lower() in map(str.lower, runs):
        raise LabError(f"{id} is a run: `lab doctor {id}`")
    raise LabError(f"there is no question {id!r}; the questions of lesson {one.key} are: {there}")


def _given(
    one: Lesson, words: str, named: Sequence[Question | Open]
) -> tuple[Question | Open, str]:
    """The question that an answer is to, and the answer, checked; `named` is the one asked for."""
    id, equals, answer = words.partition("=")
    alone = named[0] if named else None
    if alone and (not equals or (isinstance(alone, Open) and not _names(id, alone))):
        question, answer = alone, words.strip()
    elif not equals:
        raise LabError(f"an answer is given as ID=b, not {words!r}: nothing is committed")
    else:
        question, answer = _question(one, id), answer.strip()
    if isinstance(question, Question) and (answer := answer.lower()) not in question.options:
        reason = f"{question.id} has the options {question.letters}, not {answer!r}"
        raise LabError(f"{reason}: nothing is committed")
    return question, answer


def _names(id: str, question: Open) -> bool:
    """Whether words before a `=` are this question's id: else they are part of the answer."""
    return id.strip().lower() in (question.id.lower(), question.id.lower().rpartition(".")[2])


def _data(one: Question | Open, progress: Progress) -> dict:
    """A question for a program: what an answer opens only once there is one."""
    if isinstance(one, Open):
        words = progress.written().get(one.id)
        data: dict = {"id": one.id, "open": True, "question": one.stem, "committed": words}
        return data if words is None else {**data, "misses": one.misses, "reveal": one.reveal}
    answer = progress.answer(one.id)
    data = {"id": one.id, "open": False, "question": one.stem, "options": one.options}
    if answer is None:
        return {**data, "committed": None}
    opens = {"right": one.right, "feedback": one.feedback, "reveal": one.reveal}
    return {**data, "committed": answer.answer, **opens}
