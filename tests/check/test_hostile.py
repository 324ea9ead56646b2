"""Each thing a harness may do to the process it runs in costs its own sentence, and no other."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

QUICK = {"seconds": 0.6}


def test_an_endless_loop_that_swallows_everything_is_a_timeout(trouble):
    record = trouble(
        """
        def trouble():
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    pass
        """,
        **QUICK,
    )
    assert record.status == "timeout"
    assert record.message.startswith("your harness did not finish within 0.6 s")


@pytest.mark.parametrize(
    "code",
    [
        "import asyncio\nasync def trouble():\n    await asyncio.Event().wait()",
        "import threading\ndef trouble():\n    lock = threading.Lock()\n    lock.acquire()\n"
        "    lock.acquire()",
        "import asyncio\nasync def trouble():\n    async def stubborn():\n        while True:\n"
        "            try:\n                await asyncio.sleep(9)\n"
        "            except asyncio.CancelledError:\n                pass\n"
        "    asyncio.create_task(stubborn())\n    await asyncio.sleep(0)\n    return 42",
    ],
    ids=["awaiting for ever", "a lock taken twice", "a task that will not be cancelled"],
)
def test_a_deadlock_is_a_timeout(trouble, code):
    assert trouble(code, **QUICK).status == "timeout"


@pytest.mark.parametrize("code", [0, 3])
def test_ending_the_process_is_a_crash_whatever_the_exit_code(trouble, code):
    record = trouble(f"import os\ndef trouble():\n    os._exit({code})")
    assert record.status == "crashed"
    assert f"exit code {code}" in record.message


@pytest.mark.parametrize("error", ["SystemExit(0)", "KeyboardInterrupt()", "GeneratorExit()"])
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_what_is_no_exception_is_told_like_one(trouble, error, kind):
    record = trouble(f"{kind} trouble():\n    raise {error}")
    assert record.status == "error"
    name = error.partition("(")[0]
    assert record.message.startswith(f"your harness raised {name}")
    assert "at harness.py, line 6, in trouble" in record.message


def test_output_by_the_megabyte_is_stopped_and_its_beginning_kept(trouble):
    record = trouble("def trouble():\n    for _ in range(200):\n        print('x' * (1 << 20))")
    assert record.status == "crashed"
    assert record.message.startswith("your harness printed more than 1 MiB and was stopped")
    assert len(record.printed) == 64 * 1024


def test_a_memory_hog_is_stopped(trouble):
    record = trouble(
        "def trouble():\n    held = []\n    while True:\n        held.append(bytearray(1 << 22))",
        memory=200 << 20,
    )
    assert record.status == "memory"
    assert "200 MiB of memory" in record.message


def test_memory_asked_for_in_one_piece_is_memory_too(trouble):
    record = trouble("def trouble():\n    return bytearray(1 << 45)")
    assert record.status == "memory"


def test_a_thread_left_running_is_named(trouble):
    record = trouble(
        "import threading, time\ndef trouble():\n"
        "    threading.Thread(target=time.sleep, args=(60,), name='poller', daemon=True).start()\n"
        "    return 42"
    )
    assert record.status == "fail"
    assert record.message.startswith("your harness left a thread running: poller")


def test_a_thread_that_ends_in_time_is_nobodys_business(trouble):
    record = trouble(
        "import threading\ndef trouble():\n    found = []\n"
        "    thread = threading.Thread(target=found.append, args=(42,))\n    thread.start()\n"
        "    thread.join()\n    return found[0]"
    )
    assert record.status == "pass"


def test_endless_recursion_is_told_in_one_line(trouble):
    record = trouble("def trouble():\n    return trouble()")
    assert record.status == "error"
    assert record.message.startswith("your harness raised RecursionError: ")


def test_a_segmentation_fault_is_a_crash(trouble):
    record = trouble("import ctypes\ndef trouble():\n    ctypes.string_at(0)")
    assert record.status == "crashed"
    assert "SIGSEGV" in record.message or "crashed" in record.message


def test_a_deep_stack_of_c_is_a_crash_or_an_error(trouble):
    record = trouble(
        "import sys\nsys.setrecursionlimit(10**9)\ndef trouble():\n    value = []\n"
        "    for _ in range(10**5):\n        value = [value]\n    return repr(value)"
    )
    assert record.status in ("crashed", "error", "fail")


def test_closing_every_descriptor_is_a_crash(trouble):
    record = trouble("import os\ndef trouble():\n    os.closerange(0, 4096)\n    return 42")
    assert record.status == "crashed"


@pytest.mark.parametrize(
    "data",
    [
        "b'garbage' * 10",
        "b'LAB1' + b'\\xff' * 4",
        "b'LAB1' + (20).to_bytes(4, 'big') + b'x' * 20",
        "b'LAB1' + (1 << 20).to_bytes(4, 'big') + b'[' * (1 << 20)",
        "b'L'",
    ],
    ids=["garbage", "a huge length", "a forged frame", "a deep frame", "one byte"],
)
def test_writing_on_the_line_is_a_crash(trouble, data):
    record = trouble(
        f"""
        import os, socket, stat

        def trouble():
            for fd in range(3, 64):
                try:
                    if stat.S_ISSOCK(os.fstat(fd).st_mode):
                        os.write(fd, {data})
                except OSError:
                    pass
            return 42
        """
    )
    assert record.status == "crashed"
    assert record.message.startswith("your harness broke the line it answers on")


def test_a_frame_sent_late_is_not_taken_for_the_next_scenes_answer(case):
    """A thread is joined too late to be noticed: what it sends belongs to no scene."""
    found = case.write(
        """
        import os, stat

        def answer():
            return 42

        def trouble():
            read, write = os.pipe()
            if os.fork() == 0:
                import time
                time.sleep(0.2)
                for fd in range(3, 64):
                    try:
                        if stat.S_ISSOCK(os.fstat(fd).st_mode):
                            os.write(fd, b"LAB1" + (16).to_bytes(4, "big") + b"0" * 16)
                    except OSError:
                        pass
                os._exit(0)
            return 42
        """,
        """
        import time

        def test_trouble(play):
            '''It leaves a process behind.'''
            assert play("trouble")["answer"] == 42

        def test_after(play):
            '''It answers.'''
            time.sleep(0.5)
            assert play("answer")["answer"] == 42
        """,
    ).judge()
    assert found["test_after"].status == "pass"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("type('Str', (str,), {'__eq__': lambda *_: True, '__hash__': str.__hash__})('x')", "Str"),
        ("type('Dict', (dict,), {'__eq__': lambda *_: True})()", "Dict"),
        ("type('List', (list,), {'__eq__': lambda *_: True})()", "List"),
        ("type('Int', (int,), {'__eq__': lambda *_: True})(7)", "Int"),
        ("type('Liar', (), {'__eq__': lambda *_: True, '__class__': int})()", "Liar"),
        ("float('nan')", "nan"),
        ("float('inf')", "inf"),
        ("(42,)", "tuple"),
        ("{1: 2}", "key"),
        ("b'42'", "bytes"),
        ("10 ** 5000", "integer"),
        ("'\\ud800'", "surrogate"),
        ("deep(150)", "deep"),
        ("deep(100_000)", "deep"),
        ("loop()", "deep"),
        ("list(range(2_000_000))", "fits"),
        ("'x' * (17 << 20)", "over"),
    ],
)
def test_what_is_not_plain_is_refused_with_its_place(trouble, value, words):
    record = trouble(
        f"""
        def deep(levels):
            value = []
            for _ in range(levels):
                value = [value]
            return value

        def loop():
            value = []
            value.append(value)
            return value

        def trouble():
            return {value}
        """
    )
    assert record.status == "fail"
    assert record.message.startswith("what your harness gave is not plain data: ")
    assert words in record.message


def test_a_false_equal_is_a_failure_not_a_pass(trouble):
    record = trouble("def trouble():\n    return True\nTrue_ = 1")
    assert record.status == "fail"
    assert "your harness: True" in record.message
    assert "should be:    42" in record.message


def test_a_process_that_keeps_the_pipes_open_costs_nothing_and_is_gone_afterwards(
    trouble, tmp_path
):
    record = trouble(
        f"""
        import os, time

        def trouble():
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    with open({str(tmp_path / "pid")!r}, "w", encoding="utf-8") as file:
                        file.write(str(os.getpid()))
                    time.sleep(60)
                os._exit(0)
            while not os.path.exists({str(tmp_path / "pid")!r}):
                time.sleep(0.01)
            time.sleep(0.05)
            return 42
        """
    )
    assert record.status == "pass"
    if sys.platform == "linux":
        assert _gone(int((tmp_path / "pid").read_text(encoding="utf-8")))


def test_a_copy_of_the_process_that_plays_on_is_not_listened_to(trouble):
    record = trouble("import os\ndef trouble():\n    return 42 if os.fork() else 41")
    assert record.status == "pass"


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
def test_killing_the_parent_costs_one_sentence(trouble, sent):
    record = trouble(
        f"import os, time\ndef trouble():\n    os.kill(os.getppid(), {int(sent)})\n"
        "    time.sleep(0.1)\n    os._exit(0)"
    )
    assert record.status == "crashed"


def test_stopping_itself_is_a_timeout(trouble):
    record = trouble(
        "import os, signal\ndef trouble():\n    os.kill(os.getpid(), signal.SIGSTOP)", **QUICK
    )
    assert record.status == "timeout"


@pytest.mark.parametrize(
    "patch",
    [
        "lab.plain = lab.plaindata.plain = boom",
        "json.dumps = json.loads = json.JSONEncoder.default = boom",
        "asyncio.run = threading.enumerate = os.getpid = boom",
        "from lab.check import player, wire, worker\n"
        "    wire.encode = wire.decode = wire.frame = player.Player.play = boom",
        "sys.stdout = sys.stderr = None",
        "os.chdir('/')\n    sys.setrecursionlimit(60)",
        "lab.plaindata._fault = boom",
        "json.encoder.c_make_encoder = json.encoder.encode_basestring_ascii = boom",
    ],
)
def test_patching_what_it_is_played_with_costs_its_own_sentence_at_most(trouble, patch):
    record = trouble(
        f"""
        import asyncio, json, lab, lab.plaindata, os, sys, threading

        def boom(*args, **named):
            raise RuntimeError("boom")

        def trouble():
            {patch.replace(chr(10), chr(10) + " " * 8)}
            return 41
        """
    )
    assert record.status in ("fail", "error", "crashed")


def test_forged_observations_do_not_pass_what_they_do_not_know(trouble):
    """It answers the judge itself, in a well-formed frame with the right number."""
    record = trouble(
        """
        import gc, json, socket, sys

        def trouble():
            frame = sys._getframe()
            while "request" not in frame.f_locals or "sock" not in frame.f_locals:
                frame = frame.f_back
            sock, request = frame.f_locals["sock"], frame.f_locals["request"]
            told = {"seen": {"answer": 0}, "threads": [], "printed": ""}
            data = request["id"].encode() + json.dumps(told).encode()
            sock.sendall(b"LAB1" + len(data).to_bytes(4, "big") + data)
            return 42
        """
    )
    assert record.status == "fail"
    assert "your harness: 0" in record.message


def test_after_two_stopped_workers_the_rest_is_not_run_and_says_so(case):
    tests = "\n\n".join(
        f"def test_{n}(play):\n    '''Sentence {n}.'''\n    play('trouble')" for n in range(4)
    )
    found = case.write("import os\ndef trouble():\n    os._exit(1)", tests).judge()
    statuses = [record.status for record in found.values()]
    assert statuses == ["crashed", "crashed", "not_reported", "not_reported"]
    assert "2 tests before it had to be stopped" in found["test_3"].message


def test_a_time_limit_is_for_a_whole_test(case):
    tests = "def test_many(play):\n    '''Many.'''\n    for _ in range(9):\n        play('slow')"
    scenes = "import time\ndef slow(harness, lab):\n    time.sleep(0.2)"
    found = case.write("", tests, scenes).judge(seconds=0.7)
    assert found["test_many"].status == "timeout"


def test_no_key_of_the_environment_reaches_a_harness(case, monkeypatch):
    monkeypatch.setenv("SECRET_API_KEY", "s3cret")
    found = case.write(
        "import os\ndef answer():\n    return 'SECRET_API_KEY' in os.environ",
        "def test_it(play):\n    '''None.'''\n    assert play('answer')['answer'] is False",
    ).judge()
    assert found["test_it"].status == "pass"


def test_a_harness_finds_neither_the_tests_nor_a_module_of_theirs(case):
    found = case.write(
        "import sys\ndef answer():\n"
        "    return [name for name in sys.modules if 'pytest' in name or name == 'tests']",
        "def test_it(play):\n    '''None.'''\n    assert play('answer')['answer'] == []",
    ).judge()
    assert found["test_it"].status == "pass"


def _gone(pid: int) -> bool:
    for _ in range(200):
        if not Path(f"/proc/{pid}").exists():
            return True
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    return False
