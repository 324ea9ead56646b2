"""`lab watch`: on every save, the lesson's suite again, from a process that stays warm.

This is the loop between four: the saves that are seen, the judge that is asked, the face that
shows, and the keys. What is judged and how is `run`'s business; progress is told as by `lab check`.
"""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.check import run
from lab.check.command import after, last_begun, recorder
from lab.check.faces import Face
from lab.check.pane import View
from lab.check.record import Record
from lab.check.run import Result, Unwritten
from lab.check.saves import Saves
from lab.check.suite import read_source
from lab.check.warm import WarmJudge
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.course.outline import outlined

_TICK = 0.02
_QUIET = 0.025  # a burst of saves is over when nothing more comes for so long
_LONGEST = 0.15  # and at the latest after this
_RETURN = 0.4  # an editor may take a file away for a moment

Command = Callable[[list[str]], int]


def watch(
    harness: Path,
    wanted: str | None,
    judge: WarmJudge,
    face: Face,
    command: Command,
    everything: bool = False,
) -> int:
    """Watches until somebody ends it; the exit code of the last verdict.

    `command` runs `lab` with arguments; `everything` shows every failure in full. LabError when
    there is nothing to watch to begin with.
    """
    if not harness.is_file():
        raise LabError(f"{harness}: no such file; say which with --harness FILE")
    one = Watch(harness, wanted, judge, face, command)
    one.view.everything = everything
    with _ended_by_signals(), contextlib.ExitStack() as stack:
        stack.callback(face.close)
        face.open()
        return one.run()


