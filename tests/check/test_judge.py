"""Each test of a suite gets exactly one record, whatever becomes of it."""

import os
import sys
from pathlib import Path

import pytest

from lab.check.judge import judge
from lab.check.runner import Limits, Runner
from lab.check.suite import Suite
from lab.course.errors import LabError

GOOD = "def answer():\n    return 42\n"
ONE = "def test_it(play):\n    '''It answers.'''\n    assert play('answer')['answer'] == 42\n"


def test_records_come_in_the_order_of_the_file_with_their_sentences(case):
    tests = """
    def test_second_by_name(play):
        '''The first
        sentence.

        More words that are not shown.'''
        assert play("answer")["answer"] == 42

    def test_a_name_alone(play):
        assert play("answer")["answer"] == 42
    """
    found = case.write(GOOD, tests).judge()
    assert [r.sentence for r in found.values()] == ["The first sentence.", "a name alone"]
    assert [r.status for r in found.values()] == ["pass", "pass"]
    assert {r.lesson for r in found.values()} == {"07"}


def test_each_record_is_told_as_soon_as_it_is_known(case):
    case.write(GOOD, ONE + ONE.replace("test_it", "test_more"))
    heard = []
    records = judge(case.harness, case.suite, on_record=heard.append)
    assert heard == records
    assert [record.test for record in heard] == ["test_it", "test_more"]


def test_a_failure_shows_theirs_beside_what_it_should_be_and_what_was_played(case):
    found = case.write("def answer():\n    return 'fourty'\n", ONE).judge()
    assert found["test_it"].status == "fail"
    assert found["test_it"].message.split("\n") == [
        'your harness: "fourty"',
        "should be:    42",
        "",
        "played: The harness is asked for its answer.",
    ]


def test_what_a_scene_raised_is_one_line_with_its_place(case):
    harness = "def answer():\n    def look():\n        return {}['id']\n    return look()\n"
    record = case.write(harness, ONE).judge()["test_it"]
    assert record.status == "error"
    line = "your harness raised KeyError: 'id' at harness.py, line 3, in look"
    assert record.message.startswith(line + "\n")


def test_what_the_harness_lacks_is_named(case):
    record = case.write("", ONE).judge()["test_it"]
    assert record.message.startswith("your harness has no answer\n")


def test_a_call_it_does_not_take_is_told_without_the_toolkits_frames(case):
    record = case.write("def answer(why):\n    return 42\n", ONE).judge()["test_it"]
    assert record.message.startswith("calling your harness raised TypeError: answer() missing 1")
    assert "lab" not in record.message


def test_a_model_asked_once_too_often_is_told_in_its_own_words(case):
    scenes = """
    async def answer(harness, lab):
        model = lab.ScriptedModel([lab.say("Hello.")])
        while True:
            try:
                await model.acomplete("", [lab.user("Hi.")], [])
            except Exception:
                pass
    """
    record = case.write("", ONE, scenes).judge()["test_it"]
    assert record.status == "error"
    assert record.message.startswith("your loop asked the model for a 2nd reply")


def test_no_source_of_a_test_and_no_frame_of_the_toolkit_is_shown(case):
    tests = """
    def check(value):
        hidden = 42
        assert value == hidden

    def test_helper(play):
        '''Helper.'''
        check(play("answer")["answer"])

    def test_index(play):
        '''Index.'''
        hidden = play("answer")["record"][7]

    def test_bare(play):
        '''Bare.'''
        hidden = 42
        assert all(x == hidden for x in [play("answer")["answer"]])
    """
    found = case.write("def answer():\n    return 41\n", tests).judge()
    for record in found.values():
        assert record.status == "fail"
        for secret in ("hidden", "assert", "tests.py", "Traceback", "lab/check", "all("):
            assert secret not in record.message
    assert "(KeyError: 'record')" in found["test_index"].message
    assert found["test_bare"].message.startswith("that does not hold for your harness")


def test_a_syntax_error_is_every_sentences_record_in_one_line(case):
    case.write("def answer():\n    return 42\n\n\ndef more(:\n", ONE + ONE.replace("_it", "_2"))
    records = list(case.judge().values())
    assert [record.status for record in records] == ["syntax", "syntax"]
    first = records[0].message.split("\n")[0]
    assert first == "harness.py, line 5: invalid syntax: def more(:"


