"""The parts of a watch: saves seen, bursts joined, a judge that stays warm, a screen that fits."""

import gc
import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from lab.check import pane
from lab.check.exchange import Abandoned
from lab.check.faces import Face
from lab.check.judge import judge
from lab.check.pane import Paper, View
from lab.check.record import Record
from lab.check.run import Result, Unwritten
from lab.check.runner import Limits, Runner
from lab.check.saves import Saves
from lab.check.suite import read_source
from lab.check.warm import WarmJudge
from lab.check.watch import Watch
from lab.course.lesson import Lesson

ANSWERS = "def answer():\n    return 42\n\n\ndef trouble():\n    return 42\n"
TWO = """
def test_answer(play):
    '''It answers.'''
    assert play("answer")["answer"] == 42


def test_trouble(play):
    '''It keeps out of trouble.'''
    assert play("trouble")["answer"] == 42
"""


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# What was saved


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "harness.py"
    path.write_text("one", encoding="utf-8")
    return path


def looking(*files: Path) -> tuple[Saves, Clock]:
    clock = Clock()
    saves = Saves(clock)
    saves.watch(files)
    return saves, clock


def test_nothing_is_seen_where_nothing_was_saved(file):
    saves, clock = looking(file)
    assert saves.look() == []
    clock.now += 60
    assert saves.look() == []


def test_a_save_is_seen_once_even_one_that_changes_nothing(file):
    saves, _ = looking(file)
    before = file.stat().st_mtime_ns
    file.write_text("one", encoding="utf-8")
    os.utime(file, ns=(before + 1, before + 1))
    assert saves.look() == [file]
    assert saves.look() == []


def test_a_second_save_with_the_time_and_the_size_of_the_first_is_seen(file):
    saves, clock = looking(file)
    before = file.stat().st_mtime_ns
    for words in ("two", "six"):
        clock.now += 1
        file.write_text(words, encoding="utf-8")
        os.utime(file, ns=(before, before))
        assert saves.look() == [file]


def test_an_old_file_in_the_place_of_an_old_file_is_seen(file, tmp_path):
    other = tmp_path / "other.py"
    other.write_text("six", encoding="utf-8")
    found = file.stat()
    os.utime(other, ns=(found.st_atime_ns, found.st_mtime_ns))
    saves, clock = looking(file)
    clock.now += 60
    os.replace(other, file)
    assert saves.look() == [file]


def test_what_changes_no_content_and_no_time_is_no_save(file):
    saves, clock = looking(file)
    clock.now += 60
    file.chmod(0o600)
    assert saves.look() == []


def test_deleting_a_file_and_putting_it_back_are_two_changes(file):
    saves, _ = looking(file)
    file.unlink()
    assert saves.look() == [file]
    assert saves.look() == []
    file.write_text("one", encoding="utf-8")
    assert saves.look() == [file]


def test_a_file_that_was_watched_before_keeps_what_was_seen_of_it(file, tmp_path):
    saves, _ = looking(file)
    file.write_text("changed", encoding="utf-8")
    saves.watch([file, tmp_path / "new.py"])
    assert saves.look() == [file]


def test_a_slow_disk_is_looked_at_less_often(file, monkeypatch):
    saves, clock = looking(file)
    stat = os.stat

    def slow(path):
        clock.now += 1
        return stat(path)

    monkeypatch.setattr("lab.check.saves.os.stat", slow)
    saves.look()
    file.write_text("changed", encoding="utf-8")
    clock.now += 19
    assert saves.look() == []
    clock.now += 1.5
    assert saves.look() == [file]


# The loop


