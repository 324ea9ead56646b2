"""A scenario is a file: what was reported, a question about it, and the run itself.

The file is read here with `ast` and nothing of it is run: its texts are literals, its functions are
played later, in a worker. What the two runs show is `run`, whether that is what the file says is
`compare`.
"""

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.course import sealed
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.course.questions import Question, question

_NAME = re.compile(r"(?:(\d+)_)?([a-z0-9_-]+)", re.IGNORECASE)
_FUNCTIONS = {"theirs": 1, "scene": 2, "mended": 2, "tell": 1}  # with how many parameters
_ASYNC = ("scene", "mended")
_REQUIRED = (
    "LESSON",
    "REPORT",
    "QUESTION",
    "OPTIONS",
    "RIGHT",
    "FEEDBACK",
    "REVEAL",
    "DIFFERS",
    "SAME",
)
_OPTIONAL = ("SOURCE", "RAISES", "CAUGHT", "MENDED", "SHOW", "GRADED")
_GIVEN_AWAY = ("RIGHT", "FEEDBACK", "REVEAL")  # what a graded one does not say


@dataclass(frozen=True)
class Scenario:
    """One scenario. `id` is what a learner types ("D.1"); all texts are markdown.

    `lessons` are the keys of the lessons it is taken from. `differs` and `same` name observations,
    `shown` those that are set side by side. `raises` is the type of what the first run raises out
    of its scene, or None. `caught` says whether the lesson's suite would have caught it, None when
    the file does not say. `setup` is True when the first run plays a broken harness, False when it
    misuses a good one. `labels` are the names of the two runs.
    """

    id: str
    path: Path
    text: bytes
    title: str
    lessons: tuple[str, ...]
    report: str
    question: Question
    differs: tuple[str, ...]
    shown: tuple[str, ...]
    same: tuple[str, ...]
    raises: str | None
    caught: bool | None
    source: str
    setup: bool
    labels: tuple[str, str]
    lines: Mapping[str, int]

    def line(self, name: str) -> int | None:
        """The line that a field or a function of the file stands on; None where there is none."""
        return self.lines.get(name)


def load(path: Path, key: str = "") -> Scenario:
    """The scenario in a file, `key` being that of the lesson it is shown in.

    LabError is one line with file, line and what is wrong.
    """
    try:
        text = sealed.read(path)
        text.decode("utf-8")
        if not text.strip():
            raise _Fault(1, "the file is empty; `lab scenario new NAME` writes one that runs")
        tree = ast.parse(text, str(path))
        return _Reader(path, text, tree).scenario(key)
    except OSError as exc:
        raise LabError(f"{path} cannot be read: {exc.strerror}") from None
    except SyntaxError as exc:
        raise LabError(f"{path}, line {exc.lineno or 1}: {exc.msg}") from None
    except UnicodeDecodeError as exc:
        raise LabError(f"{path}, line {_line_of(exc)}: this is not UTF-8 text") from None
    except (ValueError, RecursionError, MemoryError) as exc:  # a null byte, or nested too deep
        raise LabError(f"{path}, line 1: {exc}") from None
    except _Fault as exc:
        raise LabError(f"{path}, line {exc.line}: {exc}") from None


def cases(lesson: Lesson) -> list[Scenario]:
    """The scenarios of a lesson, in the order of their numbers, those without one last."""
    return _numbered(load(path, lesson.key) for path in lesson.scenarios)


def _numbered(found: Iterable[Scenario]) -> list[Scenario]:
    named: dict[str, Scenario] = {}
    for one in found:
        if one.id in named:
            first = named[one.id].path.name
            raise LabError(f"{one.path}: {first} has the same number; give each its own")
        named[one.id] = one
    return sorted(named.values(), key=_place)


def all_cases(lessons: list[Lesson] | None = None) -> list[Scenario]:
    """The scenarios of every lesson, in course order."""
    lessons = find_lessons() if lessons is None else lessons
    return [one for lesson in lessons for one in cases(lesson)]


