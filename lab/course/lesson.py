"""Finds the lessons: a lesson, a checkpoint or an elective is a folder, and its name says which.

`04_failure_is_a_result` is lesson 04, `04A_transcript_doctor` is checkpoint A, taken after 04, and
a name that starts with a letter (`edit-tool`) is an elective, whose page says what it comes after
in a line `<!-- after = 06 -->` below its title. What stands in a part is not read here.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from lab.course import sealed
from lab.course.errors import LabError

_MAIN = re.compile(r"(\d\d)([A-Z]?)_(\w+)")
_ELECTIVE = re.compile(r"[a-z][a-z0-9_-]*")
_AFTER = re.compile(r"<!--\s*after\s*=\s*\"?(\w+)\"?\s*-->")
_CONTENT = ("lesson.md", "part.py", "scenes.py")


@dataclass(frozen=True)
class Lesson:
    """One folder of the course.

    `key` is what a learner types ("04", "A", "edit-tool"), `title` and `capability` are the first
    heading and the first paragraph of its page, and `after` is the key of the lesson that a
    checkpoint or an elective follows (None for a lesson). The paths may or may not exist.
    """

    key: str
    title: str
    capability: str
    path: Path
    after: str | None = None

    @property
    def kind(self) -> str:
        """Which of the three it is: lesson, checkpoint or elective."""
        if self.after is None:
            return "lesson"
        return "checkpoint" if len(self.key) == 1 else "elective"

    @property
    def part(self) -> Path:
        return self.path / "part.py"

    @property
    def scenes(self) -> Path:
        return self.path / "scenes.py"

    @property
    def tests(self) -> Path:
        return self.path / "tests.py"

    @property
    def notebook(self) -> str:
        """The file name of its notebook: a checkpoint's goes by its name alone."""
        name = self.path.name
        return f"{name.partition('_')[2] if self.kind == 'checkpoint' else name}.ipynb"

    @property
    def wrong(self) -> list[Path]:
        return sorted(self.path.glob("wrong/*.py"))

    @property
    def scenarios(self) -> list[Path]:
        folder = self.path / "scenarios"
        return sorted({*folder.glob("*.py"), *sealed.below(folder, ".py")})

    @property
    def beside(self) -> list[Path]:
        """The files that go beside harness.py, such as the adapter of the last lesson."""
        return sorted(path for path in self.path.glob("beside/*") if path.is_file())


def lessons_root() -> Path:
    """The lessons' folder: beside the package in a checkout, inside it once installed."""
    package = Path(__file__).resolve().parents[1]
    for root in (package.parent / "lessons", package / "_data" / "lessons"):
        if root.is_dir():
            return root
    raise LabError(f"no lessons found beside {package} or inside it: reinstall harness-lab")


def released() -> bool:
    """Whether this course is a release, as learners get it: without solutions and hidden suites."""
    return (lessons_root().parent / sealed.FILE).is_file()


def find_lessons(root: Path | None = None) -> list[Lesson]:
    """Every lesson in course order: 01 02 03 04 A 05 ... 16 D, then the electives."""
    root = lessons_root() if root is None else root
    folders = [path for path in root.iterdir() if _is_lesson(path)]
    main = sorted((path for path in folders if _MAIN.fullmatch(path.name)), key=lambda p: p.name)
    lessons = [_main_lesson(path) for path in sorted(main, key=_place)]
    _refuse_doubles(lessons)
    keys = [one.key for one in lessons]
    electives = [_elective(path, keys) for path in folders if path not in main]
    return lessons + sorted(electives, key=lambda e: (keys.index(e.after or ""), e.key))


def lesson(key: str, lessons: list[Lesson] | None = None) -> Lesson:
    """The lesson a learner means by "4", "04", "d" or "edit-tool"; LabError names what there is."""
    lessons = find_lessons() if lessons is None else lessons
    wanted = str(key).strip().lower()
    wanted = wanted.zfill(2) if wanted.isdecimal() else wanted
    for one in lessons:
        if one.key.lower() == wanted:
            return one
    there = " ".join(one.key for one in lessons) or "none"
    raise LabError(f"there is no lesson {str(key).strip()!r}; the lessons are: {there}")


def _is_lesson(path: Path) -> bool:
    named = _MAIN.fullmatch(path.name) or _ELECTIVE.fullmatch(path.name)
    return bool(named) and path.is_dir() and any((path / name).is_file() for name in _CONTENT)


def _place(path: Path) -> tuple[str, str]:
    number, letter, _ = _MAIN.fullmatch(path.name).groups()  # type: ignore[union-attr]
    return number, letter


def _main_lesson(path: Path) -> Lesson:
    number, letter, slug = _MAIN.fullmatch(path.name).groups()  # type: ignore[union-attr]
    title, capability = _heading(path, slug)
    return Lesson(letter or number, title, capability, path, number if letter else None)


def _elective(path: Path, keys: list[str]) -> Lesson:
    title, capability = _heading(path, path.name)
    page = path / "lesson.md"
    found = _AFTER.search(_read(page))
    if found is None:
        raise LabError(f"{page}, line 2: an elective says where it comes: <!-- after = 06 -->")
    if found[1] not in keys:
        raise LabError(f"{page}, line 2: there is no lesson {found[1]} for it to come after")
    return Lesson(path.name, title, capability, path, found[1])


def _refuse_doubles(lessons: list[Lesson]) -> None:
    seen: dict[str, Lesson] = {}
    for one in lessons:
        if one.key in seen:
            first = seen[one.key].path.name
            raise LabError(f"two folders are lesson {one.key}: {first} and {one.path.name}")
        seen[one.key] = one


def _heading(path: Path, slug: str) -> tuple[str, str]:
    """Title and capability from the page; the folder's name stands in while there is no page."""
    lines = [line.strip() for line in _read(path / "lesson.md").split("\n")]
    lines = [line for line in lines if not line.startswith("<!--")]
    while lines and not lines[0]:
        lines.pop(0)
    if not lines or not lines[0].startswith("# "):
        return slug.replace("_", " ").replace("-", " ").capitalize(), ""
    title = re.sub(r"^(\d\d\s+|Checkpoint [A-Z]:\s*)", "", lines[0][2:].strip())
    text = "\n".join(lines[1:]).strip()
    return title, " ".join(text.split("\n\n")[0].split())


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
