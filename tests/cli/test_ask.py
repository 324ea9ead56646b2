"""`lab ask`: nothing is revealed before an answer is committed, and the first one counts."""

import json
import re

import pytest

from lab.cli import main
from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.course.progress import Progress
from lab.doctor import asking
from lab.doctor.desk import find

COMMON = find("D.common")[0]
RIGHT = COMMON.right
WRONG = next(letter for letter in COMMON.options if letter != RIGHT)


def words(text):
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split())


def feedback(letter):
    return words(COMMON.feedback[letter])


def test_without_a_terminal_it_says_how_to_answer_and_gives_nothing_away(learner, capsys):
    assert main(["ask", "D.common"]) == 2
    out = words(capsys.readouterr().out)
    assert words(COMMON.stem) in out
    assert out.endswith("Answer with: lab ask D.common --answer D.common=a")
    assert not any(feedback(letter) in out for letter in COMMON.options)
    assert Progress().answers() == {}


def test_a_given_answer_is_committed_then_it_is_revealed(learner, capsys):
    assert main(["ask", "d", "--answer", f"common={WRONG.upper()}"]) == 0
    out = words(capsys.readouterr().out)
    parts = [
        f"D.common: {WRONG} is committed.",
        f"{WRONG} is not right. {feedback(WRONG)}",
        f"{RIGHT} (right) {feedback(RIGHT)}",
    ]
    places = [out.find(part) for part in parts]
    assert -1 not in places and places == sorted(places)
    assert Progress().answer("D.common").answer == WRONG


def test_the_first_answer_stays(learner, capsys):
    main(["ask", "D", "--answer", f"common={WRONG}"])
    capsys.readouterr()
    assert main(["ask", "D.common", "--answer", f"D.common={RIGHT}"]) == 0
    out = words(capsys.readouterr().out)
    assert f"D.common: {WRONG} is on record and stays: the first answer counts." in out
    assert Progress().answer("D.common").answer == WRONG


def test_what_was_answered_can_be_seen_again_and_the_runs_left_are_named(learner, capsys):
    main(["ask", "D", "--answer", f"common={WRONG}"])
    capsys.readouterr()
    assert main(["ask", "D.common"]) == 0
    out = words(capsys.readouterr().out)
    assert f"D.common: {WRONG} is on record." in out and feedback(RIGHT) in out
    assert out.endswith("runs are left to diagnose: lab doctor D.1")


def test_as_json_nothing_is_given_away_before_an_answer(learner, capsys):
    assert main(["ask", "D", "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert data == {
        "id": "D.common",
        "open": False,
        "question": COMMON.stem,
        "options": COMMON.options,
        "committed": None,
    }
    assert main(["ask", "D", "--json", "--answer", f"common={WRONG}"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert (data["committed"], data["right"]) == (WRONG, RIGHT)
    assert data["feedback"] == COMMON.feedback


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["ask", "D", "--answer", "common=z"], "D.common has the options a, b, c or d, not 'z'"),
        (["ask", "D", "--answer", "b"], "an answer is given as ID=b, not 'b'"),
        (["ask", "D", "--answer", "other=b"], "the questions of lesson D are: D.common"),
        (["ask", "D", "--answer", "common=a", "--answer", "x=b"], "there is no question 'x'"),
        (["ask", "D.1"], "D.1 is a run: `lab doctor D.1`"),
        (["ask", "D.9"], "there is no question 'D.9'; the questions of lesson D are: D.common"),
        (["ask", "77"], "there is no lesson '77'"),
    ],
)
def test_what_cannot_be_asked_is_one_line_and_commits_nothing(learner, capsys, command, reason):
    assert main(command) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("lab: ") and captured.err.count("\n") == 1
    assert reason in captured.err and captured.out == ""
    assert Progress().answers() == {}