def own_cases(folder: Path, called: str = "") -> list[Scenario]:
    """The scenarios of a folder of one's own, in the order of their numbers: "mine.1" in mine/.

    `called` goes before the runs' numbers where that is no more the folder's name. LabError for a
    folder that is called as a lesson is: its answers would be that lesson's.
    """
    key = called or folder.resolve().name
    if key.lower() in {one.key.lower() for one in find_lessons()}:
        raise LabError(f"{folder}: a lesson is called {key}; give the folder another name")
    return _numbered(load(path, key) for path in own_files(folder))


def own_files(folder: Path) -> list[Path]:
    """The files of a folder of one's own scenarios; LabError when there is none."""
    if not folder.is_dir():
        raise LabError(f"{folder}: no such folder of scenarios")
    found = sorted(folder.glob("*.py"))
    if not found:
        new = f"`lab scenario new NAME --folder {folder}`"
        raise LabError(f"{folder}: no scenario in it ({new})")
    return found


def case(id: str, lessons: list[Lesson] | None = None) -> Scenario:
    """The scenario a learner means by "D.1" or "d.1"; LabError names what there is."""
    lessons = find_lessons() if lessons is None else lessons
    key, _, number = id.strip().lower().rpartition(".")
    for lesson in lessons:
        if lesson.key.lower() in (key, key.zfill(2)):
            for one in cases(lesson):
                if one.id.lower() == f"{lesson.key.lower()}.{number}":
                    return one
    there = ", ".join(one.id for one in all_cases(lessons)) or "none"
    raise LabError(f"there is no run {id.strip()!r}; the runs are: {there}")


class _Fault(Exception):
    def __init__(self, line: int, reason: str):
        super().__init__(reason)
        self.line = line


