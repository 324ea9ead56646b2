"""Notices that files were saved, by looking at them again and again.

A look is a few microseconds a file, and it sees what notifications miss: a network mount, an editor
that puts another file in the old one's place, a folder that is another folder now. What a save
means is not known here.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

_YOUNG = 2.0
_SHARE = 0.05


@dataclass
class _Seen:
    """A file at the last look; `saved` and `hint` are None where there was none.

    What changes `saved` is a save. What changes `hint` alone may be somebody's bookkeeping (an
    attribute, a file system's new numbers), and so the content decides.
    """

    saved: tuple | None
    hint: tuple | None
    content: int | None
    until: float


class Saves:
    """A set of files; `look` tells which were saved, deleted or put back since the last look.

    A coarse clock gives two saves one time, so for two seconds after a change the content is
    compared too. Looking never takes more than a twentieth of the time, however slow the disk is.
    `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: dict[Path, _Seen] = {}
        self._rest = 0.0

    def watch(self, files: Iterable[Path]) -> None:
        """These files from now on. One that is new here counts as saved at the next change."""
        held = self._seen
        self._seen = {path: held.get(path) or self._first(path) for path in files}

    def look(self, at_once: bool = False) -> list[Path]:
        """The files that are not what they were; `at_once` though it looked just now."""
        began = self._clock()
        if began < self._rest and not at_once:
            return []
        changed = [path for path, seen in self._seen.items() if self._changed(path, seen, began)]
        ended = self._clock()
        self._rest = ended + (ended - began) / _SHARE
        return changed

    def _first(self, path: Path) -> _Seen:
        saved, hint = _stat(path)
        return _Seen(saved, hint, _content(path), self._clock() + _YOUNG)

    def _changed(self, path: Path, seen: _Seen, now: float) -> bool:
        saved, hint = _stat(path)
        if saved == seen.saved and hint == seen.hint and now > seen.until:
            return False
        content = _content(path) if saved else None
        changed = saved != seen.saved or content != seen.content
        until = now + _YOUNG if changed or hint != seen.hint else seen.until
        self._seen[path] = _Seen(saved, hint, content, until)
        return changed


def _stat(path: Path) -> tuple[tuple | None, tuple | None]:
    try:
        found = os.stat(path)
    except OSError:
        return None, None
    return (found.st_mtime_ns, found.st_size), (found.st_ctime_ns, found.st_ino, found.st_dev)


def _content(path: Path) -> int | None:
    try:
        return hash(path.read_bytes())
    except OSError:
        return None
