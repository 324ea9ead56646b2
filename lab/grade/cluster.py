"""Plays tasks on a Dask cluster: the same tasks, the same verdicts, JSON strings only.

A Dask worker starts judges of its own, one a thread, and each of those has its own fork server. A
worker that is lost costs the submissions that it had in hand; they are played on another one.
"""

import atexit
import json
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from lab.course.errors import LabError
from lab.grade.crew import News
from lab.grade.kit import Kit
from lab.grade.pool import Judge
from lab.grade.result import Verdict
from lab.grade.task import Task, play

_here = threading.local()
_judges: list[Judge] = []


class DaskCrew:
    """A connection to a scheduler, as a context manager. LabError when there is none to have."""

    def __init__(self, address: str, setup: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise LabError("--dask needs: pip install 'harness-lab[cluster]'") from None
        try:
            self._client = Client(address, timeout="10s")
        except (OSError, ValueError) as exc:
            raise LabError(f"no Dask scheduler answers at {address}: {exc}") from None
        self._setup = self._client.scatter(setup, broadcast=True)

    def __enter__(self) -> "DaskCrew":
        return self

    def __exit__(self, *exc: object) -> None:
        self._client.close(timeout=2)

    def run(self, tasks: Sequence[Task]) -> Iterator[News]:
        """The verdicts of each task as it is done; LabError when one was lost again and again."""
        from distributed import as_completed

        by_key: dict[str, Task] = {}
        futures = []
        for number, task in enumerate(tasks):
            key = f"grade-{task.digest[:16]}-{number}-{'again' if task.again else 'first'}"
            by_key[key] = task
            future = self._client.submit(
                play_there, self._setup, task.dumped(), key=key, pure=False, retries=2
            )
            futures.append(future)
        try:
            for future in as_completed(futures):
                yield from self._news(by_key[future.key], future)
        finally:
            self._client.cancel(futures)

    def _news(self, task: Task, future: Any) -> Iterator[News]:
        try:
            found = json.loads(future.result())
        except Exception as exc:  # whatever the cluster makes of a lost worker
            raise LabError(f"the cluster could not play a submission: {exc}") from None
        if "refused" in found:
            raise LabError(found["refused"])
        for verdict in found["verdicts"]:
            yield task, Verdict.from_dict(verdict)
        yield task, None


def play_there(setup: str, task: str) -> str:
    """On a Dask worker: a task's verdicts, as JSON."""
    told = json.loads(setup)
    judge = _judge(setup)
    try:
        verdicts = play(
            Task.loaded(task), Kit.loaded(told["kit"]), told["sandbox"]["tier"], judge.ask
        )
        return json.dumps({"verdicts": [verdict.as_dict() for verdict in verdicts]})
    except LabError as exc:
        return json.dumps({"refused": str(exc)})


def _judge(setup: str) -> Judge:
    """This thread's judge, another one when the setup is another."""
    found = getattr(_here, "judge", None)
    if found is None or found[0] != setup:
        if found is None and not _judges:
            atexit.register(_close)
        if found is not None:
            found[1].close()
        found = _here.judge = (setup, Judge(setup))
        _judges.append(found[1])
    return found[1]


def _close() -> None:
    for judge in _judges:
        judge.close()