class _Reader:
    """One parsed file; its methods raise _Fault with the line of what is wrong."""

    def __init__(self, path: Path, text: bytes, tree: ast.Module):
        self._path, self._text, self._tree = path, text, tree
        self._lines: dict[str, int] = {}
        self._values: dict[str, Any] = self._read_values()
        self._functions = self._read_functions()

    def scenario(self, key: str) -> Scenario:
        differs, same = self._compared()
        return Scenario(
            id=self._id(key),
            path=self._path,
            text=self._text,
            title=self._title(),
            lessons=self._lessons(),
            report=self._words("REPORT"),
            question=self._question(self._id(key)),
            differs=differs,
            shown=self._shown(differs),
            same=same,
            raises=self._value("RAISES", lambda v: v is None or isinstance(v, str), "a name"),
            caught=self._value("CAUGHT", lambda v: v is None or isinstance(v, bool), "a bool"),
            source=self._value("SOURCE", lambda v: v is None or isinstance(v, str), "a text") or "",
            setup=self._setup(),
            labels=("theirs", self._label()),
            lines={**self._lines, **self._functions},
        )

    def _read_values(self) -> dict[str, Any]:
        values = {}
        for node in self._tree.body:
            name = _assigned(node)
            if name not in (*_REQUIRED, *_OPTIONAL):
                continue
            self._lines[name] = node.lineno
            try:
                values[name] = ast.literal_eval(node.value)  # type: ignore[attr-defined]
            except (ValueError, TypeError, RecursionError):
                raise _Fault(node.lineno, f"{name} is not a literal: write it out") from None
        for name in _REQUIRED:
            if name not in values and not (values.get("GRADED") and name in _GIVEN_AWAY):
                raise _Fault(1, f"there is no {name}")
        return values

    def _read_functions(self) -> dict[str, int]:
        found = {}
        for node in self._tree.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            wanted = _FUNCTIONS.get(node.name)
            if wanted is None:
                continue
            found[node.name] = node.lineno
            if len(node.args.posonlyargs + node.args.args) != wanted:
                raise _Fault(node.lineno, f"{node.name} takes {_PARAMETERS[node.name]}")
            is_async = isinstance(node, ast.AsyncFunctionDef)
            if is_async != (node.name in _ASYNC):
                how = "async def" if node.name in _ASYNC else "def"
                raise _Fault(node.lineno, f"{node.name} is no `{how}`")
        for name in ("scene", "tell"):
            if name not in found:
                raise _Fault(1, f"there is no function {name}({_PARAMETERS[name]})")
        return found

    def _setup(self) -> bool:
        theirs, mended = self._functions.get("theirs"), self._functions.get("mended")
        if theirs and mended:
            reason = "both theirs and mended: a broken harness, or a good one used wrong, not both"
            raise _Fault(max(theirs, mended), reason)
        if not theirs and not mended:
            raise _Fault(1, "there is neither theirs(harness) nor mended(harness, lab)")
        return bool(theirs)

    def _label(self) -> str:
        label = self._value("MENDED", lambda v: v is None or isinstance(v, str), "a text")
        if label and "mended" not in self._functions:
            raise _Fault(self._lines["MENDED"], "MENDED is a label for mended(), which is not here")
        return label or "the reference"

    def _id(self, key: str) -> str:
        match = _NAME.fullmatch(self._path.stem)
        if not match:
            raise _Fault(1, "the file's name is not made of letters, digits, _ and -")
        return f"{key}.{match[1] or match[2]}".lstrip(".")

    def _title(self) -> str:
        title = (ast.get_docstring(self._tree) or "").strip().split("\n")[0].strip()
        if not title:
            raise _Fault(1, "there is no title: the first line of the module's docstring")
        return title

    def _lessons(self) -> tuple[str, ...]:
        value = self._values["LESSON"]
        keys = [value] if isinstance(value, str) else value
        if not isinstance(keys, list) or not keys or not all(isinstance(k, str) for k in keys):
            raise _Fault(self._lines["LESSON"], "LESSON is a lesson's key, or a list of keys")
        return tuple(key.zfill(2) if key.isdecimal() else key for key in keys)

    def _question(self, id: str) -> Question:
        fields = {field: self._values.get(name) for field, name in _FIELDS.items()}
        fields["graded"] = self._values.get("GRADED")
        try:
            return question(id, fields)
        except ValueError as exc:
            said = str(exc)
            name = next((_FIELDS[field] for field in _FIELDS if field[:6] in said), "QUESTION")
            raise _Fault(self._lines[name], said) from None

    def _words(self, name: str) -> str:
        return self._value(name, lambda v: isinstance(v, str) and v.strip(), "a text").strip()

    def _names(self, name: str) -> tuple[str, ...]:
        value = self._values[name]
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise _Fault(self._lines[name], f"{name} is a list of observations' names")
        return tuple(value)

    def _compared(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The observations that differ and those that are the same; none is both."""
        differs, same = self._names("DIFFERS"), self._names("SAME")
        if both := [name for name in same if name in differs]:
            raise _Fault(self._lines["SAME"], f"{both[0]} is in SAME and in DIFFERS")
        if not differs and not self._values.get("RAISES"):
            raise _Fault(self._lines["DIFFERS"], "DIFFERS is empty: nothing would be seen")
        return differs, same

    def _shown(self, differs: tuple[str, ...]) -> tuple[str, ...]:
        """What of that is set side by side: all, unless SHOW names some of it."""
        if "SHOW" not in self._values:
            return differs
        shown = self._names("SHOW")
        if strange := [name for name in shown if name not in differs]:
            raise _Fault(self._lines["SHOW"], f"{strange[0]} is in SHOW and not in DIFFERS")
        return shown

    def _value(self, name: str, good: Callable[[Any], object], kind: str) -> Any:
        value = self._values.get(name)
        if not good(value):
            raise _Fault(self._lines[name], f"{name} is not {kind}")
        return value


# What a question is made of, in the order in which a complaint about it is looked for.
_FIELDS = {
    "right": "RIGHT",
    "feedback": "FEEDBACK",
    "options": "OPTIONS",
    "reveal": "REVEAL",
    "stem": "QUESTION",
}

_PARAMETERS = {
    "theirs": "harness",
    "scene": "harness, lab",
    "mended": "harness, lab",
    "tell": "seen",
}


def _assigned(node: ast.stmt) -> str:
    """The one name that a statement assigns to, or ""."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign) and node.value:
        targets = [node.target]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _line_of(exc: UnicodeDecodeError) -> int:
    return exc.object[: exc.start].count(b"\n") + 1


def _place(one: Scenario) -> tuple[float, str]:
    number = one.id.rpartition(".")[2]
    return (int(number) if number.isdecimal() else float("inf")), number
