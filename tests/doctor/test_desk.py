"""lab.commit, lab.runs, lab.reveal, lab.play, lab.load_harness: an answer first, then the rest."""

import asyncio
import subprocess
import sys

import pytest

import lab
from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.course.progress import Progress
from lab.doctor import desk
from tests.doctor.samples import HARNESS


@pytest.fixture(autouse=True)
def _in_a_course(course):
    """Every test here has the made-up course."""


@pytest.fixture
def no_module(monkeypatch):
    """`harness` as if nothing had loaded one; what a test loads is gone afterwards."""
    monkeypatch.setitem(sys.modules, "harness", None)
    monkeypatch.delitem(sys.modules, "harness")
    yield
    sys.modules.pop("harness", None)


def first_line(card):
    return str(card).split("\n")[0]


def test_with_a_question_mark_nothing_is_committed_and_it_says_how_to():
    said = str(lab.commit("Z.1", "?"))
    assert said.startswith("Nothing is committed for Z.1 yet. Choose a, b or c:")
    assert 'lab.commit("Z.1", "a")' in said
    assert Progress().answers() == {}


def test_a_committed_answer_is_recorded_and_gets_its_feedback_alone():
    said = str(lab.commit("z.1", " A "))
    assert said == "Z.1: a is committed.\n\na is not right. Its length would show that."
    assert (Progress().answer("Z.1").answer, Progress().answer("Z.1").right) == ("a", False)
    assert "name was never looked at" not in said


def test_a_right_answer_is_told_in_words():
    assert "b is right. The name was never looked at." in str(lab.commit("Z.1", "b"))
    assert Progress().answer("Z.1").right is True


def test_an_answer_on_record_is_shown_again():
    lab.commit("Z.1", "a")
    for again in ("?", "a"):
        said = str(lab.commit("Z.1", again))
        assert said == "Z.1: a is on record.\n\na is not right. Its length would show that."


def test_a_second_answer_does_not_replace_the_first_and_opens_nothing():
    lab.commit("Z.1", "a")
    said = str(lab.commit("Z.1", "b"))
    assert said == "Z.1: a is on record and stays: the first answer counts. b was not recorded."
    assert Progress().answer("Z.1").answer == "a"


def test_what_is_no_option_commits_nothing():
    for answer in ("e", "", "b, c", 3, None):
        assert "has the options a, b or c. Nothing is committed." in str(lab.commit("Z.1", answer))
    assert Progress().answers() == {}


def test_an_unknown_question_is_told_and_raises_nothing():
    for use in (lab.commit, lab.runs, lab.reveal):
        assert str(use("Z.9")) == "there is no question 'Z.9'; there are: Z.1, Z.2, Z.common"
    assert str(lab.runs("")).startswith("there is no question ''")


def test_runs_and_reveal_are_closed_until_an_answer_is_committed():
    for use in (lab.runs, lab.reveal):
        card = use("Z.1")
        assert str(card).startswith("Commit an answer to Z.1 first:")
        for secret in ("Bob", "never looked at", "constant", "01"):
            assert secret not in card._repr_html_() + str(card)