class Asked:
    """A judge that only notes what it is asked, and says what it is told to say."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.words: list[dict] = []

    def hear(self, timeout: float) -> list[dict]:
        words, self.words = self.words, []
        return words

    def check(self, harness: Path, lessons: list[Lesson], columns: int) -> None:
        self.asked.append(harness.read_text(encoding="utf-8"))

    def abandon(self) -> None:
        self.asked.append("abandon")


class Noting(Face):
    """A face that notes the moments it is told of."""

    def __init__(self) -> None:
        self.moments: list[str] = []
        self.keys: list[str] = []

    def show(self, view, moment, what=None) -> None:
        self.moments.append(moment)

    def typed(self) -> list[str]:
        keys, self.keys = self.keys, []
        return keys


@pytest.fixture
def loop(tmp_path, monkeypatch):
    """A watch of which each turn is done by hand, at a time of our own."""
    lesson = tmp_path / "lessons" / "01_one"
    lesson.mkdir(parents=True)
    for name in ("scenes.py", "tests.py", "lesson.md"):
        (lesson / name).write_text("", encoding="utf-8")
    monkeypatch.setattr("lab.course.lesson.lessons_root", lambda: tmp_path / "lessons")
    harness = tmp_path / "harness.py"
    harness.write_text("first", encoding="utf-8")
    clock, judged, face, commands = Clock(), Asked(), Noting(), []
    monkeypatch.setattr("lab.check.watch.time.monotonic", clock)
    watch = Watch(harness, "1", judged, face, lambda words: commands.append(words) or 0)

    def turn(seconds: float = 0.02) -> bool:
        clock.now += seconds
        return watch.turn()

    return SimpleNamespace(
        harness=harness, judge=judged, face=face, turn=turn, watch=watch, commands=commands
    )


def test_many_saves_in_a_burst_are_one_check_of_the_last(loop):
    for number in range(5):
        loop.harness.write_text(f"save {number}", encoding="utf-8")
        loop.turn()
    assert loop.face.moments == ["saved"]
    loop.turn(0.03)
    loop.turn()
    assert loop.judge.asked == ["abandon", "save 4"]


def test_saves_without_an_end_are_judged_all_the_same(loop):
    for number in range(12):
        loop.harness.write_text(f"save {number}", encoding="utf-8")
        loop.turn()
    assert loop.judge.asked[0] == "abandon"
    assert loop.judge.asked[1].startswith("save ")


def test_a_file_that_is_emptied_or_taken_away_for_a_moment_is_waited_for(loop):
    for taken_away in (lambda: loop.harness.write_text("", encoding="utf-8"), loop.harness.unlink):
        loop.judge.asked.clear()
        taken_away()
        for _ in range(5):
            loop.turn()
        loop.harness.write_text("whole", encoding="utf-8")
        loop.turn()
        loop.turn(0.03)
        assert loop.judge.asked == ["abandon", "whole"]
    assert "waiting" not in loop.face.moments


def test_a_file_that_stays_away_is_waited_for_aloud_and_an_empty_one_is_judged(loop):
    loop.harness.unlink()
    loop.turn()
    loop.turn(0.5)
    assert loop.face.moments == ["saved", "waiting"]
    loop.harness.write_text("", encoding="utf-8")
    loop.turn()
    loop.turn(0.5)
    assert loop.judge.asked == ["abandon", "abandon", ""]


def test_keys_know_which_lesson_is_meant_and_when_it_is_over(loop):
    loop.face.keys = ["h", "x", "m", "x", "n", "x", "enter", "?"]
    assert loop.turn()
    assert loop.commands == [["hint", "01"], ["map"], ["start"]]
    assert loop.face.moments == ["saved"]
    loop.face.keys = ["q"]
    assert not loop.turn()
    loop.face.keys = ["h", "gone"]
    assert not loop.turn()


# The judge


@pytest.fixture
def warm():
    with WarmJudge(seconds=600) as one:
        yield one


@pytest.fixture
def lesson(case):
    case.write(ANSWERS, TWO)
    return Lesson("07", "Seven", "", case.folder)


def heard(warm: WarmJudge, until: str = "done") -> list[dict]:
    words: list[dict] = []
    deadline = time.monotonic() + 60
    while not any(until in said for said in words):
        assert time.monotonic() < deadline, words
        words += warm.hear(0.05)
    return words


def statuses(words: list[dict]) -> list[str]:
    return [said["record"]["status"] for said in words if "record" in said]


def test_it_says_what_check_says_in_the_same_order(warm, case, lesson):
    warm.check(case.harness, [lesson])
    words = heard(warm)
    assert words[0] == {"lesson": "07", "has_suite": True, "unwritten": []}
    assert words[-2:] == [{"result": "07"}, {"done": True}]
    records = [Record(**said["record"]) for said in words if "record" in said]
    untimed = [(one.test, one.sentence, one.status, one.message) for one in records]
    there = judge(case.harness, case.suite)
    assert untimed == [(one.test, one.sentence, one.status, one.message) for one in there]


def test_a_failure_is_told_in_the_columns_there_are(warm, case):
    case.write(
        "ANSWER = [{'role': 'user', 'content': 'w' * 200}]\ndef answer(): return ANSWER\n",
        "def test_it(play):\n    assert play('answer')['answer'] == [{'role': 'user'}]\n",
    )
    lesson = Lesson("07", "Seven", "", case.folder)
    widths = []
    for columns in (50, 80, 100):
        warm.check(case.harness, [lesson], columns)
        told = next(said["record"] for said in heard(warm) if "record" in said)["message"]
        rows = told.partition("> first difference")[0].split("\n")
        assert 2 + max(map(len, rows)) < columns
        widths.append(max(map(len, rows)))
    assert widths == sorted(set(widths))


def test_one_process_judges_again_and_again_and_another_after_a_lifetime(case, lesson):
    with WarmJudge(seconds=600, lifetime=3) as warm:
        pids = []
        for _ in range(6):
            pids.append(warm.pid)
            warm.check(case.harness, [lesson])
            assert statuses(heard(warm)) == ["pass", "pass"]
    assert len(set(pids[:3])) == len(set(pids[3:])) == 1
    assert pids[0] != pids[3]


def test_a_newer_check_abandons_the_one_that_plays_and_nothing_more_is_heard_of_it(
    warm, case, lesson
):
    pid = warm.pid
    for _ in range(3):
        case.harness.write_text(ANSWERS.replace("return 42", "while True: pass", 1), "utf-8")
        warm.check(case.harness, [lesson])
        heard(warm, "lesson")
        case.harness.write_text(ANSWERS, "utf-8")
        warm.check(case.harness, [lesson])
        words = heard(warm)
        assert statuses(words) == ["pass", "pass"]
        assert [said for said in words if "done" in said] == [{"done": True}]
    assert warm.pid == pid


def test_what_cannot_be_judged_is_one_word(warm, case, lesson):
    warm.check(case.folder / "nowhere.py", [lesson])
    assert "nowhere.py: no such file" in heard(warm, "cannot")[-1]["cannot"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as Unix does")
def test_a_killed_process_is_told_once_and_the_next_check_has_another(warm, case, lesson):
    case.harness.write_text(ANSWERS.replace("return 42", "while True: pass", 1), "utf-8")
    warm.check(case.harness, [lesson])
    heard(warm, "lesson")
    os.kill(warm.pid, signal.SIGKILL)
    assert heard(warm, "ended") == [{"ended": "the process that judges ended (-9)"}]
    case.harness.write_text(ANSWERS, "utf-8")
    warm.check(case.harness, [lesson])
    assert statuses(heard(warm)) == ["pass", "pass"]


def test_an_abandoned_scene_goes_up_through_a_suite_that_catches_everything(case):
    tests = """
    def test_all(play):
        for _ in range(3):
            try:
                play("answer")
            except Exception:
                pass
    """
    case.write("def answer():\n    while True: pass\n", tests)
    asked = iter(range(5))
    with (
        Runner(Limits(seconds=600), abandoned=lambda: next(asked, 5) == 5) as runner,
        pytest.raises(KeyboardInterrupt),
    ):
        judge(case.harness, case.suite, runner=runner)


def test_an_abandoned_session_plays_no_more(case):
    case.write(ANSWERS)
    harness, scenes = read_source(case.harness), read_source(case.suite.scenes)
    with Runner(abandoned=lambda: True) as runner:
        session = runner.session(harness, scenes)
        with pytest.raises(Abandoned):
            session.play("answer", {})
        session.close()


def test_judging_again_and_again_leaves_nothing_behind(case):
    case.write(ANSWERS, TWO)

    def size() -> tuple[int, ...]:
        gc.collect()
        files = len(os.listdir("/proc/self/fd")) if Path("/proc").is_dir() else 0
        return len(sys.modules), len(sys.meta_path), len(sys.path), len(os.environ), files

    def objects() -> int:
        gc.collect()
        return len(gc.get_objects())

    with Runner() as runner:
        for _ in range(3):
            judge(case.harness, case.suite, runner=runner)
        before, held = size(), objects()
        for _ in range(10):
            judge(case.harness, case.suite, runner=runner)
        assert size() == before
        assert objects() - held < 500  # one run makes tens of thousands


def test_a_suite_saved_twice_in_a_second_is_not_taken_from_bytecode(case, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    case.write(ANSWERS, TWO)
    now = int(time.time())
    for right, status in ((42, "pass"), (17, "fail"), (42, "pass")):
        case.suite.tests.write_text(TWO.replace("42", str(right)), encoding="utf-8")
        os.utime(case.suite.tests, (now, now))
        assert {record.status for record in case.judge().values()} == {status}


def test_bytecode_of_a_suite_that_lies_there_for_long_is_kept(case, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    case.write(ANSWERS, TWO)
    os.utime(case.suite.tests, (1_000_000, 1_000_000))
    case.judge()
    assert list(case.folder.glob("__pycache__/tests*.pyc"))


# The screen

SHOWN = Paper(79, False, str)


def viewed(*statuses: str, state: str = "checked", **kwargs) -> View:
    lesson = Lesson("04", "Failure is a result", "", Path("04_failure"))
    records = [
        Record("04", f"test_{n}", f"Sentence {n}.", status, "" if status == "pass" else f"why {n}")
        for n, status in enumerate(statuses)
    ]
    return View("harness.py", state, [Result(lesson, records=records)], when="check 1", **kwargs)


def shown(view: View, height: int = 24, skip: int = 0, paper: Paper = SHOWN) -> list[str]:
    return pane.fitted(view, paper, height, skip)[0]


def test_the_screen_holds_title_verdict_step_sentences_and_keys():
    assert shown(viewed("pass", "fail")) == [
        "harness.py   Lesson 04: Failure is a result",
        "  FAIL    1 of 2 sentences pass (1 FAIL). Check 1.",
        "Next: mend it and save.",
        "",
        "  PASS    Sentence 0.",
        "  FAIL    Sentence 1.",
        "",
        "  FAIL    Sentence 1.",
        "",
        "  why 1",
        "",
        "h hint   a all failures   m map   n next   q quit   Enter check again",
    ]


def test_while_it_checks_the_sentences_of_the_last_time_are_waited_for():
    before = viewed("pass", "pass", "pass").results[0].records
    lines = shown(viewed("pass", state="checking", before=before))
    assert lines[1] == "  ...     checking: check 1"
    assert lines[4:7] == [
        "  PASS    Sentence 0.",
        "  ...     Sentence 1.",
        "  ...     Sentence 2.",
    ]


def test_gaps_that_hold_nothing_are_named():
    view = viewed()
    view.results[0].unwritten = [Unwritten("run_tool", "harness.py", 9)]
    lines = shown(view)
    assert lines[1] == "  OPEN    Still to be written: 1. Check 1."
    assert "Next: write run_tool in harness.py, line 9." in lines
    assert "not written yet: run_tool (harness.py, line 9)" in lines


@pytest.mark.parametrize("height", [6, 10, 24, 60])
@pytest.mark.parametrize("width", [20, 40, 79, 200])
def test_nothing_is_wider_or_higher_than_the_terminal(width, height):
    view = viewed(*["pass", "fail", "syntax", "grader_error", "not_reported"] * 9, everything=True)
    view.results[0].records[1] = Record("04", "t", "words " * 40, "fail", "x" * 500 + "\n\tone\n")
    for skip in (0, 7, 10_000):
        lines = shown(view, height, skip, Paper(width, False, str))
        assert len(lines) <= height
        assert all(len(line) <= width for line in lines)


def test_wide_characters_count_twice():
    view = viewed("fail")
    view.results[0].records[0] = Record("04", "t", "\u6f22" * 100, "fail", "\u6f22" * 100)
    lines = shown(view, 60)
    assert max(line.count("\u6f22") for line in lines) <= 39
    assert "".join(lines).count("\u6f22") == 300


def test_what_is_too_high_is_folded_then_cut_and_the_cut_is_said():
    view = viewed(*["pass"] * 30, "fail")
    lines = shown(view)
    assert "  PASS    30 sentences" in lines and "  why 30" in lines
    assert not [line for line in lines if "more lines" in line]
    view.everything = True
    view.results[0].records += viewed(*["fail"] * 30).results[0].records
    assert "-- 108 more lines below: arrows or space --" in shown(view)
    lines, skip = pane.fitted(view, SHOWN, 24, 10_000)
    assert skip == 108
    assert "-- 0 more lines below: arrows or space --" in lines
    assert lines[0].startswith("harness.py")


def test_colours_stand_beside_words_and_control_characters_are_spelt_out():
    view = viewed("fail")
    view.results[0].records[0] = Record("04", "t", "S.", "fail", "\x1b[2J")
    lines = shown(view, paper=Paper(79, True, lambda text: text.replace("\x1b", "\\x1b")))
    assert "\x1b[1;31m  FAIL    \x1b[0mS." in lines
    assert "  \\x1b[2J" in lines
