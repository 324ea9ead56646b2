"""Makes a release: the files into a folder of its own, proved first; all of it or nothing.

The folder can be installed with pip and needs nothing of the checkout it was made in.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from lab.course import sealed
from lab.course.errors import LabError
from lab.course.lesson import find_lessons, released
from lab.course.store import refusing
from lab.release.contents import Choice, contents
from lab.release.proof import Found, Secret, search, secrets
from lab.release.readme import readme

NAME = "harness-lab"


@dataclass(frozen=True)
class Release:
    """What was made: where, how many files, and how many secret lines of each kind it was
    searched for."""

    folder: Path
    files: int
    size: int
    searched: dict[str, int]


def make_release(out: Path, choice: Choice) -> Release:
    """Writes a release into `out`, which must not be there or be empty.

    LabError, and nothing written, when that is not so, when this is a release itself, or when a
    line stands in it that should not.
    """
    _refuse(out)
    files = contents(choice)
    files["pyproject.toml"] = _pyproject().encode()
    looked_for = secrets(choice, find_lessons())
    searched = dict(Counter(secret.kind for secret in looked_for))
    files["README.md"] = readme(choice, searched).encode()
    files["manifest.json"] = _manifest(files, choice, searched)
    if found := search(looked_for, files):
        raise LabError(_told(found))
    _write(out, files)
    return Release(out, len(files), sum(map(len, files.values())), searched)


def _refuse(out: Path) -> None:
    if released():
        raise LabError("this course is a release already: make one from the whole course")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise LabError(f"{out} is there already, and not empty: name a new folder")


def _told(found: list[Found]) -> str:
    first: Secret = found[0].secret
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    line = f"{found[0].file} holds a line of {first.kind}, from {first.where}: {first.line!r}"
    return f"{line}{more}; nothing was written"


def _write(out: Path, files: dict[str, bytes]) -> None:
    """All files into a folder beside `out`, which then takes its place in one step."""
    with refusing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        try:
            for name, data in files.items():
                path = half / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            half.chmod(0o755)
            if out.exists():
                out.rmdir()
            os.replace(half, out)
        except BaseException:
            shutil.rmtree(half, ignore_errors=True)
            raise


def _manifest(files: dict[str, bytes], choice: Choice, searched: dict[str, int]) -> bytes:
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    data = {
        "toolkit": metadata(NAME)["Version"],
        "lessons": [one.key for one in choice.lessons],
        "public_suites": choice.judged,
        "graded": [one.key for one in choice.lessons if one.key in choice.graded],
        "secret_lines_searched_for": searched,
        "sha256": hashes,
    }
    return (json.dumps(data, indent=1) + "\n").encode()


def _pyproject() -> str:
    """What pip needs, from what is known of the toolkit as it is installed here."""
    try:
        known = metadata(NAME)
    except PackageNotFoundError:
        raise LabError("the toolkit is not installed here: `pip install .` in its folder") from None
    needed = [each for each in known.get_all("Requires-Dist") or [] if "extra ==" not in each]
    extras = {name: _extra(known, name) for name in ("notebooks", "provider")}
    lines = [
        "[build-system]",
        'requires = ["hatchling>=1.25"]',
        'build-backend = "hatchling.build"',
        "",
        "[project]",
        *(f"{key} = {json.dumps(known[name])}" for key, name in _PROJECT.items()),
        f"dependencies = {json.dumps(needed)}",
        "",
        "[project.optional-dependencies]",
        *(f"{name} = {json.dumps(packages)}" for name, packages in extras.items()),
        "",
        "[project.scripts]",
        'lab = "lab.cli:main"',
        'lab_check = "lab.cli:lab_check"',
        "",
        "[tool.hatch.build.targets.wheel]",
        'packages = ["lab"]',
        "",
        "[tool.hatch.build.targets.wheel.force-include]",
        *(f'"{name}" = "lab/_data/{name}"' for name in ("lessons", "notebooks", sealed.FILE)),
    ]
    return "\n".join(lines) + "\n"


_PROJECT = {
    "name": "Name",
    "version": "Version",
    "description": "Summary",
    "requires-python": "Requires-Python",
}


def _extra(known, name: str) -> list[str]:
    wanted = f'extra == "{name}"'
    found = [
        each for each in known.get_all("Requires-Dist") or [] if wanted in each.replace("'", '"')
    ]
    return [each.partition(";")[0].strip() for each in found]
