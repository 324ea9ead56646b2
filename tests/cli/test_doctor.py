"""`lab doctor`: the list, one case from the report to the reveal, and every way of leaving it."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lab.cli import main
from lab.course.progress import Progress
from lab.doctor.scenario import all_cases, case

ROOT = Path(__file__).resolve().parents[2]
FIRST = case("D.1")
RIGHT = FIRST.question.right
WRONG = next(letter for letter in FIRST.question.options if letter != RIGHT)


@pytest.fixture(autouse=True)
def course(tmp_path, monkeypatch):
    monkeypatch.setenv("LAB_COURSE", str(tmp_path))
    return tmp_path


def words(text):
    return " ".join(text.split())


def plainly(markdown):
    """Markdown's words as plain output has them: emphasis gone, white space aside."""
    return words(re.sub(r"\*\*(.+?)\*\*", r"\1", markdown))


def feedback(letter):
    return plainly(FIRST.question.feedback[letter])


def test_the_list_names_every_run_and_gives_no_open_one_away(capsys):
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    for one in all_cases():
        assert f"open       {one.id}  " in out
        assert one.title not in out
    assert f"Diagnose one with: lab doctor {all_cases()[0].id}" in out
    assert max(len(line) for line in out.split("\n")) <= 80


def test_the_list_names_a_run_by_its_title_once_it_is_answered(capsys):
    first = all_cases()[0]
    Progress().commit(first.id, "a", False)
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert re.search(rf"committed +{re.escape(first.id)} +{re.escape(first.title)}", out)
    assert f"lab doctor {first.id}\n" not in out


