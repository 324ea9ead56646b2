"""What was handed over, folder or zip, as one flat list of files that can be read safely.

Nothing is unpacked to disk, no link is followed, no name of theirs becomes a path, and nothing is
read further than its limit. Whose a file is, and which one counts, is not known here.
"""

import contextlib
import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lab.course.errors import LabError

MOST_BYTES = 2 << 20  # of one file that is taken
MOST_NOTEBOOK = 16 << 20
_MOST_ARCHIVE = 64 << 20
_MOST_FILES = 200_000
_MOST_IN_ARCHIVE = 10_000
_DEPTH = 3
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may ask for gigabytes to unpack
_JUNK = {"__macosx", "__pycache__", "node_modules", "site-packages", ".venv", "venv", ".idea"}
_JUNK |= {".vscode", ".pytest_cache", ".ipynb_checkpoints"}


class Unreadable(Exception):
    """A file or an archive that cannot be read; the message says why."""


@dataclass(frozen=True)
class File:
    """A file by its place below what was handed over; `read(most)` gives its bytes or Unreadable.

    `when` is when it was changed last (comparable with other files' of the same kind, no more), and
    an `archive` that could not be opened is a file whose `read` says why.
    """

    parts: tuple[str, ...]
    when: float
    read: Callable[[int], bytes] = field(compare=False)
    archive: bool = False

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def suffix(self) -> str:
        return os.path.splitext(self.name)[1].lower()

    @property
    def place(self) -> str:
        return "/".join(self.parts)


def list_files(path: Path) -> list[File]:
    """Every file below a folder, in a zip, or the file itself; zips within are looked into.

    LabError when there is nothing of the kind, or it is more than any class hands in.
    """
    if path.is_dir():
        found = _opened(_walk(path), 0)
    elif path.is_file() and zipfile.is_zipfile(path):
        found = _opened(_in_archive(path.read_bytes(), ()), 1)
    elif path.is_file():
        found = iter([_on_disk(path, (path.name,))])
    else:
        raise LabError(f"{path}: no such folder or zip of submissions")
    files = []
    for file in found:
        files.append(file)
        if len(files) > _MOST_FILES:
            raise LabError(f"{path}: over {_MOST_FILES} files: is this a folder of submissions?")
    return sorted(files, key=lambda file: file.parts)


def is_archive(name: str) -> bool:
    return name.lower().endswith(".zip")


def _walk(root: Path) -> Iterator[File]:
    folders: list[tuple[str, ...]] = [()]
    while folders:
        inside = folders.pop()
        try:
            entries = sorted(os.scandir(root.joinpath(*inside)), key=lambda entry: entry.name)
        except OSError as exc:
            if not inside:
                raise LabError(f"{root}: {exc.strerror}") from None
            reason = f"the folder cannot be read: {exc.strerror}"
            yield File((*inside, "?"), 0.0, _refusing(reason))
            continue
        for entry in entries:
            parts = (*inside, _clean(entry.name))
            if entry.is_dir(follow_symlinks=False):
                if entry.name == ".git":
                    yield File(parts, 0.0, _refusing("is a folder"))
                elif entry.name.lower() not in _JUNK:
                    folders.append((*inside, entry.name))
            elif not _is_junk(entry.name):
                yield _on_disk(Path(entry.path), parts)


def _on_disk(path: Path, parts: tuple[str, ...]) -> File:
    try:
        when = os.lstat(path).st_mtime
    except OSError:
        when = 0.0
    return File(parts, when, lambda most: _read(path, most))


def _read(path: Path, most: int) -> bytes:
    """A regular file's bytes. A link is not followed and a pipe is not waited for."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if path.is_symlink():
        raise Unreadable("is a link, and links are not followed")
    try:
        handle = os.open(path, flags)
    except OSError as exc:
        raise Unreadable(f"cannot be opened: {exc.strerror}") from None
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Unreadable("is no regular file")
        return _within(file.read(most + 1), most)


def _within(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise Unreadable(f"is over {most >> 20} MiB")
    return data


def _opened(files: Iterator[File], depth: int) -> Iterator[File]:
    """The files, each zip among them replaced by what is in it."""
    for file in files:
        if not is_archive(file.name):
            yield file
            continue
        try:
            if depth >= _DEPTH:
                raise Unreadable(f"is a zip in a zip, {depth} deep")
            inside = list(_in_archive(file.read(_MOST_ARCHIVE), file.parts))
            yield from _opened(iter(inside), depth + 1)
        except Unreadable as exc:
            yield File(file.parts, file.when, _refusing(str(exc)), archive=True)


def _in_archive(data: bytes, parts: tuple[str, ...]) -> Iterator[File]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as exc:
        raise Unreadable(f"is no zip that can be read: {exc}") from None
    most = _MOST_IN_ARCHIVE if parts else _MOST_FILES
    if len(members) > most:
        raise Unreadable(f"has {len(members)} files, over {most}")
    for member in members:
        inside = _named(member)
        junk = not inside or _is_junk(inside[-1]) or any(p.lower() in _JUNK for p in inside[:-1])
        if not junk and not member.is_dir():
            yield File((*parts, *inside), _when(member), _reader(archive, member))


def _reader(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(most: int) -> bytes:
        if member.flag_bits & 1:
            raise Unreadable("is encrypted")
        if member.compress_type not in _METHODS:
            raise Unreadable("is packed in a way that is not read here: use an ordinary zip")
        if stat.S_ISLNK(member.external_attr >> 16):
            raise Unreadable("is a link, and links are not followed")
        try:
            with archive.open(member) as file:
                return _within(file.read(most + 1), most)
        except Unreadable:
            raise
        except Exception as exc:  # whatever a damaged zip makes of zipfile and zlib
            raise Unreadable(f"cannot be unpacked: {exc}") from None

    return read


def _named(member: zipfile.ZipInfo) -> tuple[str, ...]:
    """The parts of a member's name; `..`, drives and the like are left out, nothing is a path."""
    name = member.filename
    if not member.flag_bits & 0x800:  # not said to be UTF-8, and yet it mostly is
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    parts = name.replace("\\", "/").split("/")
    return tuple(_clean(part) for part in parts if part not in ("", ".", ".."))


def _when(member: zipfile.ZipInfo) -> float:
    year, month, day, hour, minute, second = member.date_time
    return float(((((year * 12 + month) * 31 + day) * 24 + hour) * 60 + minute) * 60 + second)


def _clean(name: str) -> str:
    """A name that can be stored and shown: no lone surrogates, no control characters."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(c if c.isprintable() or c == "\u200d" else "?" for c in text) or "?"


def _is_junk(name: str) -> bool:
    return name.startswith("._") or name.lower() in (".ds_store", "thumbs.db", "desktop.ini")


def _refusing(reason: str) -> Callable[[int], bytes]:
    def read(most: int) -> bytes:
        raise Unreadable(reason)

    return read
