"""The progress file: first answers win, writes are whole, and nothing unreadable is overwritten."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.course import progress, store
from lab.course.errors import LabError
from lab.course.progress import Progress, course_folder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def said():
    return []


@pytest.fixture
def record(tmp_path, said):
    return Progress(tmp_path, said.append)


def written(record):
    return json.loads(record.path.read_text(encoding="utf-8"))


def put(record, text):
    record.path.parent.mkdir(exist_ok=True)
    record.path.write_text(text, encoding="utf-8")


def test_nothing_is_on_record_at_first_and_reading_writes_nothing(record, tmp_path):
    assert record.answer("D.1") is None
    assert record.lab_passed("D") is False
    assert list(tmp_path.iterdir()) == []


def test_an_answer_is_on_record_with_its_time_and_whether_it_is_right(record):
    record.commit("D.1", "b", True, seconds=12.34)
    again = Progress(record.folder).answer("D.1")
    assert (again.answer, again.right, again.seconds) == ("b", True, 12.3)
    assert again.at.endswith("+00:00")
    assert written(record)["version"] == 1


def test_the_first_answer_wins(record):
    first = record.commit("D.1", "b", False)
    assert record.commit("D.1", "a", True) == first
    assert record.answer("D.1").answer == "b"


def test_a_pass_is_not_unrecorded_by_a_later_fail(record):
    record.record_lab("04", False)
    assert not record.path.exists()
    record.record_lab("04", True)
    record.record_lab("04", False)
    assert record.lab_passed("04") is True
    assert record.labs_passed() == ["04"]


def test_a_second_pass_keeps_the_time_of_the_first(record, monkeypatch):
    record.record_lab("04", True)
    before = written(record)
    monkeypatch.setattr(progress, "_now", lambda: "later")
    record.record_lab("04", True)
    assert written(record) == before


def test_keys_that_this_version_does_not_know_are_kept(record):
    put(record, '{"version": 1, "labs": {"04": {"passed": false, "helped": "x"}}, "note": "mine"}')
    record.record_lab("04", True)
    assert written(record)["note"] == "mine"
    assert written(record)["labs"]["04"]["helped"] == "x"
    assert record.lab_passed("04") is True


def test_a_file_from_a_newer_version_is_refused_and_left_alone(record, said):
    put(record, '{"version": 2, "anything": [1]}')
    for use in (lambda: record.answer("D.1"), lambda: record.commit("D.1", "a", True)):
        with pytest.raises(LabError, match="is of version 2 and this lab reads version 1"):
            use()
    assert written(record) == {"version": 2, "anything": [1]}
    assert said == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1"),
        ('{"version": 1,\n "answers": {', "line 2"),
        ("[]", "names no version"),
        ('{"version": true}', "names no version"),
        ('{"version": 1, "answers": []}', "its answers are no table"),
        ('{"version": 1, "answers": {"D.1": "b"}}', "'D.1' is no table"),
        ('{"version": 1, "answers": {"D.1": {"answer": "b"}}}', "no usable 'right'"),
        ('{"version": 1, "labs": {"04": {"passed": 1}}}', "no usable 'passed'"),
        ('{"version": 1, "labs": {"04": {"passed": NaN}}}', "NaN is not a number"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_a_damaged_file_is_kept_aside_and_said(record, said, text, reason):
    put(record, text)
    assert record.answer("D.1") is None
    assert len(said) == 1 and reason in said[0] and "progress.damaged-1.json" in said[0]
    kept = record.path.with_name("progress.damaged-1.json")
    assert kept.read_text(encoding="utf-8") == text
    record.commit("D.1", "a", True)
    assert record.answer("D.1").answer == "a"
    assert len(said) == 1


def test_bytes_that_are_no_text_are_damage_too(record, said):
    record.path.parent.mkdir()
    record.path.write_bytes(b'{"version": 1, "answers": "\xff"}')
    assert record.lab_passed("04") is False
    assert len(said) == 1


def test_damage_never_overwrites_earlier_damage(record, said):
    for text in ("first", "second"):
        put(record, text)
        record.commit("D.1", "a", True)
    names = ["progress.damaged-1.json", "progress.damaged-2.json"]
    kept = [record.path.with_name(name).read_text(encoding="utf-8") for name in names]
    assert kept == ["first", "second"]


def test_a_byte_order_mark_is_no_damage(record, said):
    record.path.parent.mkdir()
    record.path.write_bytes(b'\xef\xbb\xbf{"version": 1, "labs": {"04": {"passed": true}}}')
    assert record.lab_passed("04") is True
    assert said == []


def test_a_write_that_fails_leaves_the_old_file_and_no_other(record, monkeypatch):
    record.commit("D.1", "a", True)
    before = record.path.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(progress.os, "fsync", full)
    with pytest.raises(LabError, match=r"cannot be written: No space left on device"):
        record.commit("D.2", "a", True)
    assert record.path.read_bytes() == before
    assert sorted(path.name for path in record.path.parent.iterdir()) == ["lock", "progress.json"]


def test_a_crash_at_any_byte_of_a_write_loses_nothing(record):
    """What a crash leaves behind is a partial new file; the old one stays in force."""
    record.commit("D.1", "a", True)
    before = record.answers()
    whole = record.path.read_bytes()
    for size in range(len(whole)):
        record.path.with_name("progress.json.new").write_bytes(whole[:size])
        assert record.answers() == before
    record.commit("D.2", "b", False)
    assert set(record.answers()) == {"D.1", "D.2"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_read_only_folder_is_one_clear_line(record, tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(LabError, match=r"progress\.json cannot be written: Permission denied"):
            record.commit("D.1", "a", True)
        assert record.answer("D.1") is None
    finally:
        tmp_path.chmod(0o700)


def test_a_course_folder_that_cannot_be_made_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(LabError, match=r"progress\.json cannot be written: Not a directory"):
        Progress(tmp_path / "file").commit("D.1", "a", True)


def test_a_lock_held_by_a_command_that_hangs_is_told(record, monkeypatch):
    monkeypatch.setattr(store, "_PATIENCE", 0.05)
    with record.alone(), pytest.raises(LabError, match="another command has held it"):
        record.commit("D.1", "a", True)
    record.commit("D.1", "a", True)
    assert record.answer("D.1").answer == "a"


HAMMER = """
import sys
from pathlib import Path
from lab.course.progress import Progress
record = Progress(Path(sys.argv[1]))
for number in range(40):
    record.commit(f"{sys.argv[2]}.{number}", "a", True)
    record.commit(f"shared.{number}", sys.argv[2], True)
