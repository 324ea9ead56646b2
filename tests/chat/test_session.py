"""A chat in a real terminal: from a recording, steered, asked, stopped once and twice, resumed."""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from lab.provider import Exchange, events, recording
from tests.chat.processes import is_gone, number_in

pexpect = pytest.importorskip("pexpect")
pytest.importorskip("anthropic")

ROOT = Path(__file__).resolve().parents[2]


def _call(id, name, arguments):
    return events.call(id, name, json.dumps(arguments))


def _reply(*blocks):
    called = any(block[0]["content_block"]["type"] == "tool_use" for block in blocks)
    return Exchange(events=events.streamed(blocks, "tool_use" if called else "end_turn"))


def _run(command):
    return _reply(_call("t1", "bash", {"command": command}))


@pytest.fixture
def record(tmp_path):
    """Writes a recording of some replies; its path."""

    def write(*exchanges, name="a.jsonl", **opening):
        text = recording.dumped(exchanges)
        if opening:
            first, rest = text.split("\n", 1)
            text = json.dumps({**json.loads(first), **opening}) + "\n" + rest
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def chat(tmp_path):
    """Starts `lab chat ...` in a terminal, in a folder of its own."""
    children = []

    def start(*arguments, **environment):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"}
        for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
            env.pop(name, None)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "lab", "chat", "--reference", *map(str, arguments)],
            cwd=tmp_path,
            env={**env, **environment},
            encoding="utf-8",
            dimensions=(60, 200),
            timeout=60,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def _says(child, *patterns):
    for pattern in patterns:
        child.expect(pattern)


def _leaves(child):
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_a_recording_of_the_course_is_played_with_its_calls_really_run(chat):
    child = chat("--replay", "fix_a_test")
    _says(child, "harness: the reference", "model: the recording fix_a_test", "> ")
    child.sendline("")
    _says(child, "Mend the code, not the test", "run the test first", r"Allow bash .* \[y/N\] ")
    child.sendline("y")
    _says(child, r"ok +Traceback", r"read \{.*prices", r"Allow write .* \[y/N\] ")
    child.sendline("y")
    _says(child, r"Successfully wrote to prices\.py", r"Allow bash .* \[y/N\] ")
    child.sendline("yes")
    _says(child, "1 passed", "The mistake was one slice", "5 requests, 4,198 tokens sent", "> ")
    child.sendline("/bill")
    _says(child, r"5 requests, 4,198 tokens sent, 219 received\.", "> ")
    child.sendline("/quit")
    assert _leaves(child) == 0


def test_a_no_is_a_no_and_the_model_hears_of_it(chat, record, tmp_path):
    write = _reply(_call("t1", "write", {"path": "a.txt", "content": "x"}))
    child = chat("--replay", record(write, _reply(events.text("Then not."))))
    child.expect("> ")
    child.sendline("Write it.")
    child.expect(r"Allow write .* \[y/N\] ")
    child.sendline("n")
    _says(child, "FAILED Tool call blocked: the user said no", "Then not.", "> ")
    child.sendeof()
    assert _leaves(child) == 0


def test_a_line_typed_during_a_run_steers_it(chat, record):
    wait = _run("sleep 1; echo done")
    child = chat("--replay", record(wait, _reply(events.text("I hear you."))))
    child.expect("> ")
    child.sendline("Wait.")
    child.expect(r"\[y/N\] ")
    child.sendline("y")
    child.sendline("In red, please.")
    _says(child, r"\(it will hear: In red, please\.\)", "ok +done", "I hear you", "> ")
    child.sendcontrol("c")
    assert _leaves(child) == 0


def test_ctrl_c_once_stops_at_the_next_look_and_the_chat_goes_on(chat, record, tmp_path):
    slow = _run(f"touch '{tmp_path}/begun'; sleep 60")
    child = chat("--replay", record(slow, _reply(events.text("Still here."))))
    child.expect("> ")
    child.sendline("Go.")
    child.expect(r"\[y/N\] ")
    child.sendline("y")
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    child.sendcontrol("c")
    _says(child, "Stopping", "Command cancelled", "Stopped", "> ")
    child.sendline("Are you there?")
    _says(child, "Still here", "> ")
    child.sendcontrol("d")
    assert _leaves(child) == 0


