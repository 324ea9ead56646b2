"""A disk in memory: text files under relative POSIX paths, and the ways a real one fails.

Folders are not things of their own: one is there while a file is under it. No permissions, no
links, no clock.
"""

from __future__ import annotations

from collections.abc import Mapping

_ENOSPC = 28


class Workspace:
    """A project's files. `writes` holds every change since the start as (op, path, text).

    `op` is `write`, `append` or `delete` (whose text is ""). Paths are relative, with no way out:
    a `..` or an absolute path is a ValueError in every method.
    """

    def __init__(self, files: Mapping[str, str] | None = None):
        self._files: dict[str, str] = {}
        self._appended: dict[str, int] = {}
        self._room: int | None = None
        self.writes: list[tuple[str, str, str]] = []
        for path, text in (files or {}).items():
            self._put(self._target(path, text), text)

    def exists(self, path: str) -> bool:
        """Whether there is a file of that path; a folder is none."""
        return _clean(path) in self._files

    def listdir(self, path: str = ".") -> list[str]:
        """The names in a folder, sorted, folders with a `/` at the end.

        Raises FileNotFoundError without such a folder, NotADirectoryError for a file.
        """
        folder = _clean(path)
        if folder in self._files:
            raise NotADirectoryError(f"Not a folder: {path}")
        start = f"{folder}/" if folder else ""
        rests = [name[len(start) :] for name in self._files if name.startswith(start)]
        if folder and not rests:
            raise FileNotFoundError(f"No such folder: {path}")
        return sorted({rest.partition("/")[0] + ("/" if "/" in rest else "") for rest in rests})

    def read_text(self, path: str) -> str:
        """A file's text. Raises FileNotFoundError."""
        try:
            return self._files[_clean(path)]
        except KeyError:
            raise FileNotFoundError(f"No such file: {path}") from None

    def write_text(self, path: str, text: str) -> None:
        """Create a file or replace all of it. Raises OSError when the disk is full."""
        target = self._target(path, text)
        self._take_room(target)
        self._appended.pop(target, None)
        self._put(target, text)
        self.writes.append(("write", target, text))

    def append_text(self, path: str, text: str) -> None:
        """Add to a file's end, creating it when needed. Raises OSError when the disk is full."""
        target = self._target(path, text)
        self._take_room(target)
        before = self._files.get(target, "")
        self._appended[target] = len(before)
        self._put(target, before + text)
        self.writes.append(("append", target, text))

    def delete(self, path: str) -> None:
        """Delete a file, or all files under a folder. Raises FileNotFoundError."""
        target = _clean(path)
        gone = [name for name in self._files if _within(name, target)]
        if not gone:
            raise FileNotFoundError(f"No such file or folder: {path}")
        for name in gone:
            del self._files[name]
            self._appended.pop(name, None)
        self.writes.append(("delete", target or ".", ""))

    def snapshot(self) -> dict[str, str]:
        """Every file's text by its path, in the paths' order."""
        return dict(sorted(self._files.items()))

    def tear(self, path: str, keep: int) -> None:
        """A power cut: only the first `keep` bytes (UTF-8) of the last append reached the disk.

        A character cut in two is lost whole. Raises ValueError when the last change of that file
        was no append. The program changed nothing, so `writes` stays as it was.
        """
        target = _clean(path)
        if target not in self._appended:
            raise ValueError(f"nothing to tear: {path} was not appended to last")
        start, text = self._appended[target], self._files[target]
        kept = text[start:].encode("utf-8")[:keep].decode("utf-8", "ignore")
        self._files[target] = text[:start] + kept

    def full_after(self, n: int | None) -> None:
        """From now on `n` writes or appends succeed, then each raises OSError; None makes room."""
        self._room = n

    def _take_room(self, path: str) -> None:
        if self._room is None:
            return
        if self._room <= 0:
            raise OSError(_ENOSPC, "No space left on device", path)
        self._room -= 1

    def _target(self, path: str, text: str) -> str:
        """The clean path of a file that may be written there."""
        target = _clean(path)
        if not isinstance(text, str):
            raise TypeError(f"a file holds text, not {type(text).__name__}: {path}")
        text.encode("utf-8")
        if not target or any(name.startswith(f"{target}/") for name in self._files):
            raise IsADirectoryError(f"Is a folder: {path}")
        parts = target.split("/")
        if any("/".join(parts[:end]) in self._files for end in range(1, len(parts))):
            raise NotADirectoryError(f"A file stands where a folder is needed: {path}")
        return target

    def _put(self, target: str, text: str) -> None:
        self._files[target] = text


def _clean(path: str) -> str:
    """The path without `.` and doubled slashes; "" is the top folder."""
    if not isinstance(path, str):
        raise TypeError(f"a path is a str, not {type(path).__name__}")
    parts = path.split("/")
    if path.startswith("/") or ".." in parts or "\0" in path:
        raise ValueError(f"path leaves the workspace: {path!r}")
    return "/".join(part for part in parts if part not in ("", "."))


def _within(name: str, target: str) -> bool:
    return not target or name == target or name.startswith(f"{target}/")
