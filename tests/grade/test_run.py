"""Grading: each content once, what is known never again, and a hang tried twice and then left."""

import contextlib
from collections.abc import Callable

from lab.check.record import Record
from lab.check.runner import Limits
from lab.grade.intake import Handed
from lab.grade.kit import Kit, KitSuite
from lab.grade.pool import JudgeDied
from lab.grade.result import Submission, Verdict
from lab.grade.run import Terms, grade, troubles
from lab.grade.store import open_store
from lab.grade.task import play

TESTS = 'def test_it(play):\n    """It works."""\n'
KIT = Kit(tuple(KitSuite(key, f"Lesson {key}", TESTS, "") for key in ("01", "02", "03", "04")))
TERMS = Terms(KIT, Limits(), "A")


def handed(learner: str, text: bytes) -> Handed:
    return Handed(Submission(learner, learner, digest=text.hex()), {"harness.py": text})


class Silent:
    def begin(self, total: int, known: int, words: str) -> None:
        pass

    def verdict(self, learner: str, verdict: Verdict) -> None:
        pass


class Scripted:
    """A crew that plays tasks here: `answer(text, lesson, turn)` is a status, or raises."""

    def __init__(self, answer: Callable[[str, str, int], str]) -> None:
        self.answer, self.asked = answer, []

    def run(self, tasks):
        for task in tasks:
            for verdict in play(task, KIT, "A", self.ask):
                yield task, verdict
            yield task, None

    def ask(self, job: dict) -> Verdict:
        one = (job["files"]["harness.py"], job["lesson"])
        self.asked.append(one)
        status = self.answer(*one, self.asked.count(one))
        return Verdict(one[1], (Record(one[1], "test_it", "It works.", status),), (), "A")


def graded(folder, crew: Scripted, *class_: Handed):
    with open_store(folder) as store:
        return grade(class_, TERMS, store, crew, Silent())


def statuses(result, learner: str) -> list[str]:
    row = next(row for row in result.rows if row.submission.id == learner)
    return [row.verdicts[key].records[0].status for key in result.lessons if key in row.verdicts]


def test_two_who_hand_in_the_same_are_judged_once_and_both_have_the_verdict(tmp_path):
    crew = Scripted(lambda text, lesson, turn: "pass")
    result = graded(tmp_path, crew, handed("ada", b"x"), handed("bob", b"x"))
    assert len(crew.asked) == 4
    assert statuses(result, "ada") == statuses(result, "bob") == ["pass"] * 4


def test_what_was_stopped_half_way_goes_on_and_repeats_nothing(tmp_path):
    def interrupted(text: str, lesson: str, turn: int) -> str:
        if (text, lesson) == ("y", "03"):
            raise KeyboardInterrupt
        return "fail"

    class_ = handed("ada", b"x"), handed("bob", b"y")
    first, second = Scripted(interrupted), Scripted(lambda *_: "fail")
    with contextlib.suppress(KeyboardInterrupt):
        graded(tmp_path, first, *class_)
    result = graded(tmp_path, second, *class_)
    assert second.asked == [("y", "03"), ("y", "04")]
    assert statuses(result, "bob") == ["fail"] * 4


def test_after_two_suites_that_had_to_be_stopped_the_rest_is_marked_and_not_played(tmp_path):
    crew = Scripted(lambda text, lesson, turn: "timeout")
    result = graded(tmp_path, crew, handed("ada", b"x"))
    assert crew.asked == [("x", "01"), ("x", "02"), ("x", "01")]
    assert statuses(result, "ada") == ["timeout", "timeout", "not_reported", "not_reported"]
    verdict = result.rows[0].verdicts["03"]
    assert "had to be stopped" in verdict.stopped
    assert verdict.records[0].sentence == "It works." and verdict.records[0].message
    again = Scripted(lambda *_: "pass")
    graded(tmp_path, again, handed("ada", b"x"))
    assert again.asked == []


def test_what_ends_in_time_at_the_second_try_counts_and_the_rest_is_played(tmp_path):
    crew = Scripted(lambda text, lesson, turn: "timeout" if turn == 1 and lesson < "03" else "pass")
    result = graded(tmp_path, crew, handed("ada", b"x"))
    assert statuses(result, "ada") == ["pass"] * 4
    assert result.rows[0].verdicts["01"].attempts == 2
    assert "second try" in result.rows[0].review[0]


def test_a_judge_that_dies_is_asked_once_more_and_then_it_is_the_graders_error(tmp_path):
    def dying(text: str, lesson: str, turn: int) -> str:
        if text == "bad" or (lesson == "02" and turn == 1):
            raise JudgeDied("the judge ended with -9: it said nothing")
        return "pass"

    result = graded(tmp_path, Scripted(dying), handed("ada", b"x"), handed("bob", b"bad"))
    assert statuses(result, "ada") == ["pass"] * 4
    assert statuses(result, "bob") == ["grader_error"] * 4
    assert {who for who, _, _ in troubles(result)} == {"bob"}
    later = Scripted(lambda *_: "pass")
    assert troubles(graded(tmp_path, later, handed("ada", b"x"), handed("bob", b"bad"))) == []
    assert len(later.asked) == 4


def test_one_that_cannot_be_read_is_a_row_without_verdicts_and_no_trouble(tmp_path):
    unread = Handed(Submission("ada", "Ada", problem="is empty"), {})
    result = graded(tmp_path, Scripted(lambda *_: "pass"), unread)
    assert result.rows[0].verdicts == {} and troubles(result) == []
