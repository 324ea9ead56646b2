"""The `play` fixture of a suite, and how it works in plain pytest, an IDE or a debugger.

`play(name, **args)` plays a scene on a harness and gives what it saw. Here that happens in this
process, on the file that the environment's HARNESS names (the finished harness when it names none),
without limits; `lab check` gives the same fixture another stage. `pytest -p lab.check.fixture`
brings it along where no conftest.py does.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from lab.check import wire
from lab.check.explain import Played, context
from lab.check.outcome import SEEN, STOPPED, Outcome, failed_load, outcome_of
from lab.check.player import Player, Source
from lab.check.signature import misfit
from lab.check.suite import read_beside, read_source, reference_with, scene_doc
from lab.course.errors import LabError
from lab.course.lesson import find_lessons


class SceneFailed(AssertionError):
    """A scene that was not played to its end: the record's `status`, and words for learners."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status


class SuiteError(Exception):
    """The suite's own mistake: an unknown scene, or arguments that are not plain."""


class Stage(Protocol):
    """Where scenes are played: in this process or in a worker."""

    def play(
        self, scene: str, args: dict, setup: str | None = None, seconds: float | None = None
    ) -> Outcome: ...


class Play:
    """What a test gets as `play`: `last` is the scene played last, `printed` all it printed."""

    def __init__(self, stage: Stage, scenes: Source, seconds: float | None = None) -> None:
        self._stage, self._scenes, self._left = stage, scenes, seconds
        self._stopped: Outcome | None = None
        self.last: Played | None = None
        self.printed = ""

    def __call__(self, name: str, /, **args: Any) -> Any:
        """What the scene saw; SceneFailed when it was not played to its end."""
        __tracebackhide__ = True
        outcome = self._played(name, args)
        if outcome.status != SEEN:
            raise SceneFailed(outcome.status, self._words(outcome))
        return outcome.seen

    def outcome(self, name: str, /, **args: Any) -> dict:
        """{"seen", "raised", "printed"}: for a test that looks at what a scene raised or printed.

        `raised` is None or has type, message, line and function. A scene that was stopped, or that
        gave something else than plain data, is SceneFailed here too.
        """
        __tracebackhide__ = True
        found = self._played(name, args)
        if found.status != SEEN and not (found.status == "error" and found.raised):
            raise SceneFailed(found.status, self._words(found))
        return {"seen": found.seen, "raised": found.raised, "printed": found.printed}

    def _words(self, outcome: Outcome) -> str:
        """Why it was not played to its end; what was played, if anything was."""
        played = outcome.began and outcome.status != "not_reported"
        return "\n\n".join([outcome.line, *(context(self.last) if played else [])])

    def _played(self, name: str, args: dict) -> Outcome:
        __tracebackhide__ = True
        try:
            sent = wire.decode(wire.encode(args))
        except wire.WireError as exc:
            raise SuiteError(f"play({name!r}) was given what is not plain data: {exc}") from None
        assert isinstance(sent, dict)
        if wrong := misfit(self._scenes, name, sent):
            raise SuiteError(wrong)
        # A property that goes on playing after a stop would stop one fresh worker after another.
        outcome = self._stopped or self._timed(name, sent)
        if outcome.status in STOPPED:
            self._stopped = outcome
        self.last = Played(name, scene_doc(self._scenes, name), sent, outcome)
        self.printed += outcome.printed
        if outcome.status == "grader_error":
            raise SuiteError(outcome.line)
        return outcome

    def _timed(self, name: str, args: dict) -> Outcome:
        began = time.monotonic()
        outcome = self._stage.play(name, args, None, self._left)
        if self._left is not None:
            self._left = max(self._left - (time.monotonic() - began), 0.001)
        return outcome


class DirectStage:
    """Plays scenes in this process, without limits, through the same encoding as a worker's."""

    def __init__(self, harness: Source, scenes: Source, beside: list[Source]) -> None:
        self._player = Player(harness, scenes, beside, here=True)
        loaded = wire.decode(wire.encode(self._player.load()))
        assert isinstance(loaded, dict)
        self._failed = failed_load(loaded["failed"]) if "failed" in loaded else None

    def play(
        self, scene: str, args: dict, setup: str | None = None, seconds: float | None = None
    ) -> Outcome:
        """What came of one scene; there is no time limit here, whatever `seconds` says."""
        if self._failed:
            return self._failed
        return outcome_of(wire.decode(self._player.play(scene, args, setup)))

    def close(self) -> None:
        self._player.close()


def harness_here(folder: Path) -> Source:
    """What plain pytest plays a folder's suite on. LabError when HARNESS names no good file."""
    if named := os.environ.get("HARNESS"):
        return read_source(Path(named).expanduser().resolve())
    return reference_with([one.key for one in find_lessons() if one.path == folder])


@pytest.fixture(scope="module")
def direct_stage(request: pytest.FixtureRequest) -> Iterator[tuple[DirectStage, Source]]:
    """One suite's stage in this process: the harness is loaded once for all its tests."""
    folder = Path(str(request.path)).parent
    scenes = read_source(folder / "scenes.py")
    try:
        source = harness_here(folder)
    except LabError as exc:  # once, not once for each test
        pytest.exit(f"HARNESS names a file that cannot be judged: {exc}", returncode=2)
    stage = DirectStage(source, scenes, read_beside(Path(source.path), folder))
    yield stage, scenes
    stage.close()


@pytest.fixture
def play(direct_stage: tuple[DirectStage, Source]) -> Play:
    """Plays a scene by name and gives what it saw."""
    return Play(*direct_stage)
