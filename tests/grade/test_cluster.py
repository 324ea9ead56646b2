"""More than one machine: the same verdicts from a real cluster, though one of its workers dies."""

import os
import signal
import threading
from pathlib import Path

import pytest

pytest.importorskip("distributed")
from conftest import ROOT, outcome
from distributed import Client, LocalCluster
from test_run import Silent

from lab.check.runner import Limits
from lab.course.lesson import find_lessons
from lab.grade.cluster import DaskCrew
from lab.grade.crew import LocalCrew
from lab.grade.intake import take
from lab.grade.kit import make_kit
from lab.grade.pool import make_setup
from lab.grade.result import Verdict
from lab.grade.run import Terms, grade
from lab.grade.store import open_store
from lab.sandbox import Sandbox

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills as POSIX does")


class KillsOne(Silent):
    """Kills the first worker of a cluster once two verdicts are known."""

    def __init__(self, pids: list[int]) -> None:
        self.pids, self.heard, self.lock = pids, 0, threading.Lock()

    def verdict(self, learner: str, verdict: Verdict) -> None:
        self.heard += 1
        if self.heard == 2:
            os.kill(self.pids[0], signal.SIGKILL)


def test_a_cluster_gives_the_same_verdicts_though_a_worker_is_killed(
    class_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    kit = make_kit(find_lessons()[:2])
    terms = Terms(kit, Limits(), "C")
    setup = make_setup(kit, terms.limits, Sandbox("C"))
    handed = take(class_folder)
    with open_store(tmp_path / "here") as store, LocalCrew(kit, setup, "C", 1) as crew:
        grade(handed, terms, store, crew, Silent())
    options = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(host="127.0.0.1", **options) as cluster:
        with Client(cluster) as client:
            pids = list(client.run(os.getpid).values())
        meter = KillsOne(pids)
        address = cluster.scheduler_address
        with open_store(tmp_path / "there") as store, DaskCrew(address, setup) as crew:
            grade(handed, terms, store, crew, meter)
    assert meter.heard >= 22
    assert outcome(tmp_path / "there") == outcome(tmp_path / "here")
