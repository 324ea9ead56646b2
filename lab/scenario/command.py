"""`lab scenario new`, `check` and `list`: which files are meant, and what to say of them."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from lab.check.runner import Runner
from lab.course.errors import LabError
from lab.course.lesson import find_lessons, lesson
from lab.course.store import refusing
from lab.doctor.scenario import Scenario, load
from lab.scenario.chosen import File, chosen, doubled
from lab.scenario.first import first_file
from lab.scenario.proof import caught, prove, unproved

_NAME = re.compile(r"(\d+_)?[a-z0-9][a-z0-9_-]*")


def new(name: str, wanted: str | None, folder: Path) -> int:
    """Writes a file that runs; the exit code. LabError when it cannot be, or is there already."""
    stem = name.removesuffix(".py")
    if not _NAME.fullmatch(stem):
        raise LabError(f"{name!r} is no name for a scenario: a-z, 0-9, _ and - are wanted")
    one = lesson(wanted or "01")
    path = folder / f"{stem}.py"
    title = stem.lstrip("0123456789_").replace("_", " ").replace("-", " ").capitalize() or stem
    if path.exists():
        raise LabError(f"{path} is there already: nothing was changed")
    with refusing(path):
        folder.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(first_file(title, one.key, None))
        with Runner() as runner:
            found = caught(load(path), find_lessons(), runner)
        path.write_text(first_file(title, one.key, found), encoding="utf-8", newline="\n")
    print(f"{path} is a scenario that runs. Make it yours, then: lab scenario check {path}")
    return 0


def check(wanted: Sequence[str], folder: Path | None, to_json: bool) -> int:
    """Proves the files that are meant, a line each for what is not so; the exit code."""
    there = chosen(wanted, folder)
    rows = []
    with Runner() as runner:
        for one in there:
            wrong = [*doubled(one, there), *prove(one.path, one.key, runner)]
            rows.append({"name": one.name, "wrong": wrong})
            if not to_json:
                _say(one, wrong)
    good = sum(not row["wrong"] for row in rows)
    said = f"\n{good} of {len(rows)} scenarios are what they say."
    print(json.dumps(rows, indent=2) if to_json else said)
    return 0 if good == len(rows) else 1


def list_all(by: str, folder: Path | None, to_json: bool) -> int:
    """Lists them by lesson, by source or by whether the suite would have caught them."""
    loaded = [(one, load(one.path, one.key)) for one in chosen([], folder)]
    if to_json:
        print(json.dumps([_row(file, scenario) for file, scenario in loaded], indent=2))
        return 0

    def order(pair: tuple[File, Scenario]) -> str:
        return _BY[by](pair[1])

    for group, pairs in groupby(sorted(loaded, key=order), key=order):
        print(group)
        for file, scenario in pairs:
            print(f"  {file.name:44} {scenario.title}")
    return 0


_BY: dict[str, Callable[[Scenario], str]] = {
    "lesson": lambda one: "lesson " + ", ".join(one.lessons),
    "source": lambda one: one.source or "no source",
    "caught": lambda one: {
        True: "the suite catches it",
        False: "the suite does not catch it",
        None: "not said",
    }[one.caught],
}


def _row(file: File, one: Scenario) -> dict:
    row = {"name": file.name, "title": one.title, "lessons": list(one.lessons)}
    return row | {"source": one.source, "caught": one.caught}


def _say(one: File, wrong: Sequence[str]) -> None:
    print(f"  {'PASS' if not wrong else 'FAIL'}  {one.name}")
    for line in wrong or unproved(one.path, one.key):
        print(f"        {one.path}{', ' if line.startswith('line ') else ': '}{line}")
