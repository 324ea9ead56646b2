"""What a released course keeps out of sight, in one file: the reference, and the runs' own files.

Sealed is not secret. Nobody meets what is in there by opening a file or searching the course for a
line; whoever sets out to read it can. In a checkout nothing is sealed, and every file is read from
where it stands.
"""

import base64
import binascii
import json
import zlib
from functools import lru_cache
from pathlib import Path

from lab.course.errors import LabError

FILE = "sealed.txt"
_WIDTH = 100


def seal(files: dict[str, bytes]) -> bytes:
    """Files by their path below the course's root ("harness.py"), as the text of a sealed file."""
    plain = json.dumps({name: data.decode("latin-1") for name, data in sorted(files.items())})
    text = base64.b85encode(zlib.compress(plain.encode(), 9)).decode("ascii")
    return "".join(f"{text[at : at + _WIDTH]}\n" for at in range(0, len(text), _WIDTH)).encode()


def unseal(data: bytes) -> dict[str, bytes]:
    """The files again; ValueError when it is no sealed file."""
    try:
        plain = zlib.decompress(base64.b85decode(b"".join(data.split())))
        return {name: text.encode("latin-1") for name, text in json.loads(plain).items()}
    except (zlib.error, binascii.Error, AttributeError) as exc:
        raise ValueError(str(exc)) from None


def read(path: Path) -> bytes:
    """A file of the course: from where it stands, else as it was sealed. OSError without either."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        root, name = _place(path)
        found = None if root is None else _sealed(root).get(name)
        if found is None:
            raise
        return found


def below(folder: Path, suffix: str) -> list[Path]:
    """The paths of the sealed files of one folder that end in `suffix`."""
    root, name = _place(folder / "any")
    if root is None:
        return []
    start = name.removesuffix("any")
    names = [each for each in _sealed(root) if each.startswith(start) and each.endswith(suffix)]
    return [folder / each.removeprefix(start) for each in names if "/" not in each[len(start) :]]


def is_there(path: Path) -> bool:
    """Whether there is such a file, sealed or not."""
    root, name = _place(path)
    return path.is_file() or (root is not None and name in _sealed(root))


def _place(path: Path) -> tuple[Path | None, str]:
    """The root above a path that has a sealed file, and the path's name below it."""
    path = path.absolute()
    for root in path.parents[:5]:  # a scenario stands four folders deep
        if (root / FILE).is_file():
            return root, path.relative_to(root).as_posix()
    return None, ""


def _sealed(root: Path) -> dict[str, bytes]:
    path = root / FILE
    return _unsealed(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _unsealed(path: Path, changed: int) -> dict[str, bytes]:
    try:
        return unseal(path.read_bytes())
    except ValueError:
        raise LabError(f"{path} is damaged: get the course anew from your instructor") from None
