"""Judges one harness with one suite: pytest runs the tests here, the scenes play in a worker.

The list of tests is what pytest collected in this process, and each of them gets exactly one
record; what a worker says is data to compare, never a verdict.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lab.check.player import Source
from lab.check.record import Record
from lab.check.runner import Limits, Runner
from lab.check.suite import Suite, read_beside, read_source
from lab.course.lesson import Lesson

_INI = Path(__file__).with_name("suite.ini")
_WITHOUT = (
    "cacheprovider",
    "doctest",
    "faulthandler",
    "junitxml",
    "logging",
    "pastebin",
    "stepwise",
    "threadexception",
    "unraisableexception",
    "warnings",
)


def judge(
    harness_path: Path,
    suite: Lesson | Suite,
    limits: Limits | None = None,
    on_record: Callable[[Record], None] | None = None,
    runner: Runner | None = None,
    order: Callable[[list[str]], list[str]] | None = None,
    first_only: bool = False,
    canary: bool = False,
) -> list[Record]:
    """One record for each test of the suite, in the suite's order.

    `on_record` hears each as soon as it is known. A `runner` that is given is used and left open,
    with its own limits. `order` puts the tests' names into another order; with `first_only` the
    tests after the first that does not pass are not_reported. With `canary` two checks that must
    fail run after a whole suite, and when one passes every record that comes back is grader_error,
    whatever `on_record` heard before. LabError when a file cannot be read; KeyboardInterrupt goes
    up.
    """
    sources = _sources(Path(harness_path), suite)
    with contextlib.ExitStack() as stack:
        running = runner or stack.enter_context(Runner(limits))
        session = stack.enter_context(contextlib.closing(running.session(*sources)))
        from lab.check.bench import Bench  # imports pytest: meanwhile the runner is warming up

        heard = on_record or (lambda _: None)
        kind: type[Bench] = Bench
        if canary and not first_only:
            from lab.check.canary import GuardedBench

            kind = GuardedBench
        bench = kind(suite.key, session, sources[1], running.limits, heard, order)
        return bench.finish(_run_pytest(suite.tests, bench, ["-x"] if first_only else []))


def judge_here(harness_path: Path, suite: Lesson | Suite) -> list[Record]:
    """The same records from scenes played in this very process: no worker and no limits.

    For files that are trusted, and for a proof that both ways give the same verdicts.
    """
    from lab.check.bench import Bench
    from lab.check.fixture import DirectStage

    sources = _sources(Path(harness_path), suite)
    with contextlib.closing(DirectStage(*sources)) as stage:
        bench = Bench(suite.key, stage, sources[1], Limits(), lambda _: None)
        return bench.finish(_run_pytest(suite.tests, bench))


def _sources(harness: Path, suite: Lesson | Suite) -> tuple[Source, Source, list[Source]]:
    read_source(suite.tests)
    beside = read_beside(harness, suite.path)
    return read_source(harness), read_source(suite.scenes), beside


def _run_pytest(tests: Path, bench: Any, options: Sequence[str] = ()) -> int:
    import pytest

    arguments = [str(tests), "-c", str(_INI), "--rootdir", str(tests.parent), "--noconftest"]
    arguments += ["--import-mode=importlib", "--capture=sys", "--tb=native", *options]
    for name in _WITHOUT:
        arguments += ["-p", f"no:{name}"]
    with _left_alone(tests), _no_stale_bytecode(tests):
        return int(pytest.main(arguments, plugins=[bench]))


@contextlib.contextmanager
def _no_stale_bytecode(tests: Path) -> Iterator[None]:
    """Leaves none behind for a file that was just saved.

    pytest 8 knows a file by its size and second: a second save could be taken for the first.
    """
    held = sys.dont_write_bytecode
    with contextlib.suppress(OSError):
        sys.dont_write_bytecode = held or time.time() - tests.stat().st_mtime < 2
    try:
        yield
    finally:
        sys.dont_write_bytecode = held


@contextlib.contextmanager
def _left_alone(tests: Path) -> Iterator[None]:
    """No plugin or option from the environment; afterwards modules and paths are as before.

    What hypothesis keeps goes to the user's caches: it would make a folder where they work.
    """
    environment = {k: v for k, v in os.environ.items() if k.startswith("PYTEST_")}
    modules, path = dict(sys.modules), list(sys.path)
    sys.modules.pop(tests.stem, None)  # pytest would take a module of this name for the suite's
    for name in environment:
        del os.environ[name]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(_caches() / "hypothesis"))
    try:
        yield
    finally:
        for name in [name for name in os.environ if name.startswith("PYTEST_")]:
            del os.environ[name]
        os.environ.update(environment)
        sys.path[:] = path
        for name in set(sys.modules) - {*modules} | {tests.stem}:
            file = getattr(sys.modules.get(name), "__file__", None)
            if file and Path(file).parent == tests.parent:
                del sys.modules[name]
        if tests.stem in modules:
            sys.modules[tests.stem] = modules[tests.stem]


def _caches() -> Path:
    """Where this user's programs keep what can be made again."""
    there = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(there) / "harness-lab"