def test_the_list_as_json(capsys):
    Progress().commit(FIRST.id, WRONG, False)
    assert main(["doctor", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"id": FIRST.id, "committed": True, "title": FIRST.title} in rows
    rest = [row for row in rows if row["id"] != FIRST.id]
    assert {row["committed"] for row in rest} == {False}
    assert {row["title"] for row in rest} == {None}


def test_without_a_terminal_it_says_how_to_answer_and_gives_nothing_away(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{RIGHT}\n"))
    assert main(["doctor", FIRST.id]) == 2
    out = words(capsys.readouterr().out)
    assert plainly(FIRST.report) in out and plainly(FIRST.question.stem) in out
    assert out.endswith(f"Answer with: lab doctor {FIRST.id} --answer a")
    assert FIRST.title not in out
    assert not any(feedback(letter) in out for letter in FIRST.question.options)
    assert Progress().answers() == {}


def test_an_answer_on_the_command_line_is_committed_and_opens_everything(capsys):
    assert main(["doctor", FIRST.id.lower(), "--answer", WRONG.upper()]) == 0
    out = words(capsys.readouterr().out)
    parts = [
        plainly(FIRST.report),
        f"{FIRST.id}: {WRONG} is committed.",
        f"{WRONG} is not right. {feedback(WRONG)}",
        "theirs |",
        "First difference:",
        "The same in both:",
        f"{RIGHT} (right) {feedback(RIGHT)}",
        FIRST.title,
        "From lesson",
    ]
    places = [out.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    assert Progress().answer(FIRST.id).answer == WRONG


def test_outside_a_course_folder_an_answer_opens_the_run_and_leaves_nothing(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.delenv("LAB_COURSE")
    monkeypatch.chdir(tmp_path)
    for letter in (WRONG, RIGHT):  # nothing is on record, so the second counts as well
        assert main(["doctor", FIRST.id, "--answer", letter]) == 0
        said = words(capsys.readouterr().out)
        assert f"{letter} is committed. It is put on no record: this is no course folder." in said
        assert plainly(FIRST.title) in said
    assert main(["doctor", FIRST.id, "--answer", RIGHT, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["committed"] == RIGHT
    assert list(tmp_path.iterdir()) == []


def test_nothing_stands_beyond_the_eightieth_column(capsys):
    for one in all_cases():
        assert main(["doctor", one.id, "--answer", "a", "--plain"]) == 0
        lines = capsys.readouterr().out.split("\n")
        fenced = re.compile(r"^ {4}|^\||^```")
        assert [line for line in lines if len(line) > 80 and not fenced.match(line)] == []


def test_the_first_answer_stays(capsys):
    main(["doctor", FIRST.id, "--answer", WRONG])
    capsys.readouterr()
    assert main(["doctor", FIRST.id, "--answer", RIGHT]) == 0
    out = words(capsys.readouterr().out)
    kept = f"{FIRST.id}: {WRONG} is on record and stays: the first answer counts."
    assert f"{kept} {RIGHT} was not recorded." in out
    assert f"{WRONG} is not right." in out
    assert Progress().answer(FIRST.id).answer == WRONG


def test_what_is_no_option_and_no_case_is_one_line(capsys):
    assert main(["doctor", FIRST.id, "--answer", "z"]) == 2
    assert main(["doctor", "Q.1"]) == 2
    captured = capsys.readouterr()
    no_option, no_case = captured.err.strip().split("\n")
    assert no_option.endswith("not 'z': nothing is committed")
    assert no_case.startswith("lab: there is no run 'Q.1'; the runs are: ")
    assert FIRST.id in no_case
    assert captured.out == "" and Progress().answers() == {}


def test_as_json_nothing_is_given_away_before_an_answer(capsys):
    assert main(["doctor", FIRST.id, "--json"]) == 2
    data = json.loads(capsys.readouterr().out)
    assert set(data) == {"id", "report", "question", "options", "committed"}
    assert data["committed"] is None
    assert main(["doctor", FIRST.id, "--json", "--answer", WRONG]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["committed"], data["right"], data["title"]) == (WRONG, RIGHT, FIRST.title)
    assert set(data["differs"]) == set(FIRST.differs)
    assert data["theirs"]["told"] and data["reference"]["seen"]


def test_an_encoding_without_the_letters_gets_ascii():
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "lab", "doctor", FIRST.id, "--answer", "a"]
    done = subprocess.run(command, env=env, capture_output=True)
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout.decode("ascii").startswith(f"Run {FIRST.id}\n")


def test_a_reader_who_leaves_early_is_no_error():
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "lab", "doctor", FIRST.id, "--answer", "a"]
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


pexpect = pytest.importorskip("pexpect")


@pytest.fixture
def terminal():
    """`lab doctor D.1` in a terminal of 80 columns, up to its prompt."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80"}
    env.pop("NO_COLOR", None)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lab", "doctor", FIRST.id],
        env=env,
        encoding="utf-8",
        dimensions=(200, 80),
        timeout=30,
    )
    child.expect("Your diagnosis")
    yield child
    child.close(force=True)


def bare(text):
    return words(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text))


def test_at_a_terminal_it_asks_until_an_option_is_typed(terminal):
    assert FIRST.title not in bare(terminal.before)
    terminal.sendline("z")
    terminal.expect("'z' is none of")
    terminal.expect("Your diagnosis")
    terminal.sendline(f" {RIGHT.upper()} ")
    terminal.expect(pexpect.EOF)
    out = bare(terminal.before)
    assert f"{FIRST.id}: {RIGHT} is committed." in out
    assert f"{RIGHT} is right." in out
    assert "first difference" in out and "theirs" in out and FIRST.title in out
    terminal.wait()
    assert terminal.exitstatus == 0
    recorded = Progress().answer(FIRST.id)
    assert (recorded.answer, recorded.right) == (RIGHT, True)
    assert recorded.seconds is not None


@pytest.mark.parametrize("leave", ["sendintr", "sendeof"])
def test_leaving_the_prompt_commits_nothing_and_is_one_line(terminal, leave):
    getattr(terminal, leave)()
    terminal.expect("Nothing is committed.")
    terminal.expect(pexpect.EOF)
    assert "Traceback" not in terminal.before
    terminal.wait()
    assert terminal.exitstatus == 2
    assert Progress().answers() == {}
