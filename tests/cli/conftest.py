"""A learner's course folder, and their terminal."""

import os
import sys
from pathlib import Path

import pytest

from lab.course.folder import make

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def learner(tmp_path, monkeypatch):
    """A course folder at lesson 01's start, gone into."""
    monkeypatch.delenv("LAB_COURSE", raising=False)
    folder = tmp_path / "mine"
    make(folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def at_terminal(learner):
    """Starts `lab ...` in the learner's folder, in a terminal of some rows and 80 columns."""
    pexpect = pytest.importorskip("pexpect")
    children = []

    def start(*command, rows=200, **environment):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **environment}
        for name in ("NO_COLOR", "COLUMNS", "LINES", "LAB_COURSE"):
            if name not in environment:
                env.pop(name, None)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "lab", *command],
            cwd=learner,
            env=env,
            encoding="utf-8",
            dimensions=(rows, 80),
            timeout=60,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)
