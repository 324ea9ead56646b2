"""`course.toml`: the file read, and each thing it says wrong told in one line with its place.

What a policy means is `lab.grade.policy`; here is what every reader of the file needs, and which
folder of one's own scenarios is meant.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from lab.course.errors import LabError

FILE = "course.toml"
_KEYS = ("title", "hidden_suites", "scenarios", "timezone", "credit", "points", "lessons")
_TABLES = ("lesson", "late", "submitted", "extension", "override")


def scenarios_folder(given: str | None) -> Path | None:
    """The folder of one's own scenarios: the one that is given, else what `course.toml` here names.

    None when neither says one. LabError for a `course.toml` that says it wrong, or a folder that
    it names and that is not there.
    """
    if given:
        return Path(given).expanduser()
    path = Path(FILE)
    if not path.is_file():
        return None
    config = Config(path)
    named = config.text(config.data, "scenarios", ())
    if not named:
        return None
    folder = path.parent / Path(named).expanduser()
    if not folder.is_dir():
        raise config.refuse("scenarios", (), f"names {named}, and there is no such folder")
    return folder


class Config:
    """One file's `data`; what is refused is refused with its line. LabError when it is no TOML."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8-sig")
            self.data: dict[str, Any] = tomllib.loads(text)
        except (OSError, UnicodeDecodeError) as exc:
            raise LabError(f"{path} cannot be read: {exc}") from None
        except tomllib.TOMLDecodeError as exc:
            raise LabError(f"{path}: {exc}") from None
        self._lines = text.split("\n")
        self.known(self.data, (*_KEYS, *_TABLES), ())

    def text(self, data: dict, name: str, place: tuple) -> str:
        """A text, "" when it is not said. `place` is the table it is in, as a tuple of keys."""
        value = data.get(name, "")
        if not isinstance(value, str):
            raise self.refuse(name, place, "is text, in quotes")
        return value

    def known(self, data: object, names: tuple[str, ...], place: tuple) -> None:
        """Refuses a table that says more than `names`."""
        if not isinstance(data, dict):
            raise self.refuse("", place, "is a table")
        for name in data:
            if name not in names:
                there = ", ".join(names)
                raise self.refuse(name, place, f"is nothing that is known; there are: {there}")

    def refuse(self, name: str, place: tuple, reason: str) -> LabError:
        """What to raise for a key, with its line."""
        line = self._line(name, place)
        where = f"{self.path}, line {line}" if line else str(self.path)
        told = ".".join(str(part) for part in (*place, name) if part)
        return LabError(f"{where}: {told} {reason}")

    def _line(self, name: str, place: tuple) -> int | None:
        """The line of a key below its table's header; the header's own when it is not there."""
        header, often = self._header(place)
        inside, start = not place, None
        for number, line in enumerate(self._lines, start=1):
            found = re.match(r"\s*(\[\[?[^\]]*\]\]?)", line)
            if found:
                bare = re.sub(r"[\s\"']", "", found[1])
                often -= bare == header
                inside = bool(place) and bare == header and often == 0
                start = number if inside else start
                if bare.strip("[]").endswith(name) and place == () and name:
                    return number
            elif inside and name and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
                return number
        return start

    def _header(self, place: tuple) -> tuple[str, int]:
        if place and place[0] == "[[override]]":
            return "[[override]]", int(place[1])
        return "[" + ".".join(map(str, place)) + "]", 1
