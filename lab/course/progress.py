"""What a learner has done: answers committed and labs passed, one JSON file in the course folder.

The file is `.lab/progress.json`. It is written whole or not at all, by one process at a time, and
what cannot be read is kept aside, never overwritten. What a lesson or a question is, and how the
map counts them, is not known here.
"""

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from lab.course.errors import LabError

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:
    msvcrt = None  # type: ignore[assignment]

VERSION = 1
_PATIENCE = 10.0
_PAUSE = 0.01


def course_folder() -> Path:
    """The learner's folder: LAB_COURSE, else the nearest folder up from here with a `.lab`.

    With neither it is the current folder, which becomes one at the first write.
    """
    named = os.environ.get("LAB_COURSE")
    if named:
        return Path(named).absolute()
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".lab").is_dir()), here)


@dataclass(frozen=True)
class Answer:
    """A committed answer: the option's letter, whether it is right, and when (UTC, ISO 8601).

    `seconds` is how long the question was thought about, where that is known.
    """

    answer: str
    right: bool
    at: str
    seconds: float | None = None


class Progress:
    """One course folder's record. Each method reads the file anew: another command may write it.

    `say` is handed the one line that tells of a damaged file; by default it goes to stderr.
    LabError when the file is from a newer version, or cannot be read or written.
    """

    def __init__(self, folder: Path | None = None, say: Callable[[str], object] | None = None):
        self.folder = course_folder() if folder is None else Path(folder)
        self.path = self.folder / ".lab" / "progress.json"
        self._say = say or _to_stderr

    def answer(self, question: str) -> Answer | None:
        """The answer on record, or None."""
        return self.answers().get(question)

    def answers(self) -> dict[str, Answer]:
        """Every answer on record, by question."""
        return {key: Answer(**_known(value)) for key, value in self._read()["answers"].items()}

    def commit(
        self, question: str, answer: str, right: bool, seconds: float | None = None
    ) -> Answer:
        """Puts an answer on record and returns the one that counts: the first ever committed."""
        with self._changing() as data:
            new = {"answer": answer, "right": right, "at": _now()}
            if seconds is not None:
                new["seconds"] = round(seconds, 1)
            return Answer(**_known(data["answers"].setdefault(question, new)))

    def lab_passed(self, key: str) -> bool:
        """Whether the suite of this lesson has ever passed."""
        return bool(self._read()["labs"].get(key, {}).get("passed"))

    def labs_passed(self) -> list[str]:
        """The keys of the lessons whose suite has passed, in the order they did."""
        labs = self._read()["labs"]
        passed = [key for key in labs if labs[key].get("passed")]
        return sorted(passed, key=lambda key: labs[key].get("at", ""))

    def record_lab(self, key: str, passed: bool) -> None:
        """Puts a suite's pass on record. A fail changes nothing: what has passed stays passed."""
        if not passed or self.lab_passed(key):
            return
        with self._changing() as data:
            lab = data["labs"].setdefault(key, {})
            if not lab.get("passed"):
                lab.update({"passed": True, "at": _now()})

    def _read(self) -> dict:
        """What the file holds; reading needs no lock, since a write replaces the whole file."""
        try:
            return self._parsed()
        except _Damaged:
            with self._locked():
                return self._parsed_or_fresh()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[dict]:
        """The data to change in place; written when the block ends well and something changed."""
        with self._locked():
            data = self._parsed_or_fresh()
            before = _dumped(data)
            yield data
            after = _dumped(data)
            if after != before:
                self._write(after)

    def _parsed(self) -> dict:
        try:
            return parse(self.path.read_bytes(), str(self.path))
        except FileNotFoundError:
            return {"version": VERSION, "answers": {}, "labs": {}}
        except OSError as exc:
            raise LabError(f"{self.path} cannot be read: {exc.strerror or exc}") from None

    def _parsed_or_fresh(self) -> dict:
        """As `_parsed`, with a damaged file moved out of the way. Only with the lock held."""
        try:
            return self._parsed()
        except _Damaged as damage:
            aside = self._aside()
            with self._refusing():
                os.replace(self.path, aside)
            self._say(
                f"{self.path} is damaged ({damage}): kept as {aside.name}, starting a new one"
            )
            return self._parsed()

    def _aside(self) -> Path:
        number = 1
        while (path := self.path.with_name(f"progress.damaged-{number}.json")).exists():
            number += 1
        return path

    def _write(self, text: str) -> None:
        new = self.path.with_name("progress.json.new")  # one writer at a time, so one name will do
        with self._refusing():
            try:
                with open(new, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                _replace(new, self.path)
            except OSError:
                with contextlib.suppress(OSError):
                    new.unlink()
                raise
            _settle(self.path.parent)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Holds the folder's lock. The system lets go of it when its holder dies."""
        with self._refusing():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = open(self.path.with_name("lock"), "ab")  # noqa: SIM115
        with file:
            with self._refusing():
                self._await_lock(file)
            try:
                yield
            finally:
                _unlock(file)

    def _await_lock(self, file: IO[bytes]) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not _lock(file):
            if time.monotonic() > deadline:
                reason = f"another command has held it for {_PATIENCE:.0f} seconds: try again"
                raise LabError(f"{self.path} cannot be written: {reason}")
            time.sleep(_PAUSE)

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as exc:
            reason = exc.strerror or str(exc)
            raise LabError(f"{self.path} cannot be written: {reason}") from None


class _Damaged(Exception):
    """The file is no progress file; the message says why."""


def parse(data: bytes, name: str) -> dict:
    """The bytes of a progress file as its data, keys that are not known here included.

    LabError when a newer version wrote it.
    """
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except json.JSONDecodeError as exc:
        raise _Damaged(f"line {exc.lineno}: {exc.msg}") from None
    except (ValueError, RecursionError) as exc:
        raise _Damaged(str(exc).split("\n")[0]) from None
    version = found.get("version") if isinstance(found, dict) else None
    if type(version) is int and version > VERSION:
        raise LabError(
            f"{name} is of version {version} and this lab reads version {VERSION}: "
            "update harness-lab to use it (nothing was changed)"
        )
    if version != VERSION or type(version) is not int:
        raise _Damaged("it names no version")
    for part, wanted in (("answers", _ANSWER), ("labs", _LAB)):
        _check(part, found.setdefault(part, {}), wanted)
    return found


# What a row must hold: a key's types, None among them where the key may be missing.
_ANSWER = {"answer": (str,), "right": (bool,), "at": (str,), "seconds": (int, float, None)}
_LAB = {"passed": (bool,), "at": (str, None)}


def _check(part: str, rows: object, wanted: dict[str, tuple]) -> None:
    if not isinstance(rows, dict):
        raise _Damaged(f"its {part} are no table")
    for key, row in rows.items():
        if not isinstance(row, dict):
            raise _Damaged(f"{part}: {key!r} is no table")
        for name, kinds in wanted.items():
            value = row.get(name)
            if (None if value is None else type(value)) not in kinds:
                raise _Damaged(f"{part}: {key!r} has no usable {name!r}")


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is not a number")


def _known(row: dict) -> dict:
    return {key: row[key] for key in _ANSWER if key in row}


def _dumped(data: dict) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _to_stderr(line: str) -> None:
    print(f"lab: {line}", file=sys.stderr)


def _lock(file: IO[bytes]) -> bool:
    """Takes the lock on an open file if nobody holds it. Without either module there is none."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _unlock(file: IO[bytes]) -> None:
    if fcntl is None and msvcrt is not None:  # closing is enough where there is flock
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)


def _replace(new: Path, path: Path) -> None:
    """As os.replace; Windows refuses for as long as somebody reads the old file."""
    for _ in range(50 if os.name == "nt" else 0):
        with contextlib.suppress(PermissionError):
            os.replace(new, path)
            return
        time.sleep(_PAUSE)
    os.replace(new, path)


def _settle(folder: Path) -> None:
    """Has the new name itself on disk, where folders can be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