def test_ctrl_c_at_a_question_is_a_no_and_a_stop(chat, record):
    child = chat("--replay", record(_run("echo hello")))
    child.expect("> ")
    child.sendline("Go.")
    child.expect(r"\[y/N\] ")
    child.sendcontrol("c")
    _says(child, "Stopping", "the user said no", "Stopped", "> ")
    child.sendcontrol("c")
    assert _leaves(child) == 0


DEAF = """

def make_bash_tool(shell, **limits):
    async def execute(arguments, signal=None):
        print("deaf", flush=True)
        await asyncio.sleep(60)  # it looks at no signal

    told = {"name": "bash", "description": "d", "parameters": {"type": "object"}}
    return {**told, "execute": execute}
"""


def test_ctrl_c_twice_stops_what_looks_at_no_flag(chat, record, tmp_path):
    path = tmp_path / "harness.py"
    text = (ROOT / "harness.py").read_text(encoding="utf-8") + DEAF
    path.write_text(text, encoding="utf-8")
    (tmp_path / ".lab").mkdir()
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lab", "chat", "--replay", str(record(_run("x"), _reply(events.text("Alive."))))],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"},
        encoding="utf-8",
        dimensions=(60, 200),
        timeout=60,
    )
    _says(child, r"harness: your harness\.py", "adapter: the reference", "> ")
    child.sendline("Go.")
    child.expect(r"\[y/N\] ")
    child.sendline("y")
    child.expect("deaf")
    child.sendcontrol("c")
    child.expect("Stopping")
    child.sendcontrol("c")
    _says(child, "Stopped hard", "> ")
    child.sendline("Still there?")
    _says(child, r"Alive\.", "> ")
    child.sendcontrol("d")
    assert _leaves(child) == 0


@pytest.fixture
def provider():
    """A provider on loopback, which a session reaches as it would a real one."""
    from lab.provider.server import WireServer

    servers = []

    def start(*exchanges):
        server = WireServer(exchanges)
        servers.append(server.__enter__())
        return server

    yield start
    for server in servers:
        server.__exit__()


def test_a_session_is_logged_recorded_without_the_key_and_resumed(chat, provider, tmp_path):
    server = provider(_reply(events.text("Hi, k-123456.")), _reply(events.text("Ada.")))
    key = {"ANTHROPIC_API_KEY": "k-123456", "ANTHROPIC_BASE_URL": server.url}
    child = chat("--record", "it.jsonl", "--model", "a-model", **key)
    _says(child, "model: a-model", "> ")
    child.sendline("My name is Ada.")
    _says(child, "Hi, ", "1 request", "> ")
    child.sendeof()
    assert _leaves(child) == 0
    kept = (tmp_path / "it.jsonl").read_text(encoding="utf-8")
    assert "k-123456" not in kept and "[taken out]" in kept
    assert len(recording.load(tmp_path / "it.jsonl").exchanges) == 1
    assert not re.search("bearer|authorization|x-api-key", kept, re.IGNORECASE)

    child = chat("--resume", "--model", "a-model", **key)
    _says(child, r"log: \.lab/chat/.*, 2 messages so far", "> ")
    child.sendline("What is my name?")
    _says(child, "Ada", "> ")
    child.sendeof()
    assert _leaves(child) == 0
    said = [m["content"][0]["text"] for m in server.requests[1]["messages"]]
    assert said == ["My name is Ada.", "Hi, k-123456.", "What is my name?"]
    (log,) = (tmp_path / ".lab" / "chat").iterdir()
    assert len(log.read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        ([], {}, r"no key: set ANTHROPIC_API_KEY \(or ANTHROPIC_AUTH_TOKEN\), or play a recording"),
        (["--replay", "hello", "--resume"], {}, "a recording begins anew each time"),
        (["--replay", "hello", "--folder", "."], {}, "a recording plays in a new folder"),
        (["--replay", "nope"], {}, "nope: no such file; recordings of the course: a_bad_line, "),
        (["--folder", "nope"], {"ANTHROPIC_API_KEY": "k"}, "no such folder: nope"),
        (["--resume"], {"ANTHROPIC_API_KEY": "k"}, "there is no session to resume in"),
        (["--resume", "x.jsonl"], {"ANTHROPIC_API_KEY": "k"}, r"x\.jsonl: there is no such log"),
        (["--record", "."], {"ANTHROPIC_API_KEY": "k"}, r"\. cannot be recorded to"),
    ],
)
def test_what_cannot_begin_is_one_line(chat, arguments, environment, words):
    child = chat(*arguments, **environment)
    child.expect(f"lab: {words}")
    assert _leaves(child) == 2