"""


def test_two_commands_at_once_lose_nothing(tmp_path):
    names = ["left", "right"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    commands = [[sys.executable, "-c", HAMMER, str(tmp_path), name] for name in names]
    running = [subprocess.Popen(command, env=env) for command in commands]
    assert [process.wait() for process in running] == [0, 0]
    answers = Progress(tmp_path).answers()
    for number in range(40):
        assert {f"left.{number}", f"right.{number}"} <= set(answers)
        assert answers[f"shared.{number}"].answer in names
    assert len(answers) == 120


def test_a_lock_dies_with_its_holder(tmp_path):
    holder = (
        "import os, sys\nfrom pathlib import Path\nfrom lab.course.progress import Progress\n"
        "with Progress(Path(sys.argv[1])).alone():\n    os._exit(9)\n"
    )
    command = [sys.executable, "-c", holder, str(tmp_path)]
    assert subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}).returncode == 9
    Progress(tmp_path).commit("D.1", "a", True)
    assert Progress(tmp_path).answer("D.1").answer == "a"


IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(IDS, st.sampled_from("abcd"), st.booleans()), max_size=8))
def test_what_is_committed_is_what_is_read(tmp_path_factory, commits):
    record = Progress(tmp_path_factory.mktemp("course"))
    first = {}
    for question, answer, right in commits:
        record.commit(question, answer, right)
        first.setdefault(question, (answer, right))
    assert {key: (a.answer, a.right) for key, a in record.answers().items()} == first


def test_the_course_folder_is_the_nearest_one_upwards(tmp_path, monkeypatch):
    monkeypatch.delenv("LAB_COURSE", raising=False)
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".lab").mkdir()
    monkeypatch.chdir(inner)
    assert course_folder() == tmp_path
    (inner / ".lab").mkdir()
    assert course_folder() == inner


def test_without_a_course_folder_the_current_one_becomes_it(tmp_path, monkeypatch):
    monkeypatch.delenv("LAB_COURSE", raising=False)
    monkeypatch.chdir(tmp_path)
    Progress().commit("D.1", "a", True)
    assert (tmp_path / ".lab" / "progress.json").is_file()


def test_the_environment_names_the_course_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LAB_COURSE", str(tmp_path / "mine"))
    Progress().commit("D.1", "a", True)
    assert (tmp_path / "mine" / ".lab" / "progress.json").is_file()


def test_damage_is_told_on_stderr_by_default(tmp_path, capsys):
    record = Progress(tmp_path)
    put(record, "{")
    record.answers()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("lab: ") and told.err.count("\n") == 1


def test_a_solution_opened_before_the_pass_leaves_a_mark_that_nothing_clears(record):
    assert record.record_help("04") is True
    record.record_lab("04", True)
    assert record.record_help("04") is True
    assert record.lab_passed("04") and record.labs_helped() == ["04"]


def test_a_solution_opened_after_the_pass_leaves_no_mark(record):
    record.record_lab("04", True)
    assert record.record_help("04") is False
    assert record.labs_helped() == []


def test_lessons_built_with_help_are_told_in_the_order_of_the_help(record, monkeypatch):
    for key, at in (("08", "2025-01-02"), ("02", "2025-01-03"), ("05", "2025-01-01")):
        monkeypatch.setattr(progress, "_now", lambda at=at: at)
        record.record_help(key)
    assert record.labs_helped() == ["05", "08", "02"]


def test_hints_that_were_shown_stay_shown(record):
    assert record.hints_seen("04") == 0
    record.see_hints("04", 2)
    record.see_hints("04", 1)
    assert record.hints_seen("04") == 2


def test_the_first_words_to_an_open_question_stay(record):
    assert record.write("04.why", "so that it goes on") == "so that it goes on"
    assert record.write("04.why", "") == "so that it goes on"
    assert record.write("04.then", "") == ""
    assert record.written() == {"04.why": "so that it goes on", "04.then": ""}


def test_that_a_wrong_answer_was_gone_back_to_is_on_record_with_the_last_time(record, monkeypatch):
    record.commit("D.1", "a", False)
    record.commit("D.2", "b", True)
    before = written(record)
    record.revisit("D.2")
    record.revisit("D.3")
    assert written(record) == before and record.answer("D.1").revisited is None
    for time in ("2025-03-01T10:00:00+00:00", "2025-03-02T10:00:00+00:00"):
        monkeypatch.setattr("lab.course.progress._now", lambda time=time: time)
        record.revisit("D.1")
        assert record.answer("D.1").revisited == time
    assert written(record)["version"] == before["version"]
    row = written(record)["answers"]["D.1"]
    assert {**row, "revisited": None} == {**before["answers"]["D.1"], "revisited": None}
