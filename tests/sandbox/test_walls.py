"""Workers behind walls: what they can do, what ends with them, and what happens without walls."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from lab.check import starter, tree
from lab.check.judge import judge
from lab.check.limits import Limits
from lab.check.player import Source
from lab.check.record import passed
from lab.check.runner import Runner
from lab.check.suite import Suite, reference
from lab.course.errors import LabError
from lab.sandbox import Sandbox, SandboxFailed, best_tier, probes
from lab.sandbox.plan import TIERS
from lab.sandbox.table import doctor_data

ROOT = Path(__file__).parents[2]
SCENES = Source("scenes.py", b"def go(harness, lab):\n    return {'went': harness.go()}\n")
LIMITS = Limits(seconds=3.0, memory=256 << 20, processor=20.0)
linux = pytest.mark.skipif(sys.platform != "linux", reason="tiers A and B are Linux's")


@pytest.fixture(params=["A", "B"])
def tier(request) -> str:
    try:
        best_tier(require=request.param)
    except LabError as exc:
        pytest.skip(str(exc))
    return request.param


def played(runner: Runner, code: str):
    """One scene of a harness in a fresh worker."""
    worker = runner.open(Source("harness.py", textwrap.dedent(code).encode()), SCENES)
    try:
        return worker.failed or worker.play("go", {}, None, LIMITS.seconds)
    finally:
        worker.close()


@linux
def test_walls_that_cannot_be_built_mean_that_nothing_is_run(tmp_path, monkeypatch):
    ran = tmp_path / "ran"
    monkeypatch.setattr(starter, "_PATIENCE", 0.5)
    with Runner(LIMITS, sandbox=Sandbox("B")) as runner:
        runner._starter._walls["sandbox"]["tier"] = "Z"
        runner._starter._abandon()
        runner._starter._launch()
        with pytest.raises(SandboxFailed, match="tier Z"):
            played(runner, f"open({str(ran)!r}, 'w')")
    assert not ran.exists()


def test_walls_that_need_fork_are_refused_where_there_is_none(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(LabError, match="tier A needs a system with fork"):
        Runner(LIMITS, fork=False, sandbox=Sandbox("A"))
    assert list(tmp_path.iterdir()) == []


def test_without_fork_the_weakest_tier_is_a_process_each():
    with Runner(LIMITS, fork=False, sandbox=Sandbox("C")) as runner:
        assert played(runner, "def go():\n    return 1\n").seen == {"went": 1}


@linux
def test_a_judge_without_walls_says_so_and_blames_nobody(tmp_path, monkeypatch):
    (tmp_path / "scenes.py").write_bytes(SCENES.text)
    (tmp_path / "tests.py").write_text(
        "def test_it(play):\n    '''It goes.'''\n    assert play('go')\n", encoding="utf-8"
    )
    (tmp_path / "harness.py").write_text("def go():\n    return 1\n", encoding="utf-8")
    suite = Suite("07", tmp_path / "tests.py", tmp_path / "scenes.py", tmp_path)

    def fails(self, settings):
        raise SandboxFailed("tier A: not here")

    monkeypatch.setattr(starter.ForkStarter, "start", fails)
    with Runner(LIMITS, sandbox=Sandbox("A")) as runner:
        (record,) = judge(tmp_path / "harness.py", suite, runner=runner)
    assert record.status == "grader_error"
    assert "tier A: not here" in record.message


@linux
def test_the_whole_tree_is_gone_when_a_worker_is_closed(tier):
    with Runner(LIMITS, sandbox=Sandbox(tier, forks=True)) as runner:
        server = runner._starter._server.pid
        code = """
        import os, time
        def go():
            for _ in range(3):
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(60)
            return 1
        """
        assert played(runner, code).seen == {"went": 1}
        assert tree.children(server) == []


@linux
def test_the_memory_of_all_a_worker_started_counts(tier):
    with Runner(LIMITS, sandbox=Sandbox(tier, forks=True)) as runner:
        found = played(
            runner,
            """
            import os, time
            def go():
                for _ in range(4):
                    if os.fork() == 0:
                        held = b"x" * (80 << 20)
                        time.sleep(60)
                time.sleep(60)
            """,
        )
    assert found.status == "memory"


@linux
def test_processor_time_is_the_kernels_to_take_away(tier):
    limits = Limits(seconds=30.0, processor=1.0)
    with Runner(limits, sandbox=Sandbox(tier)) as runner:
        began = time.process_time()
        worker = runner.open(Source("h.py", b"def go():\n    while True:\n        pass\n"), SCENES)
        found = worker.play("go", {}, None, 30.0)
        worker.close()
    assert found.status in ("timeout", "crashed")
    assert time.process_time() - began < 5


@linux
def test_a_worker_holds_nothing_of_the_fork_servers(tier):
    with Runner(LIMITS, sandbox=Sandbox(tier)) as runner:
        found = played(
            runner,
            """
            import os, stat
            def go():
                kinds = []
                for fd in range(64):
                    try:
                        kinds.append(stat.filemode(os.fstat(fd).st_mode)[0])
                    except OSError:
                        pass
                return kinds
            """,
        )
    assert found.seen == {"went": ["c", "p", "p", "s"]}


@linux
def test_root_becomes_somebody_whom_nobody_knows(tier):
    if os.geteuid() != 0:
        pytest.skip("not root")
    with Runner(LIMITS, sandbox=Sandbox(tier)) as runner:
        found = played(
            runner, "import os\ndef go():\n    return [os.getuid(), os.getgid(), os.getgroups()]\n"
        )
    uid, gid, groups = found.seen["went"]
    assert uid == gid > 60_000
    assert groups in ([], [65534])


@linux
@pytest.mark.parametrize("lesson", ["03_the_loop", "11_the_log"])
def test_the_finished_harness_passes_behind_every_wall(tier, lesson):
    folder = ROOT / "lessons" / lesson
    suite = Suite(lesson[:2], folder / "tests.py", folder / "scenes.py", folder)
    with Runner(Limits(), sandbox=Sandbox(tier)) as runner:
        assert passed(judge(reference(), suite, runner=runner, canary=True))


@linux
def test_a_user_who_is_not_root_has_the_same_walls():
    """Tried by another Python, since this one may lie in a folder of root's own."""
    system = Path("/usr/bin/python3")
    if os.geteuid() != 0 or not system.exists():
        pytest.skip("needs root, and a Python that everybody may run")
    code = (
        "import os; os.setgroups([]); os.setgid(123456); os.setuid(123456)\n"
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "if sys.version_info < (3, 11): print('old')\n"
        "else:\n"
        "    from lab.sandbox.probes import _probed\n"
        "    print([(one.offered, one.why) for one in map(_probed, 'AB')])\n"
    )
    found = subprocess.run(
        [system, "-I", "-B", "-c", code], cwd="/", capture_output=True, text=True, timeout=120
    )
    offered = [one.offered for one in map(probes._probed_once, "AB")]
    if found.stdout.strip() == "old":
        pytest.skip("the system's Python is too old")
    assert found.stdout.count("(True, '')") == sum(offered), found.stdout + found.stderr


def test_the_doctor_tells_of_every_tier_and_every_trial():
    data = doctor_data()
    assert [one["name"] for one in data] == list(TIERS)
    for one in data:
        assert one["offered"] or one["why"]
        assert not one["offered"] or set(probes.CLAIMED[one["name"]]) <= set(one["tried"])


def test_a_tier_that_lets_through_what_it_claims_to_stop_is_not_offered(monkeypatch):
    tried = dict.fromkeys(probes.NAMES, True) | {"reads_a_secret": False}
    monkeypatch.setattr(probes, "_tried", lambda sandbox, told: tried)
    found = probes._probed("A")
    assert not found.offered
    assert found.why == "it does not stop here: read another submission, or a suite"


def test_the_weakest_tier_is_taken_only_by_whoever_says_so(monkeypatch):
    def only_c(name):
        return probes.Tier(name, name == "C", "" if name == "C" else "not here")

    monkeypatch.setattr(probes, "_probed_once", only_c)
    with pytest.raises(LabError, match="tier C only with --unsafe-trust-submissions"):
        best_tier()
    with pytest.raises(LabError, match="tier A: not here; tier B: not here"):
        best_tier(require="B", unsafe=True)
    assert best_tier(unsafe=True) == "C"
