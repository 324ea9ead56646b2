"""A made class, and `lab grade` as a process of its own that does not probe the sandbox again."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))

import make_class  # noqa: E402

# After the given number of verdicts that are kept, the process gets a signal.
CODE = """
import os, sys
from lab.grade import command, store
command.best_tier = lambda *_, **__: "C"
put, kept = store.Store.put, []
def counted(*arguments):
    done = put(*arguments)
    kept.append(done)
    if len(kept) == int(os.environ["AFTER"]):
        os.kill(os.getpid(), int(os.environ["SIGNAL"]))
    return done
store.Store.put = counted
from lab.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="session")
def made() -> list[make_class.Made]:
    """Twelve submissions up to lesson 02."""
    return make_class.make(12, "02")


@pytest.fixture
def class_folder(tmp_path: Path, made: list[make_class.Made]) -> Path:
    return make_class.write(made, tmp_path / "class")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen]]:
    """Starts `lab grade ...` in the folder of the test; a signal `after` some verdicts."""
    running = []

    def started(
        *arguments: object, command: str = "grade", after: int = 0, number: int = 0
    ) -> subprocess.Popen:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
        environment |= {"AFTER": str(after), "SIGNAL": str(int(number))}
        process = subprocess.Popen(
            [sys.executable, "-c", CODE, command, *map(str, arguments)],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        running.append(process)
        return process

    yield started
    for process in running:
        process.kill()
        process.communicate()


def outcome(folder: Path) -> dict[str, Any]:
    """Everybody's statuses by lesson as the store of an out folder has them, without times."""
    from lab.grade.store import open_store

    with open_store(folder, new=False) as store:
        people = {one.digest: one.id for one in store.submissions() if one.digest}
        rows = store._database.execute("select submission, verdict from verdicts").fetchall()
    found: dict[str, Any] = {}
    for digest, text in rows:
        verdict = json.loads(text)
        told = [(r["test"], r["status"]) for r in verdict["records"]]
        found.setdefault(people[digest], {})[verdict["lesson"]] = told
    return found
