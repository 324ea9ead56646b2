"""A real command ends, is bounded, and is killed with all that it started."""

import pytest

from lab.chat.shell import _KEPT, RealShell
from tests.chat.processes import is_gone, number_in


@pytest.fixture
def shell(tmp_path):
    shell = RealShell(tmp_path, grace=0.2)
    yield shell
    shell.close()


def finish(process, laps=3000):
    for _ in range(laps):
        if process.done():
            return process.output()
    process.kill()
    raise AssertionError(f"never ended: {process.command}")


def test_both_streams_and_the_exit_code_come_back(shell):
    assert finish(shell.start("echo one; echo two >&2; exit 3")) == ("one\ntwo\n", 3)


def test_it_runs_in_the_folder(shell, tmp_path):
    assert finish(shell.start("pwd -P"))[0].strip() == str(tmp_path.resolve())


def test_there_is_no_input_to_wait_for(shell):
    assert finish(shell.start("cat; read x || echo none")) == ("none\n", 0)


def test_there_is_no_terminal_to_ask_on(shell):
    assert finish(shell.start("(: < /dev/tty) 2>/dev/null || echo none"))[0] == "none\n"


def test_a_running_process_has_no_output_yet(shell):
    process = shell.start("sleep 60")
    assert shell.running == ["sleep 60"]
    assert not process.done()
    with pytest.raises(RuntimeError, match="still running: sleep 60"):
        process.output()


def test_a_kill_ends_what_ignores_a_polite_signal(shell, tmp_path):
    process = shell.start("trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done")
    pid = number_in(tmp_path / "pid")
    process.kill()
    assert process.output()[1] == 137
    assert is_gone(pid)
    assert shell.running == []


def test_a_kill_gives_time_to_tidy_up(shell, tmp_path):
    process = shell.start(
        "trap 'echo tidied; exit' TERM; echo 1 > up; while :; do sleep 0.01; done"
    )
    number_in(tmp_path / "up")
    process.kill()
    text, code = process.output()
    # The shell may add a word of its own about the sleep that the signal ended.
    assert text.endswith("tidied\n")
    assert code == 137


def test_a_kill_reaches_the_grandchildren(shell, tmp_path):
    process = shell.start("sh -c 'sleep 60 & echo $! > pid; wait'")
    pid = number_in(tmp_path / "pid")
    process.kill()
    process.kill()
    assert is_gone(pid)


def test_a_grandchild_that_holds_the_pipe_neither_hangs_it_nor_outlives_it(shell, tmp_path):
    text, code = finish(shell.start("sleep 60 & echo $! > pid; echo started"))
    assert (text, code) == ("started\n", 0)
    assert is_gone(number_in(tmp_path / "pid"))


def test_output_without_end_is_bounded(shell):
    process = shell.start("yes")
    for _ in range(20):
        process.done()
    process.kill()
    text, _ = process.output()
    assert len(text) < 2 * _KEPT + 100
    assert "bytes left out]" in text


def test_long_output_keeps_its_two_ends(shell):
    text, code = finish(shell.start("echo first; head -c 300000 /dev/zero | tr '\\0' x; echo last"))
    assert code == 0
    assert text.startswith("first\n") and text.endswith("last\n")
    assert f"[{300000 + 11 - 2 * _KEPT} bytes left out]" in text


def test_bytes_that_are_no_text_are_marked(shell):
    assert finish(shell.start("printf 'a\\377b'")) == ("a\ufffdb", 0)


def test_a_signal_is_told_as_a_shell_tells_it(shell):
    assert finish(shell.start("kill -9 $$"))[1] == 137


def test_one_that_closed_its_output_is_still_waited_for(shell):
    assert finish(shell.start("exec >&- 2>&-; sleep 0.1; exit 4")) == ("", 4)


def test_a_command_does_not_see_the_keys(shell, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "one-key")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "one-token")
    text, _ = finish(shell.start("env"))
    assert "one-key" not in text and "one-token" not in text
    assert "PATH=" in text


def test_closing_the_shell_kills_all_that_runs(shell):
    for _ in range(3):
        shell.start("sleep 60")
    shell.close()
    assert shell.running == []
