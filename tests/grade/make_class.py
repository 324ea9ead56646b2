"""Makes a class: submissions in fixed proportions, the same for the same seed.

Of ten: four are correct, one correct but odd, three are wrong solutions, one is broken, one
hostile. `python tests/grade/make_class.py OUT [N] [LESSON]` writes one.
"""

import ast
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lab.check.wrong import patch, read_wrong
from lab.course.beside import assemble_beside
from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.course.merge import assemble

KINDS = ("right", "right", "right", "right", "odd", "wrong", "wrong", "wrong", "broken", "hostile")
BROKEN = (
    b"",
    b"def run_agent(:\n",
    b"raise SystemExit(0)\n",
    b"\x00\x01\x02",
    "name = 'Zoë'\n".encode("latin-1"),
    b"import no_such_module\n",
)
HOSTILE = (
    "import os\nos._exit(0)\n",
    "import atexit, os\natexit.register(os._exit, 0)\n",
    "import pytest\npytest.exit('all passed', 0)\n",
    "class Yes(dict):\n    def __eq__(self, other):\n        return True\n",
    "import sys\nprint('1 passed')\nsys.exit(0)\n",
    "import gc\nfound = gc.get_objects()\nraise KeyboardInterrupt\n",
)


@dataclass(frozen=True)
class Made:
    """A submission that was made: its kind, and for a wrong solution its lesson and test."""

    learner: str
    kind: str
    source: bytes
    lesson: str = ""
    caught_by: str = ""


def make(number: int, upto: str, seed: int = 0) -> list[Made]:
    """`number` submissions of the course up to a lesson."""
    lessons = find_lessons()
    reference = assemble(lessons, upto)
    keys = [one.key for one in lessons]
    before = [one for one in lessons if keys.index(one.key) <= keys.index(upto)]
    wrong = [(one.key, path) for one in before if one.kind == "lesson" for path in one.wrong]
    draw = random.Random(seed)
    mistakes = _patched(reference, draw.sample(wrong, len(wrong)))
    made = []
    for place in range(number):
        kind, learner = KINDS[place % len(KINDS)], f"learner-{place:03d}"
        turn = place // len(KINDS)
        if kind == "wrong":
            source, lesson, caught = next(mistakes)
            made.append(Made(learner, kind, source.encode(), lesson, caught))
            continue
        source = {
            "right": reference.encode(),
            "odd": odd(reference, draw).encode(),
            "broken": BROKEN[turn % len(BROKEN)],
            "hostile": HOSTILE[turn % len(HOSTILE)].encode(),
        }[kind]
        signed = source + f"# {learner}\n".encode() if source and b"\x00" not in source else source
        made.append(Made(learner, kind, signed))
    return made


def write(made: list[Made], folder: Path, upto: str = "01") -> Path:
    """The submissions as a plain folder of folders, with what the lessons have beside a harness."""
    keys = [one.key for one in find_lessons()]
    lessons = find_lessons()[: keys.index(upto) + 1]
    paths = [path for one in lessons for path in one.beside if path.suffix == ".py"]
    beside = {path.name: assemble_beside(path) for path in paths}
    for one in made:
        (folder / one.learner).mkdir(parents=True)
        for name, data in {**beside, "harness.py": one.source}.items():
            (folder / one.learner / name).write_bytes(data)
    return folder


def odd(source: str, draw: random.Random) -> str:
    """The same program as nobody would write it: no comments, other quotes, private names anew."""
    tree = ast.parse(source)
    private = {n.name for n in tree.body if hasattr(n, "name") and n.name.startswith("_")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in private:
            node.id += "_mine"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in private:
            node.name += "_mine"
    return f"# {draw.random()}\n{ast.unparse(tree)}\n"


def _patched(reference: str, wrong: list[tuple[str, Path]]) -> Iterator[tuple[str, str, str]]:
    while True:
        for key, path in wrong:
            found = read_wrong(path)
            try:
                yield patch(reference, found.source), key, found.caught_by
            except LabError:
                continue  # it is a mistake in something that a later lesson replaced


if __name__ == "__main__":
    out, number = Path(sys.argv[1]), int((sys.argv[2:] or ["40"])[0])
    lesson = (sys.argv[3:] or ["04"])[0]
    write(make(number, lesson), out, lesson)
