"""`play` in plain pytest: the same verdicts, in this process, and no toolkit in what is shown."""

import os
import subprocess
import sys
from pathlib import Path

from lab.check.fixture import DirectStage
from lab.check.player import Source

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
def test_good(play):
    assert play("answer")["answer"] == 42


def test_raises(play):
    play("broken")


def test_asks(play):
    found = play.outcome("broken")
    assert found["raised"]["type"] == "KeyError"
    assert found["printed"] == "so far\\n"


def test_odd(play):
    play("odd")


def test_thread(play):
    play("thread")


def test_exit(play):
    play("leaves")
"""
HARNESS = """
import threading


def answer():
    return 42


def broken():
    print("so far")
    return {}["id"]


def odd():
    return (1, 2)


def thread():
    threading.Timer(3, print).start()


def leaves():
    raise SystemExit(0)
"""
SCENES = "\n".join(
    f"def {name}(harness, lab):\n    return {{'answer': harness.{name}()}}\n"
    for name in ("answer", "broken", "odd", "thread", "leaves")
)


def pytest_on(case, *options: str, cwd: Path | None = None) -> str:
    environment = {**os.environ, "HARNESS": str(case.harness), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-p", "lab.check.fixture", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *options, str(case.folder / "tests.py")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=cwd or case.folder,
        check=False,
    )
    return done.stdout + done.stderr


def test_plain_pytest_and_the_judge_agree(case):
    case.write(HARNESS, TESTS, SCENES)
    text = pytest_on(case, "-rA", "--tb=line")
    judged = case.judge()
    for name, record in judged.items():
        word = "PASSED" if record.status == "pass" else "FAILED"
        assert f"{word} tests.py::{name}" in text
    assert {record.status for record in judged.values()} == {"pass", "fail", "error"}


def test_plain_pytest_shows_the_one_line_and_no_frame_of_the_toolkit(case):
    case.write(HARNESS, TESTS, SCENES)
    text = pytest_on(case, "-k", "test_raises")
    assert "your harness raised KeyError: 'id' at harness.py, line 11, in broken" in text
    assert "lab/check" not in text


def test_a_file_that_does_not_parse_is_told_in_plain_pytest_too(case):
    case.write("def answer(:\n", TESTS, SCENES)
    text = pytest_on(case, "-k", "test_good")
    assert "harness.py, line 1: " in text
    assert "1 failed" in text


def test_the_harness_is_loaded_once_for_a_suite(case):
    case.write(
        "count = 0\ndef answer():\n    global count\n    count += 1\n    return count\n",
        "def test_a(play):\n    assert play('answer')['answer'] == 1\n"
        "def test_b(play):\n    assert play('answer')['answer'] == 2\n",
        SCENES,
    )
    assert "2 passed" in pytest_on(case)
    assert [record.status for record in case.judge().values()] == ["pass", "pass"]


def test_a_setup_changes_the_harness_for_one_scene_only():
    scenes = (
        "def theirs(harness):\n    harness.answer = lambda: 41\n"
        "def scene(harness, lab):\n    return harness.answer()\n"
    )
    stage = DirectStage(
        Source("harness.py", b"def answer():\n    return 42\n"),
        Source("scenes.py", scenes.encode("ascii")),
        [],
    )
    found = [stage.play("scene", {}, setup).seen for setup in ("theirs", None, "theirs")]
    stage.close()
    assert found == [41, 42, 41]


def test_what_a_scene_leaves_behind_is_put_back(monkeypatch):
    code = "import os, sys\ndef answer():\n    sys.setrecursionlimit(3000)\n    os.chdir('/')\n"
    code += "    sys.stdout = None\n"
    scenes = b"def scene(harness, lab):\n    return harness.answer()\n"
    stage = DirectStage(Source("harness.py", code.encode("ascii")), Source("s.py", scenes), [])
    before = os.getcwd(), sys.getrecursionlimit(), sys.stdout
    assert stage.play("scene", {}).status == "pass"
    stage.close()
    assert (os.getcwd(), sys.getrecursionlimit(), sys.stdout) == before
    assert "harness" not in sys.modules or sys.modules["harness"].__file__ != "harness.py"


def test_tasks_and_generators_of_one_scene_do_not_run_on_into_the_next():
    code = """
import asyncio

ended = []

async def answer():
    async def on_and_on():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("task")

    async def things():
        try:
            yield 1
            yield 2
        finally:
            ended.append("generator")

    held = things()
    ended.append(held)
    await held.__anext__()
    task = asyncio.create_task(on_and_on())
    await asyncio.sleep(0)
    return 1

def told():
    return [one for one in ended if isinstance(one, str)]
"""
    scenes = b"""
async def scene(harness, lab):
    return await harness.answer()

def told(harness, lab):
    return sorted(harness.told())
"""
    stage = DirectStage(Source("harness.py", code.encode("ascii")), Source("s.py", scenes), [])
    assert stage.play("scene", {}).seen == 1
    assert stage.play("told", {}).seen == ["generator", "task"]
    stage.close()
