"""Two checks that must fail, run beside a suite: if one passes, what judged here cannot be trusted.

The first compares two things that differ; the second plays again what the suite played first and
compares it with what nobody can have known. A worker cannot reach either. They guard against a
judge that is broken: a pytest, a `lab.same` or a stage that says yes to everything.
"""

import secrets
from dataclasses import replace
from typing import Any

import pytest

import lab
from lab.check.bench import Bench
from lab.check.fixture import Play, Stage
from lab.check.outcome import SEEN, Outcome
from lab.check.record import Record

_VOID = "this run counts for nothing: a check that must fail"


class GuardedBench(Bench):
    """A Bench whose records are all grader_error when a canary passed, or was never run."""

    def __init__(self, lesson: str, stage: Stage, *rest: Any) -> None:
        self._first = _First(stage)
        self._canaries: dict[str, str] = {}
        super().__init__(lesson, self._first, *rest)

    def finish(self, code: int) -> list[Record]:
        found = super().finish(code)
        fate = {"pass": "passed", "": "was not run"}
        wrong = [fate[status] for status in self._canaries.values() if status in fate]
        if not wrong:
            return found
        words = f"{_VOID} {wrong[0]}"
        return [replace(one, status="grader_error", message=words) for one in found]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        super().pytest_collection_finish(session)
        if not session.items:
            return
        parent: Any = session.items[-1].parent
        for check in (self._differ, self._unknown):
            item = pytest.Function.from_parent(
                parent, name=f"canary{check.__name__}", callobj=_function(check)
            )
            self._canaries[item.nodeid] = ""
            session.items.append(item)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        if nodeid in self._canaries:
            self._canaries[nodeid] = self._status
        else:
            super().pytest_runtest_logfinish(nodeid)

    def _differ(self, play: Play) -> None:
        one, other = secrets.token_hex(8), secrets.token_hex(8)
        assert lab.same({"seen": [one]}, {"seen": [other]}), "they differ"

    def _unknown(self, play: Play) -> None:
        nobody_knows = {"seen": secrets.token_hex(16)}
        seen = play(self._first.scene, **self._first.args) if self._first.scene else None
        assert lab.same(seen, nobody_knows), "nobody knows it"
        assert seen == nobody_knows, "nobody knows it"


class _First:
    """A stage that remembers the first scene played to its end."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.scene, self.args = "", {}  # type: tuple[str, dict]

    def play(
        self, scene: str, args: dict, setup: str | None = None, seconds: float | None = None
    ) -> Outcome:
        found = self._stage.play(scene, args, setup, seconds)
        if not self.scene and not setup and found.status == SEEN:
            self.scene, self.args = scene, args
        return found


def _function(check: Any) -> Any:
    """A plain function of a bound method: what pytest takes for a test."""

    def canary(play: Play) -> None:
        check(play)

    return canary