def test_runs_show_both_runs_and_then_everything():
    lab.commit("Z.1", "a")
    said = str(lab.runs("Z.1"))
    parts = [
        "theirs                                 | the reference",
        "On the disk: Bob                       | On the disk: Ada",
        "disk:",
        '> Ada  (nothing)                            "Hello, Ada."',
        '~ Bob  "Hello, Bob."                        (nothing)',
        '  First difference: ["Ada"]\n',
        "  theirs:        (nothing)\n",
        '  the reference: "Hello, Ada."\n',
        "The same in both: count.",
        " b  (right) The name was never looked at.",
        " c  Ada has no greeting.",
        "A greeting nobody got",
        "The name is a constant.",
        "owner/repo#12.",
    ]
    places = [said.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    assert "Their suites would not have caught this." in " ".join(said.split())


def test_a_misuse_is_set_beside_the_same_code_used_well():
    lab.commit("Z.2", "b")
    said = str(lab.runs("Z.2"))
    assert said.startswith("theirs                                 | with the name looked at")
    assert '  mended: "Hello, Ada."' in said


def test_a_question_of_the_page_is_revealed_like_a_run():
    assert str(lab.reveal("Z.common")).startswith("Commit an answer to Z.common first")
    lab.commit("Z.common", "b")
    assert str(lab.reveal("Z.common")) == "The other options:\n\n a  Which?"
    assert "is a question without a run" in str(lab.runs("Z.common"))


def test_a_card_shows_the_same_words_in_a_notebook():
    card = lab.commit("Z.1", "b")
    assert "<strong>b is right.</strong> The name was never looked at." in card._repr_html_()
    assert repr(card) == str(card)


def test_nothing_is_printed(capsys):
    lab.commit("Z.1", "a")
    lab.runs("Z.1")
    lab.reveal("Z.1")
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_a_progress_file_from_a_newer_version_is_told_and_raises_nothing(course):
    (course / ".lab").mkdir()
    (course / ".lab" / "progress.json").write_text('{"version": 7}', encoding="utf-8")
    assert "is of version 7" in str(lab.commit("Z.1", "a"))


@pytest.mark.usefixtures("no_module")
def test_harness_is_the_reference_until_the_lab_has_passed(course, capsys):
    (course / "harness.py").write_text("MINE = True\n", encoding="utf-8")
    module = lab.load_harness("z")
    assert module is sys.modules["harness"] and not hasattr(module, "MINE")
    said = "harness is the reference: the lab of checkpoint Z has not passed here yet.\n"
    assert capsys.readouterr().out == said


@pytest.mark.usefixtures("no_module")
def test_harness_is_the_learners_own_once_it_has(course, capsys):
    (course / "harness.py").write_text("MINE = True\n", encoding="utf-8")
    Progress().record_lab("Z", True)
    assert lab.load_harness("Z").MINE is True
    said = "harness is your own harness.py: its lab of checkpoint Z has passed.\n"
    assert capsys.readouterr().out == said
    assert sorted(path.name for path in course.iterdir()) == [".lab", "harness.py"]


@pytest.mark.usefixtures("no_module")
@pytest.mark.parametrize(
    ("source", "why"),
    [
        (None, "there is no harness.py"),
        ("x = (\n", "harness.py, line 1 cannot be loaded (SyntaxError: '(' was never closed)"),
        ("1 / 0\n", "harness.py cannot be loaded (ZeroDivisionError: division by zero)"),
    ],
)
def test_a_file_that_has_broken_since_is_told_and_the_reference_stands_in(
    course, capsys, source, why
):
    if source:
        (course / "harness.py").write_text(source, encoding="utf-8")
    Progress().record_lab("Z", True)
    assert lab.load_harness("Z").greet("Ada") == "Hello, Ada."
    said = f"harness is the reference: the lab of checkpoint Z has passed, but {why}.\n"
    assert capsys.readouterr().out == said


@pytest.mark.usefixtures("no_module")
def test_a_scene_is_played_on_the_harness_that_is_loaded(course, tmp_path, capsys):
    scenes = tmp_path / "lessons" / "99Z_greetings" / "scenes.py"
    text = "async def hello(harness, lab, name):\n    return {'said': harness.greet(name)}\n"
    scenes.write_text(text, encoding="utf-8")
    assert asyncio.run(lab.play("Z", "hello", name="Ada")) == {"said": "Hello, Ada."}
    (course / "harness.py").write_text(HARNESS.replace("Hello", "Hi"), encoding="utf-8")
    Progress().record_lab("Z", True)
    lab.load_harness("Z")
    assert asyncio.run(lab.play("Z", "hello", name="Ada")) == {"said": "Hi, Ada."}
    with pytest.raises(LabError, match="checkpoint Z has no scene 'bye'"):
        asyncio.run(lab.play("Z", "bye"))


@pytest.mark.usefixtures("no_module")
def test_a_lessons_files_beside_the_harness_are_modules_with_it(
    course, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "spare", None)
    folder = tmp_path / "lessons" / "99Z_greetings"
    (folder / "beside").mkdir()
    (folder / "beside" / "spare.py").write_text("WHOSE = 'ours'\n", encoding="utf-8")
    (course / "harness.py").write_text(HARNESS, encoding="utf-8")
    (course / "spare.py").write_text("WHOSE = 'theirs'\n", encoding="utf-8")
    Progress().record_lab("Z", True)
    lab.load_harness("Z")
    assert sys.modules["spare"].WHOSE == "theirs"


def test_the_fakes_load_none_of_this_until_it_is_asked_for():
    code = (
        "import sys, lab\n"
        "def loaded(): return any(name.startswith('lab.') and name.split('.')[1] in\n"
        "    ('course', 'check', 'doctor', 'cli') for name in sys.modules)\n"
        "before = loaded()\n"
        "lab.commit\n"
        "assert (before, loaded()) == (False, True)\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    with pytest.raises(AttributeError, match="has no attribute 'comit'"):
        lab.comit  # noqa: B018


def test_an_open_question_shows_the_answers_that_miss_and_is_on_record_as_seen(
    tmp_path, monkeypatch
):
    folder = tmp_path / "lessons" / "98_order"
    folder.mkdir(parents=True)
    (folder / "questions.toml").write_text(
        '[[open]]\nid = "why"\nstem = "Why?"\nreveal = "So."\nmisses = { "Habit." = "Whose?" }\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(desk, "find_lessons", lambda: [Lesson("98", "Order", "", folder)])
    monkeypatch.setenv("LAB_COURSE", str(tmp_path))
    shown = str(desk.reveal("98.why"))
    assert "Habit." in shown and "Whose?" in shown and shown.endswith("So.")
    assert Progress().written() == {"98.why": ""} and Progress().answers() == {}