def test_a_harness_that_is_not_ready_is_one_line_that_names_the_lesson(
    tmp_path, monkeypatch, capsys
):
    from lab.cli import main

    (tmp_path / ".lab").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAB_COURSE", raising=False)
    for text, words in (
        ("def f(:\n", "harness.py, line 1: "),
        ("x = 1 / 0\n", "harness.py cannot be loaded: ZeroDivisionError"),
        ("def make_read_tool(ws): ...\n", "it has no make_write_tool yet, which lesson 04 brings"),
    ):
        (tmp_path / "harness.py").write_text(text, encoding="utf-8")
        assert main(["chat", "--replay", "hello"]) == 2
        said = capsys.readouterr().err
        assert words in said and said.count("\n") == 1
    assert main(["init", "sub"]) == 0
    monkeypatch.chdir(tmp_path / "sub")
    assert main(["chat", "--replay", "hello"]) == 2
    assert "text_of is still empty (lesson 01)" in capsys.readouterr().err


def test_lines_from_a_pipe_are_prompts_one_after_another(tmp_path):
    import subprocess

    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "lab", "chat", "--reference", "--replay", "hello"],
        input="Hello.\nAnd a test.\n",
        cwd=tmp_path,
        env=env,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0 and done.stderr == ""
    assert "2 requests, 875 tokens sent, 53 received." in done.stdout
    assert "\x1b" not in done.stdout


def test_a_replay_is_played_past_a_proxy(chat):
    nowhere = "http://127.0.0.1:9"
    child = chat("--replay", "hello", HTTP_PROXY=nowhere, http_proxy=nowhere, ALL_PROXY=nowhere)
    child.expect("> ")
    child.sendline("Hello.")
    _says(child, "What are you working on", "1 request", "> ")
    child.sendeof()
    assert _leaves(child) == 0


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_session_that_is_ended_from_outside_leaves_no_process_and_no_folder(
    chat, record, tmp_path, number
):
    begun, temporary = tmp_path / "begun", tmp_path / "temporary"
    temporary.mkdir()
    slow = _run(f"sleep 60 & echo $! > '{begun}'; wait")
    child = chat("--replay", record(slow), TMPDIR=str(temporary))
    child.expect("> ")
    child.sendline("Go.")
    child.expect(r"\[y/N\] ")
    child.sendline("y")
    pid = number_in(begun)
    child.kill(number)
    assert _leaves(child) == 128 + number
    assert list(temporary.iterdir()) == []
    assert is_gone(pid)


def test_without_the_providers_package_one_line_says_how_to_get_it(tmp_path, monkeypatch, capsys):
    from lab.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "anthropic", None)
    assert main(["chat", "--reference", "--replay", "hello"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "lab: the anthropic package is not installed: pip install 'harness-lab[provider]'\n"
    )


@pytest.mark.parametrize("turns", ["0", "-3", "many"])
def test_a_number_of_turns_that_is_none_is_refused(capsys, turns):
    from lab.cli import main

    with pytest.raises(SystemExit, match="2"):
        main(["chat", f"--max-turns={turns}"])
    assert "is not a number of model calls" in capsys.readouterr().err


def test_a_closed_standard_input_is_one_line(monkeypatch, capsys):
    from lab.cli import main

    monkeypatch.setattr(sys, "stdin", None)
    assert main(["chat", "--reference", "--replay", "hello"]) == 2
    assert "standard input is closed" in capsys.readouterr().err
