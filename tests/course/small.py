"""A small made-up course for the tests of the merge: three lessons and an elective."""

from pathlib import Path

from lab.course.lesson import Lesson, find_lessons

ONE = '''"""Lesson 01: greet.

Announces: LIMIT, greet, shout
"""

#: A file that greets.

import json

# == 1 words ==


LIMIT = 3


def greet(name):
    """A greeting."""
    # --- your code: 01 greet ---
    # step: Say hello.
    return json.dumps("hello " + name)
    # --- end ---


# == 3 noise ==


def shout(text):
    """Given."""
    return text.upper()
'''

TWO = '''"""Lesson 02: a class.

Announces: greet, clip, Box, Box.__init__, Box.put, Box.all
"""

import io

# == 1 words ==


# before: greet
def clip(text, limit=LIMIT):
    """The first characters."""
    # --- your code: 02 clip ---
    # step: Slice it.
    return text[:limit]
    # --- end ---


def greet(name, *, loud=False):
    """A greeting, loud or not."""
    # --- your code: 02 greet ---
    # step: Loud is upper case.
    text = "hello " + name
    return text.upper() if loud else text
    # --- end ---


# == 2 boxes ==


class Box:
    """Holds things."""

    def __init__(self):
        self._things = []

    def put(self, thing):
        """Put one in."""
        # --- your code: 02 Box.put ---
        # step: Append it.
        self._things.append(thing)
        # --- end ---

    def all(self):
        return tuple(self._things)
'''

THREE = '''"""Lesson 03: a frame.

Announces: Box.put, Box.count, shout
"""

# == 2 boxes ==


class Box:
    def put(self, thing, times=1):
        """Put one in, more than once."""
        # --- your code: 03 Box.put ---
        # step: Do it again.
        self._things.extend([thing] * times)
        # --- end ---

    # after: put
    def count(self):
        """How many."""
        # --- your code: 03 Box.count ---
        return len(self._things)
        # --- end ---


# == 3 noise ==


def shout(text, mark="!"):
    """Given as a frame."""
    text = text.upper()
    # --- your code: 03 shout ---
    # step: Add the mark.
    # stub: loud = text
    loud = text + mark
    # --- end ---
    return loud
'''

EXTRA = '''"""An elective.

Announces: whisper
"""

# == 3 noise ==


# after: shout
def whisper(text):
    """Quietly."""
    # --- your code: whisper whisper ---
    return text.lower()
    # --- end ---
'''

PARTS = {"01_greet": ONE, "02_box": TWO, "03_frame": THREE, "whisper": EXTRA}


def make_course(root: Path, parts: dict[str, str] | None = None) -> list[Lesson]:
    """A lessons folder with those parts in it (a folder's name to its part), read back."""
    for name, text in (PARTS if parts is None else parts).items():
        folder = root / name
        folder.mkdir(parents=True)
        (folder / "part.py").write_text(text, encoding="utf-8")
        mark = "" if name[0].isdigit() else "<!-- after = 01 -->\n"
        title = name.replace("_", " ")
        page = f"# {title}\n{mark}\nDo what {name} does.\n"
        (folder / "lesson.md").write_text(page, encoding="utf-8")
    return find_lessons(root)
