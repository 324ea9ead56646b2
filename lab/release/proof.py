"""The proof that a release holds no line it should not: every such line, looked for in every file.

A line is secret when it stands in a gap's solution, a hidden suite, a wrong solution or what a
graded question tells, and nowhere in what is published on purpose: the pages and hints, the code
given around the gaps, the scenes, the public suites, the toolkit. A suite's sentences (its
docstrings) are published too. Lines of under sixteen characters say nothing, and are not looked
for; those of forty and more are found within a longer line as well, where shorter ones would be
found by chance. What is sealed is looked at as it stands in its file.
"""

import ast
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lab.course.lesson import Lesson
from lab.course.outline import FUNCTIONS, docstring
from lab.release.contents import TOOLKIT, Choice
from lab.release.cut import solution_lines
from lab.release.graded import told_lines

SHORTEST, TELLING = 16, 40


@dataclass(frozen=True)
class Secret:
    """One line that must be nowhere: its text without indentation, and where it stands."""

    line: str
    kind: str
    where: str


@dataclass(frozen=True)
class Found:
    """A secret that a file of the release holds after all."""

    secret: Secret
    file: str


def secrets(choice: Choice, everything: Iterable[Lesson]) -> list[Secret]:
    """Every secret line once, of all lessons there are: those left out are no less secret."""
    published = _published(choice)
    seen: dict[str, Secret] = {}
    for kind, where, line in _candidates(choice, everything):
        line = line.strip()
        if len(line) >= SHORTEST and line not in seen and line not in published:
            seen[line] = Secret(line, kind, where)
    return list(seen.values())


def search(found: Iterable[Secret], files: Mapping[str, bytes]) -> list[Found]:
    """Which of the secrets stand in which file; notebooks, JSON and archives are opened for it."""
    texts = {name: list(_texts(name, data)) for name, data in files.items()}
    return [Found(secret, name) for name in texts for secret in _within(found, texts[name])]


def _within(found: Iterable[Secret], texts: list[str]) -> list[Secret]:
    lines = {_bare(line) for text in texts for line in text.split("\n")}
    whole = "\n".join(texts)
    return [
        secret
        for secret in found
        if secret.line in lines or (len(secret.line) >= TELLING and secret.line in whole)
    ]


def _bare(line: str) -> str:
    """A line without its indentation, and without the sign that a diff puts before it."""
    return line.lstrip("+-> \t").strip()


def _candidates(choice: Choice, everything: Iterable[Lesson]) -> Iterator[tuple[str, str, str]]:
    for one in everything:
        for path in [one.part, *(path for path in one.beside if path.suffix == ".py")]:
            if path.is_file():
                yield from _each("a solution", path, solution_lines(path)[0])
        if one.tests.is_file() and one.key not in choice.public:
            yield from _each("a hidden suite", one.tests, _judging(one.tests))
        for path in one.wrong:
            yield from _each("a wrong solution", path, _code(path))
        if one.key in choice.graded:
            for path in [*one.scenarios, one.path / "questions.toml"]:
                if path.is_file():
                    yield from _each(
                        "a graded question", path, told_lines(path.read_bytes(), path.name)
                    )


def _each(kind: str, path: Path, lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    where = f"{path.parent.name}/{path.name}"
    return ((kind, where, line) for line in lines)


def _judging(tests: Path) -> list[str]:
    """A suite's lines without its docstrings, which are the sentences a learner reads."""
    text = tests.read_text(encoding="utf-8")
    lines = text.split("\n")
    said = [docstring(node) for node in ast.parse(text).body if isinstance(node, FUNCTIONS)]
    for node in reversed([node for node in said if node]):
        lines[node.lineno - 1 : node.end_lineno] = []
    return lines


def _code(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def _published(choice: Choice) -> str:
    """All that is published on purpose, as one text: from the sources, not from what was made."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(TOOLKIT.rglob("*.py"))]
    for one in choice.lessons:
        pages = [path for path in one.path.iterdir() if path.suffix in (".md", ".svg")]
        suites = [one.tests] if one.key in choice.public else []
        for path in [*pages, one.scenes, *suites]:
            texts += [path.read_text(encoding="utf-8")] if path.is_file() else []
        for path in [one.part, *(path for path in one.beside if path.suffix == ".py")]:
            texts += ["\n".join(solution_lines(path)[1])] if path.is_file() else []
        asked = one.path / "questions.toml"
        if asked.is_file() and one.key not in choice.graded:
            texts.append(asked.read_text(encoding="utf-8"))
    return "\n".join(texts)


def _texts(name: str, data: bytes) -> Iterator[str]:
    """What can be read in a file: its text, every string of JSON, the members of an archive."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.namelist():
                yield from _texts(member, archive.read(member))
        return
    text = data.decode("utf-8", errors="replace")
    yield text
    if name.endswith((".ipynb", ".json")):
        yield from _strings(json.loads(text))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        # a notebook keeps a text as a list of its lines
        yield "".join(each for each in value if isinstance(each, str))
        for each in value:
            yield from _strings(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
