"""The suites a class is graded with, by value, and what they and the toolkit are called in a key.

A kit crosses to every process and machine that judges as one JSON string, so all of them judge with
the same bytes. Nothing is judged here.
"""

import contextlib
import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from lab.check.record import Record
from lab.check.suite import Suite, read_source, sentences
from lab.course.errors import LabError
from lab.course.lesson import Lesson

_PACKAGE = Path(__file__).resolve().parents[1]
# What a verdict can depend on; a report that is worded anew has nobody judged again.
_JUDGING: tuple[str, ...] = (
    "*.py",
    "check/*.py",
    "sandbox/*.py",
    "grade/judging.py",
    "grade/review.py",
)
_JUDGING += ("grade/task.py", "grade/kit.py")
_BESIDE = ("pytest", "hypothesis")


@dataclass(frozen=True)
class KitSuite:
    """A lesson's suite: the texts of its two files (each byte a character), and the names of the
    files that the lesson has beside harness.py. `hidden` says that nobody may see it.
    """

    key: str
    title: str
    tests: str
    scenes: str
    beside: tuple[str, ...] = ()
    hidden: bool = False

    @cached_property
    def digest(self) -> str:
        """What a verdict of this suite is kept under."""
        return digest_of([self.key, self.tests, self.scenes, list(self.beside)])

    def unplayed(self, why: str) -> tuple[Record, ...]:
        """A record for each sentence of a suite that was not played."""
        found = sentences_of(self.tests.encode("latin-1"))
        return tuple(Record(self.key, name, said, "not_reported", why) for name, said in found)

    def unpack(self, folder: Path) -> Suite:
        """The suite as files in a folder of its own, ready for the judge."""
        place = folder / f"{self.key}-{self.digest[:12]}"
        (place / "beside").mkdir(parents=True, exist_ok=True)
        for name, text in {"tests.py": self.tests, "scenes.py": self.scenes}.items():
            (place / name).write_bytes(text.encode("latin-1"))
        for name in self.beside:
            (place / "beside" / name).touch()
        return Suite(self.key, place / "tests.py", place / "scenes.py", place)


@dataclass(frozen=True)
class Kit:
    """The suites of a class, in course order."""

    suites: tuple[KitSuite, ...]

    def __getitem__(self, key: str) -> KitSuite:
        return next(suite for suite in self.suites if suite.key == key)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(suite.key for suite in self.suites)

    @property
    def beside(self) -> tuple[str, ...]:
        """The names of the files that are taken beside harness.py."""
        return tuple(dict.fromkeys(name for suite in self.suites for name in suite.beside))

    def dumped(self) -> str:
        return json.dumps([asdict(suite) for suite in self.suites])

    @classmethod
    def loaded(cls, text: str) -> "Kit":
        found = [KitSuite(**{**one, "beside": tuple(one["beside"])}) for one in json.loads(text)]
        return cls(tuple(found))


def make_kit(lessons: Sequence[Lesson], hidden: Path | None = None) -> Kit:
    """The suites of these lessons, those of the folder `hidden` in the place of the shipped ones.

    `hidden` has a folder a lesson, called as the lesson is or by its key alone, with a tests.py and
    perhaps a scenes.py. LabError when a file cannot be read, a folder is no lesson's, or there is
    nothing to grade with.
    """
    own = _hidden_folders(lessons, hidden) if hidden else {}
    suites = []
    for lesson in lessons:
        folder = own.get(lesson.key)
        tests = folder / "tests.py" if folder else lesson.tests
        scenes = folder / "scenes.py" if folder and (folder / "scenes.py").is_file() else None
        scenes = scenes or lesson.scenes
        if tests.is_file() and scenes.is_file():
            judged, played = (read_source(p).text.decode("latin-1") for p in (tests, scenes))
            beside = tuple(path.name for path in lesson.beside if path.suffix == ".py")
            title, hidden_one = lesson.title, folder is not None
            suites.append(KitSuite(lesson.key, title, judged, played, beside, hidden_one))
    if not suites:
        wanted = ", ".join(lesson.key for lesson in lessons)
        raise LabError(f"nothing to grade with: no suite for lesson {wanted}")
    return Kit(tuple(suites))


def sentences_of(tests: bytes) -> list[tuple[str, str]]:
    """(name, sentence) of each test of a suite; of one that cannot be read, one for the whole."""
    with contextlib.suppress(SyntaxError, ValueError):
        if found := sentences(tests):
            return found
    return [("", "the suite")]


@lru_cache(maxsize=1)
def toolkit_digest() -> str:
    """The content of what judges: the modules here, Python, and what runs the tests."""
    files = sorted(path for pattern in _JUDGING for path in _PACKAGE.glob(pattern))
    own = [[str(path.relative_to(_PACKAGE)), _hash(path.read_bytes())] for path in files]
    versions = [importlib.metadata.version(name) for name in _BESIDE]
    return digest_of([own, list(sys.version_info[:3]), versions])


def toolkit() -> str:
    """The toolkit's version and the beginning of its content's digest, for people."""
    try:
        version = importlib.metadata.version("harness-lab")
    except importlib.metadata.PackageNotFoundError:
        version = "0"
    return f"harness-lab {version} ({toolkit_digest()[:12]})"


def digest_of(data: object) -> str:
    """A digest of plain data."""
    return _hash(json.dumps(data, sort_keys=True).encode("ascii"))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hidden_folders(lessons: Sequence[Lesson], hidden: Path) -> dict[str, Path]:
    if not hidden.is_dir():
        raise LabError(f"{hidden}: no such folder of suites")
    names = {}
    for lesson in lessons:
        for name in (lesson.path.name, lesson.key, lesson.key.lstrip("0")):
            names[name.lower()] = lesson.key
    folders = sorted(path for path in hidden.iterdir() if (path / "tests.py").is_file())
    found = {names[path.name.lower()]: path for path in folders if path.name.lower() in names}
    if not found:
        wanted = lessons[0].path.name if lessons else "04"
        raise LabError(f"{hidden}: no suite for these lessons; one is called {wanted}/tests.py")
    return found
