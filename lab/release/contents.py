"""What a release holds, file by file, as bytes: made from the course's own files, nothing written.

The toolkit whole, and of each lesson what a learner reads and runs. Gaps are empty, hidden suites
and wrong solutions are left out, and what a run needs to be played is sealed (`sealed`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lab.course import sealed
from lab.course.beside import assemble_beside
from lab.course.lesson import Lesson, lessons_root
from lab.course.merge import assemble
from lab.release.cut import without_solutions
from lab.release.graded import ungiven_questions, ungiven_scenario

TOOLKIT = Path(__file__).resolve().parents[1]
_WORDS = (".md", ".svg")


@dataclass(frozen=True)
class Choice:
    """What an instructor chose: the lessons of the release, and the keys of two kinds of them.

    `public` are those whose suite learners get, `graded` those whose questions say nothing of what
    is right.
    """

    lessons: Sequence[Lesson]
    public: frozenset[str] = field(default_factory=frozenset)
    graded: frozenset[str] = field(default_factory=frozenset)

    @property
    def judged(self) -> list[str]:
        """The keys of the lessons whose suite learners get."""
        suited = [one.key for one in self.lessons if one.tests.is_file()]
        return [key for key in suited if key in self.public]

    @property
    def hidden(self) -> list[str]:
        """The keys of those whose suite they do not get."""
        suited = [one.key for one in self.lessons if one.tests.is_file()]
        return [key for key in suited if key not in self.public]


def contents(choice: Choice) -> dict[str, bytes]:
    """Every file of a release but its README and its manifest, by its path below the top."""
    files = dict(_toolkit())
    hidden: dict[str, bytes] = {"harness.py": assemble().encode()}
    for one in choice.lessons:
        files |= _lesson(one, choice)
        hidden |= {_below(path): ungiven(one, path, choice) for path in one.scenarios}
        hidden |= {path.name: assemble_beside(path) for path in one.beside}
        if one.kind == "elective":
            path = _below(one.path / "harness.py")
            hidden[path] = assemble(elective=one.key).encode()
    files[sealed.FILE] = sealed.seal(hidden)
    return files | _notebooks(choice)


def ungiven(one: Lesson, path: Path, choice: Choice) -> bytes:
    """A scenario's file as it is sealed: without what is right, where that is graded."""
    data = sealed.read(path)
    return ungiven_scenario(data, path.name) if one.key in choice.graded else data


def _toolkit() -> Iterator[tuple[str, bytes]]:
    for path in _files(TOOLKIT):
        name = path.relative_to(TOOLKIT)
        if name.parts[0] != "_data":
            yield f"lab/{name.as_posix()}", path.read_bytes()


def _lesson(one: Lesson, choice: Choice) -> dict[str, bytes]:
    files = {path: path.read_bytes() for path in _files(one.path) if path.suffix in _WORDS}
    files |= {path: path.read_bytes() for path in [one.scenes] if path.is_file()}
    for path in [one.part, *one.beside]:
        if path.is_file():
            data = path.read_bytes()
            files[path] = without_solutions(data, path.name) if path.suffix == ".py" else data
    asked = one.path / "questions.toml"
    if asked.is_file():
        data = asked.read_bytes()
        files[asked] = ungiven_questions(data) if one.key in choice.graded else data
    if one.key in choice.public and one.tests.is_file():
        files[one.tests] = one.tests.read_bytes()
    return {_below(path): data for path, data in files.items()}


def _notebooks(choice: Choice) -> dict[str, bytes]:
    """The lessons' notebooks; one that is graded without its outputs, which hold the answers."""
    from lab.release.graded import without_outputs

    files = {}
    for one in choice.lessons:
        path = lessons_root().parent / "notebooks" / one.notebook
        if path.is_file():
            data = path.read_bytes()
            files[_below(path)] = without_outputs(data) if one.key in choice.graded else data
    return files


def _below(path: Path) -> str:
    return path.relative_to(lessons_root().parent).as_posix()


def _files(folder: Path) -> Iterable[Path]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in found if "__pycache__" not in path.parts]
