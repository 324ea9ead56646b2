"""The map: one row a lesson or checkpoint, what to revisit, and what to do next. Pure.

It counts two things, questions with a committed answer and labs whose tests passed. What is on
record is handed in; how a row is drawn is not decided here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.course.lesson import Lesson
from lab.course.progress import Answer

STOP = "15"
_MOST = 2


@dataclass(frozen=True)
class Row:
    """One lesson: the ids of its page's questions and of its runs, and what is done of it.

    `left` are those of both without a committed answer, in the order of `asked`. `has_lab` is False
    for a lesson without a suite, which counts only its questions.
    """

    lesson: Lesson
    questions: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    has_lab: bool = True
    passed: bool = False
    helped: bool = False

    @property
    def asked(self) -> tuple[str, ...]:
        return _in_order(self.lesson, self.questions, self.runs)

    @property
    def built(self) -> bool:
        """Its lab has passed; without a lab, its questions are answered."""
        return self.passed if self.has_lab else bool(self.asked) and not self.left

    @property
    def done(self) -> bool:
        """Nothing of it is left; a lesson that has nothing to do never holds anybody up."""
        return not self.left and (self.built or not self.has_lab)

    @property
    def state(self) -> str:
        """`open`, `built (2 questions left)`, `mastered`, or `built with help`."""
        if not self.built:
            return "open"
        many = "question" if len(self.left) == 1 else "questions"
        left = f" ({len(self.left)} {many} left)" if self.left else ""
        if self.helped:
            return f"built with help{left}"
        return f"built{left}" if left else "mastered"


@dataclass(frozen=True)
class Revisit:
    """Something to go back to: a lesson's key or a run's id, and why."""

    id: str
    why: str


@dataclass(frozen=True)
class Place:
    """Where somebody is: the lesson whose gaps stand in their file, and the gaps without code.

    `untouched` are those with code that is as `lab start` left it. `following` are the lessons
    after it that there is nothing to start for, up to `next`, the one that can be started.
    `trouble` says why the file cannot be read, "" when it can.
    """

    lesson: Lesson | None
    empty: tuple[str, ...] = ()
    untouched: tuple[str, ...] = ()
    following: tuple[str, ...] = ()
    next: Lesson | None = None
    trouble: str = ""


def row(
    lesson: Lesson,
    questions: Sequence[str],
    runs: Sequence[str],
    answers: Mapping[str, Answer],
    passed: Sequence[str],
    helped: Sequence[str],
) -> Row:
    """A lesson's row: what it asks against what is on record."""
    return Row(
        lesson,
        tuple(questions),
        tuple(runs),
        tuple(id for id in _in_order(lesson, questions, runs) if id not in answers),
        lesson.tests.is_file(),
        lesson.key in passed,
        lesson.key in helped,
    )


def _in_order(lesson: Lesson, questions: Sequence[str], runs: Sequence[str]) -> tuple[str, ...]:
    """What a lesson asks; a checkpoint's own question is about its runs, so it comes after them."""
    return (*runs, *questions) if lesson.kind == "checkpoint" else (*questions, *runs)


def revisit(
    rows: Sequence[Row], answers: Mapping[str, Answer], helped: Sequence[str]
) -> list[Revisit]:
    """The two to go back to: lessons built with help, oldest first; when there is none, the two
    diagnoses answered wrong or that took longest; when all were right, lesson 15. Of the wrong ones
    those come first that were never gone back to, then those that were longest ago.

    [] while no diagnosis is wrong and not all are made: nothing calls for it yet.
    """
    built = {row.lesson.key for row in rows if row.built}
    if marked := [Revisit(key, "built with help") for key in helped if key in built]:
        return marked[:_MOST]
    runs = [id for row in rows for id in row.runs]
    made = {id: answers[id] for id in runs if id in answers}
    if any(answer.right is False for answer in made.values()):
        hard = sorted(made, key=lambda id: _ease(made[id]))
        return [Revisit(id, _why(made[id])) for id in hard if _counts(made[id])][:_MOST]
    if STOP in built or (runs and len(made) == len(runs)):
        return [Revisit(STOP, "every diagnosis was right")] if made else []
    return []


def next_step(rows: Sequence[Row], place: Place) -> str:
    """What to do next, in one line with the command in backticks."""
    if place.trouble:
        return f"mend what stands in the way ({place.trouble}), then `lab check`"
    if place.lesson is None:
        return "`lab start` puts the first gaps into harness.py"
    by_key = {row.lesson.key: row for row in rows}
    here = by_key[place.lesson.key]
    key = here.lesson.key
    if place.empty:
        files = " and ".join(path.name for path in here.lesson.beside) or "harness.py"
        return f"`lab read {key}`, fill the gaps in {files}, then `lab check {key}`"
    if place.untouched and not here.passed:
        names = " and ".join(place.untouched)
        return f"`lab read {key}`, change {names} in harness.py, then `lab check {key}`"
    for row in (here, *(by_key[key] for key in place.following)):
        if not row.done:
            return _left_to_do(row)
    if place.next:
        key, title = place.next.key, place.next.title
        return f"`lab start` puts the gaps of {place.next.kind} {key} in: {title}"
    left = next((row for row in rows if row.lesson.kind != "elective" and not row.done), None)
    return _left_to_do(left) if left else "nothing is left: the course is done"


def standing(empty: Sequence[str], untouched: Sequence[str]) -> str:
    """What is to do in a lesson's gaps, by their names, in words; "" when all are filled."""
    said = []
    if empty:
        said.append(f"{_many(empty)} empty ({', '.join(empty)})")
    if untouched:
        them = "it" if len(untouched) == 1 else "them"
        said.append(f"{_many(untouched)} as `lab start` left {them} ({changing(untouched)})")
    return ", ".join(said)


def changing(names: Sequence[str]) -> str:
    """What gaps with code that is as `lab start` left it are called, wherever they are named."""
    return f"to change: {', '.join(names)}"


def _many(names: Sequence[str]) -> str:
    return f"{len(names)} {'gap is' if len(names) == 1 else 'gaps are'}"


def _left_to_do(row: Row) -> str:
    key = row.lesson.key
    if row.has_lab and not row.passed:
        return f"`lab check {key}` until it passes; `lab hint {key}` when you are stuck"
    first = row.left[0]
    many = f"{len(row.left)} left" if len(row.left) > 1 else "the last one"
    if first in row.questions:
        return f"`lab ask {key}` asks its questions ({many})"
    return f"`lab doctor {first}` has a run to diagnose ({many})"


def _ease(answer: Answer) -> tuple:
    """What diagnoses are sorted by, the one to go back to first."""
    return answer.right is not False, answer.revisited or "", -(answer.seconds or 0)


def _counts(answer: Answer) -> bool:
    return answer.right is False or answer.seconds is not None


def _why(answer: Answer) -> str:
    if answer.right is False:
        return "diagnosed wrong, gone back to since" if answer.revisited else "diagnosed wrong"
    return f"took you longest, {answer.seconds:.0f} seconds"
