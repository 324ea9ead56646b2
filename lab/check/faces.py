"""The three faces of a watch: a screen with keys, plain lines, and JSON, a line a check.

Each is told of the same moments: `saved` (a check begins), `lesson`, `record`, `verdict`, `waiting`
and `notice`. None of them judges, or knows what a key does.
"""

import json
import shutil
import sys
import time
from functools import partial
from pathlib import Path

from lab.check import report
from lab.check.pane import Paper, View, fitted
from lab.check.record import Record
from lab.check.report import Line
from lab.check.run import Result
from lab.check.screen import Screen, colours, safe
from lab.check.terminal import Terminal, usable

_OFTEN = 0.05
_STEPS = {"up": -1, "down": 1, "page up": -15, "page down": 15, " ": 15}


def best_face(to_json: bool) -> "Face":
    """The one for this stdin and stdout."""
    if to_json:
        return JsonFace()
    return ScreenFace() if usable(sys.stdin, sys.stdout) else PlainFace()


class Face:
    """What every face does; this one shows nothing and has no keys."""

    @property
    def columns(self) -> int:
        """How wide what is shown may be; 80 where nobody looks."""
        return 80

    def open(self) -> None:
        """Before anything is shown, and again after a `close`."""

    def close(self) -> None:
        """Gives back what `open` took. Harmless twice."""

    def aside(self) -> None:
        """After a `close`: keys are heard, and nothing is drawn over what stands there."""

    def show(self, view: View, moment: str, what: Result | Record | None = None) -> None:
        """Something has happened to the view: to `what`, where it is a lesson or a record."""

    def keep(self, view: View) -> None:
        """Called all the time: shows what is still to be shown."""

    def typed(self) -> list[str]:
        """What was typed and is for the watch."""
        return []


class ScreenFace(Face):
    """The whole terminal, drawn anew where it changed."""

    def __init__(self) -> None:
        self._terminal = Terminal()
        self._colour = colours(self._terminal.stream)
        self._size = self._terminal.size
        self._skip = 0
        self._stale = True
        self._drawn = 0.0

    @property
    def columns(self) -> int:
        return self._terminal.size.columns

    def open(self) -> None:
        self._terminal.enter()
        self._redraw()

    def close(self) -> None:
        self._terminal.leave()

    def aside(self) -> None:
        self._terminal.enter(own_screen=False)

    def show(self, view: View, moment: str, what: Result | Record | None = None) -> None:
        if moment in ("lesson", "record"):
            self._stale = True  # one of many: a few times a second will do
        else:
            self._redraw()
        if moment == "saved":
            self._skip = 0
            self.keep(view)

    def keep(self, view: View) -> None:
        size = self._terminal.size
        if size != self._size:
            self._size = size
            self._redraw()
            self._terminal.forget()
        now = time.monotonic()
        if self._stale and now - self._drawn > _OFTEN:
            self._stale, self._drawn = False, now
            # The last column stays free: some terminals wrap there already.
            spell = partial(safe, stream=self._terminal.stream)
            paper = Paper(size.columns - 1, self._colour, spell)
            lines, self._skip = fitted(view, paper, size.lines, self._skip)
            self._terminal.draw(lines)

    def typed(self) -> list[str]:
        typed = self._terminal.typed()
        for key in typed:
            if key in _STEPS:
                self._skip += _STEPS[key]
                self._redraw()
        return [key for key in typed if key not in _STEPS]

    def _redraw(self) -> None:
        self._stale, self._drawn = True, 0.0


class PlainFace(Face):
    """Lines one after another, as `lab check` prints them, for a pipe or a file."""

    def __init__(self) -> None:
        self._screen = Screen(sys.stdout)
        self._busy = False

    @property
    def columns(self) -> int:
        return shutil.get_terminal_size().columns

    def open(self) -> None:
        self._screen.print(Line("Watching for saves; Ctrl-C ends it."))

    def show(self, view: View, moment: str, what: Result | Record | None = None) -> None:
        if moment == "saved":
            again = "saved again: " if self._busy else ""
            self._screen.print(Line(""), Line(f"{again}checking {view.harness}: {view.when}"))
        elif isinstance(what, Result):
            self._screen.print(*report.heading(what))
        elif isinstance(what, Record):
            self._screen.print(report.row(what))
        elif moment == "verdict":
            self._screen.print(*report.details(view.results, view.everything))
            self._screen.print(*report.total(view.results, view.after, "save"))
        elif view.notice:
            self._screen.print(Line(view.notice))
        self._busy = moment in ("saved", "lesson", "record")


class JsonFace(Face):
    """One object a line: that a check began, its verdict, or why there is none."""

    def show(self, view: View, moment: str, what: Result | Record | None = None) -> None:
        if moment == "saved":
            told = {}
        elif moment == "verdict":
            told = report.as_data(Path(view.harness), view.results)
        elif moment in ("waiting", "notice"):
            told = {"message": view.notice}
        else:
            return
        print(json.dumps({"event": moment, **told}), flush=True)
