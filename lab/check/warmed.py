"""The warm process behind `lab watch`: it judges whenever it is asked, and stays loaded.

A request is a line of JSON on its stdin, `{"check": 7, "harness": ..., "lessons": [...], "columns":
80}`, and each thing it says on its stdout is one too: the lesson begun, each record, the lesson
done, how it ended. A newer number abandons the check that is running, and so does the end of stdin,
after which it goes.
"""

import gc
import importlib
import json
import os
import queue
import sys
import threading
import time
from pathlib import Path
from typing import IO

from lab.check import explain, run
from lab.check.runner import Limits, Runner
from lab.course.errors import LabError
from lab.course.lesson import Lesson
from lab.course.outline import outlined

_PATIENCE = 2.0
_WARM = ("pytest", "hypothesis", "lab.check.bench")


def main(seconds: float) -> None:
    """Serves until stdin ends; `seconds` is the time limit of a test."""
    inbox, outbox = _streams()
    _Warmed(outbox, seconds).serve(inbox)


class _Warmed:
    def __init__(self, outbox: IO[str], seconds: float) -> None:
        self._outbox = outbox
        self._wanted: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._newest = self._number = 0
        self._runner = Runner(Limits(seconds=seconds), abandoned=self._abandoned)

    def serve(self, inbox: IO[str]) -> None:
        with self._runner:
            threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()
            for name in _WARM:
                importlib.import_module(name)
            gc.freeze()  # what is loaded for good need not be gone through after each check
            while (request := self._wanted.get()) is not None:
                self._number = request["check"]
                if not self._abandoned():
                    self._check(request)
                    outlined.cache_clear()  # of a file that will be another one next time
                    gc.collect()

    def _listen(self, inbox: IO[str]) -> None:
        """Runs beside the check, so that a newer request is heard while one is judged."""
        for line in inbox:
            request = json.loads(line)
            self._newest = request["check"]
            if "harness" in request:
                self._wanted.put(request)
        self._newest = -1
        self._wanted.put(None)
        time.sleep(_PATIENCE)  # then the suite itself does not come to an end
        self._runner.close()
        os._exit(1)

    def _abandoned(self) -> bool:
        return self._newest != self._number

    def _check(self, request: dict) -> None:
        self._say(began=True)
        explain.fit(request["columns"])
        lessons = [Lesson(**{**one, "path": Path(one["path"])}) for one in request["lessons"]]
        try:
            run.check(
                Path(request["harness"]),
                lessons,
                self._runner,
                on_lesson=self._begin_lesson,
                on_record=lambda record: self._say(record=vars(record)),
                on_result=lambda result: self._say(result=result.lesson.key),
            )
            self._say(done=True)
        except LabError as exc:
            self._say(cannot=str(exc))
        except KeyboardInterrupt:
            self._say(cannot="the check was interrupted from inside")

    def _begin_lesson(self, result: run.Result) -> None:
        gaps = [vars(gap) for gap in result.unwritten]
        self._say(lesson=result.lesson.key, has_suite=result.has_suite, unwritten=gaps)

    def _say(self, **said: object) -> None:
        self._outbox.write(json.dumps({"check": self._number, **said}) + "\n")
        self._outbox.flush()


def _streams() -> tuple[IO[str], IO[str]]:
    """The lines to the parent, kept from whoever prints here or reads stdin."""
    inbox = os.fdopen(os.dup(0), encoding="utf-8")
    outbox = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(null, number)
    os.close(null)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    return inbox, outbox
