"""Runs a second by tier A, by tier B, and by one pytest process each, in one sitting.

`python tests/grade/speed.py [N] [LESSON ...]`: N made submissions without the hostile ones, since a
plain pytest process has no walls.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import make_class

from lab.check.runner import Limits
from lab.course.lesson import Lesson, find_lessons
from lab.grade.crew import LocalCrew, cores
from lab.grade.kit import digest_of, make_kit
from lab.grade.pool import make_setup
from lab.grade.task import Task
from lab.sandbox import Sandbox


def by_tier(tier: str, sources: list[bytes], lessons: list[Lesson]) -> float:
    """Suites a second, the start of the judges included."""
    kit = make_kit(lessons)
    tasks = []
    for place, source in enumerate(sources):
        files = {"harness.py": source.decode("latin-1")}
        tasks.append(Task(digest_of([place, files]), files, kit.keys))
    limits = Limits(memory=512 << 20, processor=60.0)
    began = time.monotonic()
    with LocalCrew(kit, make_setup(kit, limits, Sandbox(tier)), tier, cores()) as crew:
        done = sum(verdict is not None for _, verdict in crew.run(tasks))
    return done / (time.monotonic() - began)


def by_pytest(sources: list[bytes], lessons: list[Lesson]) -> float:
    """Suites a second, a process each, as many at once as there are cores."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(cores()) as pool:
        jobs = []
        for place, source in enumerate(sources):
            harness = Path(name) / f"{place}.py"
            harness.write_bytes(source)
            jobs += [(harness, lesson) for lesson in lessons]
        began = time.monotonic()
        list(pool.map(_pytest, jobs))
        return len(jobs) / (time.monotonic() - began)


def _pytest(job: tuple[Path, Lesson]) -> int:
    harness, lesson = job
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(lesson.tests)]
    environment = {**os.environ, "HARNESS": str(harness)}
    return subprocess.run(command, env=environment, capture_output=True).returncode


if __name__ == "__main__":
    number, keys = int((sys.argv[1:] or ["20"])[0]), sys.argv[2:] or ["04"]
    made = [one.source for one in make_class.make(number, keys[-1]) if one.kind != "hostile"]
    chosen = [one for one in find_lessons() if one.key in keys]
    print(f"{len(made)} submissions by {len(chosen)} suites on {cores()} cores, suites a second:")
    for tier in ("A", "B"):
        print(f"  tier {tier:<22} {by_tier(tier, made, chosen):6.1f}", flush=True)
    print(f"  a pytest process each  {by_pytest(made, chosen):6.1f}")
