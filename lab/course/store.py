"""One JSON file that is written whole or not at all, by one process at a time.

What cannot be read is kept aside, never overwritten. What stands in the file is not known here: the
one who opens it brings the `parse` that knows.
"""

import contextlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
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

_PATIENCE = 10.0
_PAUSE = 0.01


class Damaged(Exception):
    """The bytes are not what the file should hold; the message says why."""


class Store:
    """A file in a folder that has a lock of its own.

    `parse` makes data of bytes, given the file's name, and raises Damaged; of no bytes at all
    (`None`) it makes what a new file holds. `say` is handed the one line that tells of a damaged
    file. LabError when the file cannot be read or written, or `parse` raises it.
    """

    def __init__(
        self,
        path: Path,
        parse: Callable[[bytes | None, str], dict],
        say: Callable[[str], object],
    ):
        self.path, self._parse, self._say = path, parse, say

    def read(self) -> dict:
        """What the file holds; reading needs no lock, since a write replaces the whole file."""
        try:
            return self._parsed()
        except Damaged:
            with self.alone():
                return self._parsed_or_fresh()

    @contextlib.contextmanager
    def changing(self) -> Iterator[dict]:
        """The data to change in place; written when the block ends well and something changed."""
        with self.alone():
            data = self._parsed_or_fresh()
            before = dumped(data)
            yield data
            after = dumped(data)
            if after != before:
                with refusing(self.path):
                    write_whole(self.path, after.encode())

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the folder's lock. The system lets go of it when its holder dies."""
        with refusing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = open(self.path.with_name("lock"), "ab")  # noqa: SIM115
        with file:
            with refusing(self.path):
                self._await_lock(file)
            try:
                yield
            finally:
                _unlock(file)

    def _parsed(self) -> dict:
        try:
            data: bytes | None = self.path.read_bytes()
        except FileNotFoundError:
            data = None
        except OSError as exc:
            raise LabError(f"{self.path} cannot be read: {exc.strerror or exc}") from None
        return self._parse(data, str(self.path))

    def _parsed_or_fresh(self) -> dict:
        """As `_parsed`, with a damaged file moved out of the way. Only with the lock held."""
        try:
            return self._parsed()
        except Damaged as damage:
            aside = self._aside()
            with refusing(self.path):
                os.replace(self.path, aside)
            self._say(
                f"{self.path} is damaged ({damage}): kept as {aside.name}, starting a new one"
            )
            return self._parsed()

    def _aside(self) -> Path:
        stem, number = self.path.stem, 1
        while (path := self.path.with_name(f"{stem}.damaged-{number}.json")).exists():
            number += 1
        return path

    def _await_lock(self, file: IO[bytes]) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not _lock(file):
            if time.monotonic() > deadline:
                reason = f"another command has held it for {_PATIENCE:.0f} seconds: try again"
                raise LabError(f"{self.path} cannot be written: {reason}")
            time.sleep(_PAUSE)


def dumped(data: dict) -> str:
    """The data as the text of a file that can be read by people too."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or none of it: a crash half way leaves the one that was there.

    OSError when it cannot be. Only one process at a time may write a path.
    """
    new = path.with_name(path.name + ".new")
    try:
        with open(new, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, new)
        _replace(new, path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    _settle(path.parent)


@contextlib.contextmanager
def refusing(path: Path) -> Iterator[None]:
    """What cannot be written meanwhile is a LabError, one line that names `path`."""
    try:
        yield
    except OSError as exc:
        raise LabError(f"{path} cannot be written: {exc.strerror or exc}") from None


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