@pytest.mark.parametrize(
    ("code", "status", "words"),
    [
        ("import nothing_of_this_name", "error", "ModuleNotFoundError"),
        ("raise SystemExit(0)", "error", "SystemExit: 0 at harness.py, line 1"),
        ("import os; os._exit(0)", "crashed", "exit code 0"),
        ("while True: pass", "timeout", "did not finish within 0.5 s"),
        ("x = '\0'", "syntax", "null byte"),
        ("x = " + "(" * 5000, "syntax", "harness.py"),
        ("# coding: nonsense\n", "syntax", "nonsense"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_every_sentences_record(case, code, status, words):
    found = case.write(code, ONE + ONE.replace("test_it", "test_more")).judge(seconds=0.5)
    assert [record.status for record in found.values()] == [status, status]
    assert all(words in record.message for record in found.values())


def test_a_file_that_is_not_there_is_told_in_one_line(case):
    case.write(GOOD, ONE).harness.unlink()
    with pytest.raises(LabError, match=r"harness\.py: no such file"):
        case.judge()


@pytest.mark.parametrize(
    ("tests", "words"),
    [
        ("def test_it(play:\n", "SyntaxError"),
        ("import nothing_of_this_name\n", "nothing_of_this_name"),
        ("", "no test was collected"),
        ("x = 1 / 0\n", "ZeroDivisionError"),
    ],
)
def test_a_suite_that_cannot_be_read_is_the_graders_error(case, tests, words):
    records = list(case.write(GOOD, tests).judge().values())
    assert [record.status for record in records] == ["grader_error"]
    assert words in records[0].message


@pytest.mark.parametrize(
    "body",
    [
        "play('no_such_scene')",
        "play('answer', surprise=(1, 2))",
        "raise ValueError('of its own')",
        "nothing_of_this_name",
    ],
)
def test_a_suites_own_mistake_is_the_graders_error_and_the_rest_still_runs(case, body):
    found = case.write(GOOD, f"def test_bad(play):\n    '''Bad.'''\n    {body}\n\n{ONE}").judge()
    assert found["test_bad"].status == "grader_error"
    assert found["test_it"].status == "pass"


def test_scenes_that_cannot_be_loaded_are_the_graders_error(case):
    record = case.write(GOOD, ONE, "def answer(:\n").judge()["test_it"]
    assert record.status == "grader_error"
    assert "scenes.py cannot be loaded: line 1" in record.message


def test_a_suite_that_stops_early_passes_nothing_it_did_not_run(case):
    tests = ONE + "import pytest\ndef test_end(play):\n    '''End.'''\n    pytest.exit('x')\n"
    found = case.write(GOOD, tests + ONE.replace("test_it", "test_more")).judge()
    assert found["test_it"].status == "pass"
    assert found["test_end"].status == "not_reported"
    assert found["test_more"].status == "not_reported"


def test_a_skipped_sentence_says_why(case):
    tests = "import pytest\ndef test_it(play):\n    '''It.'''\n    pytest.skip('not here')\n"
    record = case.write(GOOD, tests).judge()["test_it"]
    assert (record.status, record.message) == ("skipped", "not here")


def test_a_test_may_look_at_what_a_scene_raised_and_printed(case):
    tests = """
    def test_it(play):
        '''It.'''
        found = play.outcome("answer")
        assert found["raised"] == {
            "type": "KeyError", "message": "'id'", "line": 3, "function": "answer"}
        assert found["printed"] == "hello\\n" and found["seen"] is None
    """
    found = case.write("def answer():\n    print('hello')\n    return {}['id']\n", tests).judge()
    assert found["test_it"].status == "pass", found


def test_arguments_are_made_in_the_judge_and_cross_as_plain_data(case):
    tests = """
    def test_it(play):
        '''It.'''
        for n in range(50):
            assert play("answer", value=[n, {"k": "\u00e9"}]) == [n, {"k": "\u00e9"}]
    """
    scenes = "def answer(harness, lab, value):\n    return harness.answer(value)\n"
    found = case.write("def answer(value):\n    return value\n", tests, scenes).judge()
    assert found["test_it"].status == "pass", found


def test_the_arguments_of_a_failing_play_are_shown(case):
    tests = "def test_it(play):\n    '''It.'''\n    assert play('answer', n=3) == 4\n"
    scenes = "def answer(harness, lab, n):\n    '''A number is doubled.'''\n    return 2 * n\n"
    record = case.write("", tests, scenes).judge()["test_it"]
    assert "played: A number is doubled. (with n=3)" in record.message


def test_nothing_that_lies_about_changes_a_verdict(case, monkeypatch):
    case.write(GOOD, ONE)
    ini = "[pytest]\naddopts = --collect-only\n"
    (case.folder / "pytest.ini").write_text(ini, encoding="utf-8")
    (case.folder / "conftest.py").write_text("raise RuntimeError\n", encoding="utf-8")
    (case.folder / "json.py").write_text("raise RuntimeError\n", encoding="utf-8")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    monkeypatch.setenv("PYTEST_PLUGINS", "nothing_of_this_name")
    monkeypatch.chdir(case.folder)
    assert case.judge()["test_it"].status == "pass"
    assert os.environ["PYTEST_ADDOPTS"] == "--collect-only"


def test_modules_and_paths_are_as_they_were(case):
    before, path = dict(sys.modules), list(sys.path)
    case.write(GOOD, ONE).judge()
    assert sys.path == path
    assert {n for n in sys.modules if sys.modules[n] is not before.get(n)} <= {"lab.check.bench"}


def test_nothing_is_left_in_the_folder_of_temporary_files(case, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    case.write(GOOD.replace("return", "open('x', 'w', encoding='utf-8').close(); return"), ONE)
    before = set(tmp_path.iterdir())
    assert case.judge()["test_it"].status == "pass"
    assert {path for path in tmp_path.iterdir() if path.name.startswith("lab-")} <= before


def test_a_runner_serves_several_suites(case):
    case.write(GOOD, ONE)
    with Runner(Limits()) as runner:
        for _ in range(3):
            records = judge(case.harness, case.suite, runner=runner)
            assert [record.status for record in records] == ["pass"]


def test_files_beside_the_harness_are_imported_by_name(case):
    (case.folder / "beside").mkdir()
    (case.folder / "beside" / "adapter.py").write_text("VALUE = 1\n", encoding="utf-8")
    scenes = "def answer(harness, lab):\n    import adapter\n    return {'answer': adapter.get()}\n"
    case.write("", ONE, scenes)
    assert "No module named 'adapter'" in case.judge()["test_it"].message
    adapter = "def get():\n    return 42\n"
    (case.folder / "adapter.py").write_text(adapter, encoding="utf-8")
    assert case.judge()["test_it"].status == "pass"
    (case.folder / "adapter.py").write_text("def get():\n    return 1 / 0\n", encoding="utf-8")
    assert (
        "ZeroDivisionError: division by zero at adapter.py, line 2"
        in case.judge()["test_it"].message
    )


@pytest.mark.parametrize("name", ["my harness.py", "2-bad.name.py", "h\u00e4rness", "it's.txt"])
def test_a_file_of_any_name_in_any_folder_is_judged(case, name):
    case.write(GOOD, ONE)
    folder = case.folder / "a folder"
    folder.mkdir()
    path = folder / name
    path.write_text("def answer():\n    return {}['x']\n", encoding="utf-8")
    record = judge(path, case.suite)[0]
    assert f"at {name}, line 2" in record.message


def test_an_interrupt_goes_up_and_leaves_no_process(case):
    tests = "def test_it(play):\n    '''It.'''\n    raise KeyboardInterrupt\n"
    case.write(GOOD, tests)
    with pytest.raises(KeyboardInterrupt):
        case.judge()


def test_where_there_is_no_fork_workers_are_started_one_by_one(case):
    tests = (
        ONE + "def test_end(play):\n    '''End.'''\n    play('end')\n" + ONE.replace("_it", "_2")
    )
    scenes = (
        "import os\ndef answer(harness, lab):\n    print('hi')\n"
        "    return {'answer': harness.answer()}\ndef end(harness, lab):\n    os._exit(4)\n"
    )
    case.write(GOOD, tests, scenes)
    with Runner(Limits(), fork=False) as runner:
        records = judge(case.harness, case.suite, runner=runner)
    assert [record.status for record in records] == ["pass", "crashed", "pass"]
    assert records[0].printed == "hi\n"
    assert "exit code 4" in records[1].message


def test_a_suite_is_a_folder_or_a_lesson(case):
    case.write(GOOD, ONE)
    suite = Suite("x", case.folder / "tests.py", case.folder / "scenes.py", Path(case.folder))
    assert judge(case.harness, suite)[0].lesson == "x"


def test_what_lab_same_was_asked_is_shown_and_true_is_not_one(case):
    tests = """
    import lab

    def test_it(play):
        '''It.'''
        assert lab.same(play("answer")["answer"], 1)

    def test_denied(play):
        '''Denied.'''
        assert not lab.same(play("answer")["answer"], 1)
        assert play("answer")["answer"] is None
    """
    found = case.write("def answer():\n    return True\n", tests).judge()
    assert found["test_it"].message.startswith("your harness: True\nshould be:    1\n")
    assert found["test_denied"].message.startswith("your harness: True\nshould be:    None\n")


PROPERTY = """
from hypothesis import given, settings, strategies as st

def test_any(play):
    '''It doubles any number.'''
    @settings(database=None, deadline=None, derandomize=True)
    @given(st.integers(0, 1000))
    def holds(n):
        assert play("double", n=n) == 2 * n
    holds()

def test_after(play):
    '''It doubles one.'''
    assert play("double", n=1) == 2
"""
DOUBLE = "def double(harness, lab, n):\n    '''Doubled.'''\n    return harness.double(n)\n"


def test_a_property_that_fails_shows_its_smallest_case(case):
    code = "def double(n):\n    return 2 * n if n < 500 else 7\n"
    found = case.write(code, PROPERTY, DOUBLE).judge()
    assert found["test_any"].status == "fail"
    assert found["test_any"].message.split("\n") == [
        "your harness: 7",
        "should be:    1000",
        "",
        "played: Doubled. (with n=500)",
    ]
    assert found["test_after"].status == "pass"


@pytest.mark.parametrize(
    ("body", "status"), [("while True: pass", "timeout"), ("__import__('os')._exit(1)", "crashed")]
)
def test_a_property_whose_play_was_stopped_plays_no_more_and_the_rest_runs(case, body, status):
    code = f"def double(n):\n    if n > 700: {body}\n    return 2 * n\n"
    code = code.replace("if n > 700: while True", "while n > 700")
    found = case.write(code, PROPERTY, DOUBLE).judge(seconds=2.0)
    assert found["test_any"].status == status
    assert found["test_after"].status == "pass"