def test_at_a_terminal_it_asks_until_an_option_is_typed_and_records_the_time(at_terminal, learner):
    child = at_terminal("ask", "D.common")
    child.expect("Your answer")
    assert not any(feedback(letter) in words(child.before) for letter in COMMON.options)
    child.sendline("z")
    child.expect("'z' is none of")
    child.expect("Your answer")
    child.sendline(f" {RIGHT.upper()} ")
    child.expect("runs are left to diagnose: lab doctor D.1")
    out = words(child.before)
    assert f"D.common: {RIGHT} is committed." in out and f"{RIGHT} is right." in out
    assert feedback(WRONG) in out
    child.wait()
    assert child.exitstatus == 0
    recorded = Progress(learner).answer("D.common")
    assert (recorded.answer, recorded.right) == (RIGHT, True)
    assert recorded.seconds is not None


@pytest.mark.parametrize("leave", ["sendintr", "sendeof"])
def test_leaving_a_question_commits_nothing_and_is_one_line(at_terminal, learner, leave):
    child = at_terminal("ask", "D.common")
    child.expect("Your answer")
    getattr(child, leave)()
    child.expect("Nothing is committed for D.common.")
    child.wait()
    assert child.exitstatus == 2
    assert "Traceback" not in child.before
    assert Progress(learner).answers() == {}


MADE_UP = """
[[question]]
id = "order"
stem = "Which comes first?"
right = "b"
options = { a = "The event.", b = "The record." }
feedback = { a = "Then a listener reads the old one.", b = "Mutate, then announce." }

[[open]]
id = "why"
stem = "Why not both at once?"
misses = { "It is faster." = "Faster than what?", "It is **safer**." = "For whom?" }
reveal = "There is no once."
"""


@pytest.fixture
def made_up(learner, tmp_path, monkeypatch):
    """Puts a made-up lesson 98 there, with a question and an open one, and types what is given."""
    folder = tmp_path / "98_order"
    folder.mkdir()
    (folder / "questions.toml").write_text(MADE_UP, encoding="utf-8")
    monkeypatch.setattr(asking, "find_lessons", lambda: [Lesson("98", "Order", "", folder)])
    monkeypatch.setattr(asking, "at_terminal", lambda: True)

    def typed(*lines):
        left = iter(lines)
        monkeypatch.setattr("builtins.input", lambda lead: next(left))
        return asking.ask("98", [], Progress())

    return typed


def test_an_open_question_is_written_then_the_answers_that_miss_are_shown(made_up, capsys):
    assert made_up("b", "no such thing") == 0
    out = words(capsys.readouterr().out)
    assert "Question 2 of 2: 98.why" in out
    assert out.index("Why not both") < out.index("Common answers that miss:")
    assert "Faster than what?" in out and out.endswith("There is no once.")
    assert Progress().written() == {"98.why": "no such thing"}
    assert set(Progress().answers()) == {"98.order"}


def test_an_open_question_may_be_skipped_and_is_not_asked_again(made_up, capsys):
    assert made_up("a", "") == 0
    assert "For whom?" in capsys.readouterr().out
    assert Progress().written() == {"98.why": ""}
    assert made_up() == 0
    out = words(capsys.readouterr().out)
    assert "98.order: a is on record (not right) 98.why: seen" in out
    assert out.endswith("See one again with: lab ask 98.order")


def test_an_open_question_answered_by_a_program(made_up, capsys):
    assert asking.ask("98", ["why=in words = so"], Progress()) == 0
    assert "Common answers that miss:" in capsys.readouterr().out
    assert Progress().written() == {"98.why": "in words = so"}
    assert asking.ask("98.why", [], Progress(), to_json=True) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert data["committed"] == "in words = so" and data["reveal"] == "There is no once."


def test_an_open_question_as_json_gives_nothing_away_before(made_up, capsys):
    asking.ask("98.why", [], Progress(), to_json=True)
    (data,) = json.loads(capsys.readouterr().out)
    assert set(data) == {"id", "open", "question", "committed"}


def test_a_question_with_the_id_of_a_run_is_refused(tmp_path):
    from lab.course.lesson import lesson
    from lab.doctor.desk import asked

    folder = tmp_path / "16D_doubled"
    folder.mkdir()
    (folder / "scenarios").symlink_to(lesson("D").path / "scenarios")
    text = MADE_UP.replace('id = "order"', 'id = "1"')
    (folder / "questions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LabError, match=r"D\.1 is the id of a run as well"):
        asked(Lesson("D", "Doubled", "", folder, "16"))
