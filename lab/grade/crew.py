"""Plays tasks on this machine: a thread and a judge a core, verdicts come as they are known.

The threads only wait for their judges. Nothing is stored or printed here.
"""

import os
import queue
import threading
from collections.abc import Iterator, Sequence

from lab.grade.kit import Kit
from lab.grade.pool import Judge, JudgeDied
from lab.grade.result import Verdict
from lab.grade.task import Task, play

# What a crew gives: a task and one of its verdicts, or None once all of it is done.
News = tuple[Task, Verdict | None]


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalCrew:
    """Judges on this machine, as a context manager; all of them end with it."""

    def __init__(self, kit: Kit, setup: str, tier: str, jobs: int) -> None:
        self._kit, self._tier, self.jobs = kit, tier, jobs
        self._judges = [Judge(setup) for _ in range(jobs)]
        self._stopping = threading.Event()

    def __enter__(self) -> "LocalCrew":
        return self

    def __exit__(self, *exc: object) -> None:
        self._stopping.set()
        ending = [threading.Thread(target=judge.close) for judge in self._judges]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join()

    def run(self, tasks: Sequence[Task]) -> Iterator[News]:
        """Each verdict as it comes. With `again` set half of the judges stay idle, so that what
        is tried again has a core to itself.
        """
        waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            waiting.put(task)
        again = any(task.again for task in tasks)
        judges = self._judges[: max(self.jobs // 2, 1)] if again else self._judges
        news: queue.SimpleQueue[News | Exception] = queue.SimpleQueue()
        for judge in judges:
            threading.Thread(target=self._work, args=(judge, waiting, news), daemon=True).start()
        left = len(tasks)
        while left:
            found = _next(news)
            if isinstance(found, Exception):
                raise found
            left -= found[1] is None
            yield found

    def _work(self, judge: Judge, waiting: queue.SimpleQueue, news: queue.SimpleQueue) -> None:
        try:
            while not self._stopping.is_set():
                task = waiting.get_nowait()
                for verdict in play(task, self._kit, self._tier, judge.ask):
                    if self._stopping.is_set():
                        return  # a judge that was ended has said nothing of the submission
                    news.put((task, verdict))
                news.put((task, None))
        except queue.Empty:
            pass
        except JudgeDied:
            pass
        except Exception as exc:
            news.put(exc)


def _next(news: queue.SimpleQueue) -> News | Exception:
    """Waits in short steps: where a lock cannot be interrupted, Ctrl-C is heard between them."""
    while True:
        try:
            return news.get(timeout=0.2)
        except queue.Empty:
            continue
