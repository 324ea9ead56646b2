"""`lab grade` on a made class: the verdicts are right, and hold through kills, shards, machines."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest
from conftest import outcome

from lab.course.lesson import find_lessons
from lab.grade.store import NAME

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
LESSONS = ("--lessons", "1-2")


def finished(process: subprocess.Popen) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def rows(folder: Path) -> dict[tuple, tuple]:
    """Every verdict that is on disk, with the time it was known."""
    with contextlib.closing(sqlite3.connect(folder / NAME)) as database:
        asked = "select submission, suite, known_at, verdict from verdicts"
        return {row[:2]: row[2:] for row in database.execute(asked)}


@pytest.fixture
def whole(start, class_folder, tmp_path) -> Path:
    code, out, err = finished(start(class_folder, *LESSONS, "--out", tmp_path / "whole"))
    assert code == 0, out + err
    return tmp_path / "whole"


def test_each_kind_of_submission_has_the_verdict_it_earned(whole, made):
    found = outcome(whole)
    for one in made:
        if not one.source.strip():
            assert one.learner not in found
            continue
        statuses = {s for told in found[one.learner].values() for _, s in told}
        if one.kind in ("right", "odd"):
            assert statuses == {"pass"}, one
        elif one.kind == "wrong":
            assert dict(found[one.learner][one.lesson])[one.caught_by] != "pass"
        else:
            assert "pass" not in statuses, one
        assert "grader_error" not in statuses
    data = json.loads((whole / "grades.json").read_text(encoding="utf-8"))
    assert data
    page = (whole / "report.html").read_text(encoding="utf-8")
    mistakes = [one for one in find_lessons() if one.key in ("01", "02")]
    names = [path.stem for one in mistakes for path in one.wrong]
    assert [name for name in names if f"<td>{name}</td>" in page]
    assert (whole / "grades.csv").is_file()


def test_killed_twice_on_the_way_it_comes_to_the_same_and_repeats_nothing(
    start, class_folder, tmp_path, whole
):
    out = tmp_path / "out"
    seen: dict[tuple, tuple] = {}
    for after in (5, 9):
        stopped = start(class_folder, *LESSONS, "--out", out, after=after, number=signal.SIGKILL)
        assert finished(stopped)[0] == -signal.SIGKILL
        there = rows(out)
        assert len(there) == len(seen) + after
        assert {key: there[key] for key in seen} == seen
        seen = there
    code, _, _ = finished(start(class_folder, *LESSONS, "--out", out))
    there = rows(out)
    assert code == 0 and {key: there[key] for key in seen} == seen
    assert outcome(out) == outcome(whole)


def test_ctrl_c_stops_it_and_the_same_command_goes_on(start, class_folder, tmp_path, whole):
    out = tmp_path / "out"
    process = start(class_folder, *LESSONS, "--out", out, after=6, number=signal.SIGINT)
    code, _, err = finished(process)
    assert code == 130, err
    assert len(rows(out)) in (6, 7)
    assert "the same command goes on from there" in err
    assert finished(start(class_folder, *LESSONS, "--out", out))[0] == 0
    assert outcome(out) == outcome(whole)


def test_a_second_grader_on_one_out_folder_is_one_line(start, class_folder, tmp_path):
    out = tmp_path / "out"
    first = start(class_folder, *LESSONS, "--out", out, after=1, number=signal.SIGSTOP)
    os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    code, said, err = finished(start(class_folder, *LESSONS, "--out", out))
    first.kill()
    assert (code, said) == (2, "")
    assert err.strip().count("\n") == 0 and "is in use: another `lab grade` works there" in err


def test_shards_that_are_merged_are_the_class(start, class_folder, tmp_path, whole):
    parts = [tmp_path / f"part-{i}" for i in (1, 2)]
    for i, part in enumerate(parts, start=1):
        shard = ("--shard", f"{i}/2")
        assert finished(start(class_folder, *LESSONS, "--out", part, *shard))[0] == 0
    code, said, err = finished(start("merge", *parts, "--out", tmp_path / "merged"))
    assert code == 0, said + err
    assert outcome(tmp_path / "merged") == outcome(whole)
    same = [(folder / "grades.csv").read_bytes() for folder in (whole, tmp_path / "merged")]
    assert same[0] == same[1]


def test_what_was_graded_with_another_suite_is_not_merged(start, class_folder, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    for lesson, out in (("1", one), ("2", two)):
        finished(start(class_folder, "--lessons", lesson, "--out", out, "--shard", "1/6"))
    code, _, err = finished(start("merge", one, two, "--out", tmp_path / "merged"))
    assert code == 2 and "not one class" in err


def test_a_hidden_suite_takes_the_place_of_the_shipped_one(start, class_folder, tmp_path):
    tests = 'def test_hidden(play):\n    """Nothing can pass this."""\n    assert False\n'
    (tmp_path / "suites" / "02").mkdir(parents=True)
    (tmp_path / "suites" / "02" / "tests.py").write_text(tests, encoding="utf-8")
    shard = ("--shard", "1/6")
    options = (*LESSONS, "--suites", "suites", "--out", tmp_path / "out", *shard)
    assert finished(start(class_folder, *options))[0] == 0
    found = outcome(tmp_path / "out")["learner-000"]
    assert found["02"] == [["test_hidden", "fail"]] or found["02"] == [("test_hidden", "fail")]
    assert all(status == "pass" for _, status in found["01"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give one folder or zip"),
        (("nowhere",), "no such folder or zip"),
        (("class", "--lessons", "99"), "there is no lesson '99'"),
        (("class", "--jobs", "0"), "--jobs 0"),
        (("class", "--shard", "3/2"), "--shard 3/2"),
        (("class", "--suites", "nowhere"), "no such folder of suites"),
        (("class", "--config", "nowhere.toml"), "cannot be read"),
        (("class", "--dask", "tcp://127.0.0.1:1"), "no Dask scheduler answers"),
    ],
)
def test_what_cannot_begin_is_one_line_and_2(start, class_folder, arguments, words):
    pytest.importorskip("distributed") if "--dask" in arguments else None
    code, out, err = finished(start(*arguments))
    assert (code, out) == (2, "")
    assert err.startswith("lab: ") and words in err
    assert "Traceback" not in err


def test_the_instructors_own_gradebooks_come_back_filled(start, class_folder, tmp_path, made):
    (tmp_path / "course.toml").write_text('title = "Agents"\npoints = 10\n', encoding="utf-8")
    who = [one.learner for one in made[:2]]
    canvas = "Student,ID,SIS User ID,SIS Login ID,Section,Agents (77),Other (78)\r\n"
    canvas += "    Points Possible,,,,,10,5\r\n"
    canvas += "".join(f'"{one}",{n},,{one},"S ""1""",,"4"\r\n' for n, one in enumerate(who))
    moodle = "Identifier,Full name,Email address,Grade,Maximum Grade\n"
    moodle += "".join(f"Participant {n},{one},,-,10\n" for n, one in enumerate(who))
    for name, text in (("c.csv", canvas), ("m.csv", moodle)):
        (tmp_path / name).write_bytes(text.encode())
    options = ("--canvas", "c.csv", "--moodle", "m.csv", "--out", "out", "--shard", "1/6")
    code, said, err = finished(start(class_folder, "--lessons", "1", *options))
    assert code == 0, said + err
    assert "canvas.csv: 1 learners filled" in said and "moodle.csv: 1 learners filled" in said
    filled = canvas.replace(f'0,,{who[0]},"S ""1""",,', f'0,,{who[0]},"S ""1""",10,')
    assert (tmp_path / "out" / "canvas.csv").read_bytes() == filled.encode()
    assert (tmp_path / "out" / "moodle.csv").read_text(encoding="utf-8") == moodle.replace(
        "-,10", "10,10", 1
    )
    assert (tmp_path / "c.csv").read_bytes() == canvas.encode()