class Watch:
    """One harness watched; `view` is what the face shows of it."""

    def __init__(
        self, harness: Path, wanted: str | None, judge: WarmJudge, face: Face, command: Command
    ) -> None:
        self.view = View(str(harness), after=after(harness))
        self._harness, self._wanted = harness.absolute(), wanted
        self._home = Path.cwd()
        self._judge, self._face, self._command = judge, face, command
        self._saves = Saves(time.monotonic)
        self._lessons: list[Lesson] = []
        self._guessed = ""  # which lesson it is, where neither somebody nor the file says so
        self._record = recorder(self._harness, say=self._note)
        self._checks = 0
        self._burst: tuple[float, float] | None = None  # its first save and its last
        self._away = False
        self._choose()

    def run(self) -> int:
        """Goes on until `q`, or until the terminal has gone; the exit code."""
        self._saved()
        while self.turn():
            pass
        return run.exit_code(self.view.results)

    def turn(self) -> bool:
        """Once round: what was said, saved and typed; False when it was the last time."""
        for said in self._judge.hear(_TICK):
            self._heard(said)
        if self._saves.look():
            self._return()
            self._saved()
        if self._due():
            self._begin()
        for key in self._face.typed():
            if self._typed(key):
                return False
        if not self._away:
            self._face.keep(self.view)
        return True

    def _saved(self) -> None:
        """Something was saved: says so at once, and lets go of the check that is running."""
        now = time.monotonic()
        if self._burst:
            self._burst = (self._burst[0], now)
            return
        self._burst = (now, now)
        self._judge.abandon()
        self._checks += 1
        view = self.view
        view.when = f"check {self._checks} at {time.strftime('%H:%M:%S')}"
        view.state, view.notice = "checking", ""
        view.results = [Result(one) for one in self._lessons]
        self._show("saved")

    def _due(self) -> bool:
        """Whether a burst of saves is over, or has gone on for long enough."""
        if not self._burst:
            return False
        now = time.monotonic()
        first, last = self._burst
        if not _has_content(self._harness):
            return now - first > _RETURN
        return now - last > _QUIET or now - first > _LONGEST

    def _begin(self) -> None:
        """Has the file judged as it is now."""
        self._burst = None
        if not self._harness.is_file():
            self._wait(f"{self.view.harness} is gone: waiting for it to come back.")
            return
        try:
            self._choose()
        except LabError as exc:
            self._wait(str(exc))
            return
        self.view.results = [Result(one) for one in self._lessons]
        if self._guessed:
            self._note(self._guessed)
        self._judge.check(self._harness, self._lessons, self._face.columns)

    def _choose(self) -> None:
        """Which lessons it is now, and so which files."""
        source, lessons = read_source(self._harness).text, find_lessons()
        self._lessons = run.choose(self._wanted, source, lessons, self._harness.parent)
        key = "" if self._wanted else last_begun(self._harness, self._lessons)
        self._guessed = ""
        if key:
            self._lessons = [one for one in self._lessons if one.key == key]
            where = f"no lesson's gaps stand in {self._harness.name}"
            self._guessed = f"{where}: judging {key}, the last that was begun here."
        outlined.cache_clear()  # at the next save the file is another one
        names = {path.name for one in self._lessons for path in one.beside}
        files = [self._harness, *(self._harness.with_name(name) for name in sorted(names))]
        for one in self._lessons:
            files += [one.tests, one.scenes, *one.beside]
        self._saves.watch(files)

    def _heard(self, said: dict) -> None:
        """One thing that the judge says of the newest check."""
        if "lesson" in said:
            result = self._result(said["lesson"])
            result.has_suite = said["has_suite"]
            result.unwritten = [Unwritten(**gap) for gap in said["unwritten"]]
            self._show("lesson", result)
        elif "record" in said:
            record = Record(**said["record"])
            self._result(record.lesson).records.append(record)
            self._show("record", record)
        elif "result" in said:
            self._tell_progress(self._result(said["result"]))
        elif "done" in said:
            self.view.state = "checked"
            self.view.before = [r for result in self.view.results for r in result.records]
            self._show("verdict")
        else:
            self._wait(said.get("cannot") or f"{said['ended']}; Enter checks again.")

    def _result(self, key: str) -> Result:
        return next(one for one in self.view.results if one.lesson.key == key)

    def _tell_progress(self, result: Result) -> None:
        try:
            self._record(result)
        except LabError as exc:
            self._note(str(exc))

    def _note(self, words: str) -> None:
        self.view.notice = words
        self._show("notice")

    def _wait(self, why: str) -> None:
        self.view.state, self.view.notice = "waiting", why
        self._show("waiting")

    def _show(self, moment: str, what: Result | Record | None = None) -> None:
        if not self._away:
            self._face.show(self.view, moment, what)

    def _typed(self, key: str) -> bool:
        """Does what a key asks for; True for the end."""
        commands = {"h": ["hint", self._current()], "m": ["map"], "n": ["start"]}
        if key == "gone":
            return True
        if self._away:
            self._return()
        elif key == "q":
            return True
        elif key == "enter":
            self._saved()
        elif key == "a":
            self.view.everything = not self.view.everything
            self._show("notice")
        elif key in commands:
            self._visit(commands[key])
        return False

    def _current(self) -> str:
        """The lesson that is being worked on: the first that does not pass."""
        open_ones = [result.lesson for result in self.view.results if not result.passed]
        return (open_ones or self._lessons[-1:])[0].key

    def _visit(self, arguments: list[str]) -> None:
        """Another command, on the usual screen; a key or a save comes back from it."""
        self._away = True
        self._face.close()
        with contextlib.suppress(OSError):  # the folder may be another one by now
            os.chdir(self._home)
        try:
            code = self._command(arguments)
        except SystemExit:
            code = 2
        if arguments == ["start"] and code == 0:
            self._wanted = None  # the lesson whose gaps stand in the file now
        print("\nA key goes back to watching; so does a save.", flush=True)
        self._face.aside()
        if self._saves.look(at_once=True):  # the command's own doing
            self._saved()

    def _return(self) -> None:
        if self._away:
            self._away = False
            self._face.open()


def _has_content(path: Path) -> bool:
    """False while an editor has taken the file away, or emptied it to write it anew."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Has a polite kill, or a terminal that closes, end us as an exception does."""

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    held = {name: signal.signal(getattr(signal, name), end) for name in names}
    try:
        yield
    finally:
        for name, handler in held.items():
            signal.signal(getattr(signal, name), handler)
