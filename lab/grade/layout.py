"""Whose file is whose: the ways in which Canvas, Moodle, Gradescope and others name what they
export.

Names only: no file is read but Gradescope's own list.
"""

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from lab.grade.files import MOST_NOTEBOOK, File, Unreadable

GRADESCOPE = "submission_metadata.yml"
_CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<hand>\d+)_(?P<file>.+)")
_MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)"
)
_TAKEN = (".py", ".ipynb", ".zip")


@dataclass
class Learner:
    """Somebody who handed something in: the files with their places inside the hand-in."""

    name: str
    place: str
    identifiers: dict[str, str] = field(default_factory=dict)
    submitted: str | None = None
    notes: list[str] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    id: str = ""


def learners(files: Sequence[File], title: str) -> list[Learner]:
    """The learners that these files are of, each with an id; `title` is one that has no name."""
    files = _below(list(files))
    metadata = next((file for file in files if file.parts == (GRADESCOPE,)), None)
    groups: dict[str, Learner] = {}
    for file in files:
        if file is metadata or (len(file.parts) == 1 and not _may_hold(file)):
            continue
        key, learner = _owner(file)
        groups.setdefault(key, learner).files.append(file)
    found = [groups[key] for key in sorted(groups)]
    if [learner.place.lower() for learner in found] == ["harness.py"]:
        found[0].name = title
    _name_repositories(found)
    if metadata is not None:
        found = _gradescope(found, metadata)
    _give_ids(found)
    return found


def _below(files: list[File]) -> list[File]:
    """The files without the one folder that all of them may be in, which is then the class's."""
    while True:
        tops = {file.parts[0] for file in files}
        deep = all(len(file.parts) > 1 for file in files)
        if len(tops) != 1 or not deep or _is_learners(files):
            return files
        files = [File(file.parts[1:], file.when, file.read, file.archive) for file in files]


def _is_learners(files: list[File]) -> bool:
    """Whether the one folder that these are in is somebody's hand-in and not the class's."""
    top = files[0].parts[0]
    if _MOODLE.fullmatch(top) or any(file.parts[1] == ".git" for file in files):
        return True
    inside = [file for file in files if len(file.parts) == 2]
    if any(file.name == GRADESCOPE or _CANVAS.fullmatch(file.name) for file in inside):
        return False
    holding = [file for file in inside if _may_hold(file)]
    return len(holding) == 1 or any(file.name.lower() == "harness.py" for file in holding)


def _may_hold(file: File) -> bool:
    return file.name.lower().endswith(_TAKEN) or bool(
        _CANVAS.fullmatch(file.name) or _MOODLE.fullmatch(file.name)
    )


def _owner(file: File) -> tuple[str, Learner]:
    """Whose a file is, by the first part of its place."""
    top = file.parts[0]
    if found := _CANVAS.fullmatch(top):
        who = {"canvas_user_id": found["user"], "canvas_submission_id": found["hand"]}
        notes = ["Canvas says that it came late"] if found["late"] else []
        return f"c{found['user']}", Learner(found["name"], top, who, notes=notes)
    if found := _MOODLE.fullmatch(top):
        who = {"moodle_participant": found["user"]}
        return f"m{found['user']}", Learner(found["name"], top, who)
    stem = top.rpartition(".")[0] if top.lower().endswith(_TAKEN) else top
    return f"p{unicodedata.normalize('NFC', stem).casefold()}", Learner(stem or top, top)


def inner(file: File) -> str:
    """The name that the learner gave a file: without what the export put before it."""
    for pattern in (_CANVAS, _MOODLE):
        if (found := pattern.fullmatch(file.name)) and found["file"]:
            return found["file"]
    return file.name


def _name_repositories(found: Sequence[Learner]) -> None:
    """A cloned repository is called `assignment-user`: what all have in common is no name."""
    cloned = [one for one in found if any(f.parts[1:2] == (".git",) for f in one.files)]
    if len(cloned) < 2:
        return
    first, last = min(one.name for one in cloned), max(one.name for one in cloned)
    same = next((i for i, pair in enumerate(zip(first, last, strict=False)) if len({*pair}) > 1), 0)
    start = first[:same].rfind("-") + 1
    for one in cloned:
        if start and one.name[start:]:
            one.name = one.name[start:]
            one.identifiers["github"] = one.name


def _gradescope(found: list[Learner], metadata: File) -> list[Learner]:
    """Names, ids and times from the list that Gradescope puts beside the folders."""
    try:
        told = _read_list(metadata.read(MOST_NOTEBOOK).decode("utf-8", "replace"))
    except Unreadable:
        return found
    for learner in found:
        known = told.get(learner.place, {})
        if learner.place.startswith("submission_"):
            learner.identifiers["gradescope_id"] = learner.place.removeprefix("submission_")
        learner.name = known.get("name") or learner.name
        for key, name in (("sid", "gradescope_sid"), ("email", "email")):
            if known.get(key):
                learner.identifiers[name] = known[key]
        learner.submitted = iso_time(known.get("created_at", ""))
    return found


def _read_list(text: str) -> dict[str, dict[str, str]]:
    """The plain lines of the list, `:key: value`, by folder; of several people all names."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    folder = ""
    for line in text.split("\n"):
        if line and not line[0].isspace() and line.rstrip().endswith(":"):
            folder = line.strip()[:-1].strip("'\"")
        elif pair := re.fullmatch(r"(\s*)(?:- )?:(\w+):\s+(\S.*?)\s*", line):
            key, value = pair[2], pair[3].strip("'\"")
            # An earlier try of the same learner is told deeper, below :history:.
            told = found[folder]
            if key == "name" and key in told and len(pair[1]) <= 4:
                told[key] += f" and {value}"
            else:
                told.setdefault(key, value)
    return found


def iso_time(text: str) -> str | None:
    """A time as Gradescope writes it, `2026-10-01 12:00:00.000000000 Z`, as ISO 8601."""
    found = re.match(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?", text)
    if not found:
        return None
    zone = "+00:00" if found[3] in (None, "Z") else found[3]
    return f"{found[1]}T{found[2]}{zone if ':' in zone else zone[:3] + ':' + zone[3:]}"


def _give_ids(found: Sequence[Learner]) -> None:
    """A safe and stable slug each, which a name in another script or one like it cannot disturb."""
    slugs = [_slug(learner) for learner in found]
    often = Counter(slug for slug, _ in slugs)
    for learner, (slug, faithful) in zip(found, slugs, strict=True):
        whole = slug if faithful and often[slug] == 1 else f"{slug}-{_short(learner)}"
        learner.id = whole.strip("-")


def _slug(learner: Learner) -> tuple[str, bool]:
    """The name in lower-case ASCII, and whether nothing was lost."""
    text = unicodedata.normalize("NFKD", learner.name)
    text = "".join(c for c in text if not unicodedata.combining(c))
    slug = re.sub(r"[^a-z0-9]+", "-", text.lower().encode("ascii", "replace").decode()).strip("-")
    return slug[:60], slug != "" and text.isascii() and len(slug) <= 60


def _short(learner: Learner) -> str:
    own = "".join(f"{key}={value};" for key, value in sorted(learner.identifiers.items()))
    return hashlib.sha256(f"{learner.name}/{own or learner.place}".encode()).hexdigest()[:8]
