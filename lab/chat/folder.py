"""A folder on this machine behind the interface of `lab.Workspace`.

It keeps a model's paths inside the folder; it does not keep a command inside it (see `shell`),
and it is no wall against somebody who swaps links in the folder while it works.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path

from lab.course.errors import LabError
from lab.workspace import _clean, _within


class Folder:
    """The text files under one folder. `writes` holds every change as (op, path, text).

    Paths are relative POSIX paths. Every method raises ValueError for one that leaves the folder:
    `..`, an absolute path, or a link that points out of it.
    """

    def __init__(self, root: str | Path):
        """Raises LabError when there is no such folder."""
        self.root = Path(root).resolve()
        if not self.root.is_dir():
            raise LabError(f"no such folder: {root}; create it, or name another")
        self.writes: list[tuple[str, str, str]] = []

    def exists(self, path: str) -> bool:
        """Whether there is a file of that path; a folder is none."""
        return self._real(path).is_file()

    def listdir(self, path: str = ".") -> list[str]:
        """The names in a folder, sorted, folders with a `/` at the end.

        Raises FileNotFoundError without such a folder, NotADirectoryError for a file.
        """
        folder = self._real(path)
        if not folder.exists():
            raise FileNotFoundError(f"No such folder: {path}")
        if not folder.is_dir():
            raise NotADirectoryError(f"Not a folder: {path}")
        return sorted(child.name + ("/" if child.is_dir() else "") for child in folder.iterdir())

    def read_text(self, path: str) -> str:
        """A file's text. Raises FileNotFoundError; ValueError for what is not UTF-8 text."""
        target = self._real(path)
        if not target.exists():
            raise FileNotFoundError(f"No such file: {path}")
        _must_be_plain(target, path)
        try:
            return target.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError(f"Not a text file (UTF-8): {path}") from None

    def write_text(self, path: str, text: str) -> None:
        """Create a file or replace all of it: its old text stays until the new one is whole."""
        target, data = self._for_writing(path, text)
        _replace(target, data)
        self.writes.append(("write", _clean(path), text))

    def append_text(self, path: str, text: str) -> None:
        """Add to a file's end, creating it when needed. On the disk when this returns."""
        target, data = self._for_writing(path, text)
        with target.open("ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        self.writes.append(("append", _clean(path), text))

    def delete(self, path: str) -> None:
        """Delete a file, a link (not what it points to), or a folder with all that is in it.

        Raises FileNotFoundError; ValueError for the top folder, which `lab.Workspace` would empty.
        """
        name = _clean(path)
        if not name:
            raise ValueError("not deleted: it is the folder itself")
        parent, _, last = name.rpartition("/")
        target = self._real(parent or ".") / last
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        elif os.path.lexists(target):
            target.unlink()
        else:
            raise FileNotFoundError(f"No such file or folder: {path}")
        self.writes.append(("delete", name, ""))

    def snapshot(self) -> dict[str, str]:
        """Every text file by its path, in the paths' order; links and other files are left out."""
        texts: dict[str, str] = {}
        for place, _, names in os.walk(self.root):
            for name in names:
                file = Path(place, name)
                if stat.S_ISREG(file.lstat().st_mode):
                    path = file.relative_to(self.root).as_posix()
                    try:
                        texts[path] = self.read_text(path)
                    except ValueError:
                        continue
        return dict(sorted(texts.items()))

    def _real(self, path: str) -> Path:
        """Where a path leads once its links are followed: inside the folder, or ValueError."""
        name = _clean(path)
        # A backslash or a drive is a way out on Windows, and a plain character elsewhere.
        if os.name == "nt" and ("\\" in name or ":" in name):
            raise ValueError(f"path leaves the workspace: {path!r}")
        real = os.path.realpath(self.root / name)
        if not _within(Path(real).as_posix(), self.root.as_posix().rstrip("/")):
            raise ValueError(f"path leaves the workspace through a link: {path!r}")
        return Path(real)

    def _for_writing(self, path: str, text: str) -> tuple[Path, bytes]:
        if not isinstance(text, str):
            raise TypeError(f"a file holds text, not {type(text).__name__}: {path}")
        target, data = self._real(path), text.encode("utf-8")
        if target.exists():
            _must_be_plain(target, path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            words = f"A file stands where a folder is needed: {path}"
            raise NotADirectoryError(words) from None
        return target, data


def _must_be_plain(target: Path, path: str) -> None:
    # A pipe or a device would never come to an end.
    mode = target.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(f"Is a folder: {path}")
    if not stat.S_ISREG(mode):
        raise ValueError(f"Not a plain file: {path}")


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".lab-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, stat.S_IMODE(target.stat().st_mode) if target.exists() else _new_mode())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
