"""The verdicts of a class in one SQLite file, each on disk the moment it is known.

A verdict is kept under the content of the submission, of the suite, and of what judged it. One
process at a time has the file: a second one is told so. What a verdict means is not known here.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lab.course.errors import LabError
from lab.grade.result import TIERS, Submission, Verdict

NAME = "verdicts.sqlite"
_FORM = 1
_TABLES = """
create table if not exists verdicts (
    submission text, suite text, judged_by text, lesson text, tier text, settled integer,
    broken integer, known_at text, verdict text,
    primary key (submission, suite, judged_by)
) without rowid;
create table if not exists submissions (id text primary key, place integer, submission text);
create table if not exists facts (name text primary key, value text);
"""


@dataclass(frozen=True)
class Key:
    """What a verdict is kept under: digests of a submission, a suite, and of what judges."""

    submission: str
    suite: str
    judged_by: str


@dataclass(frozen=True)
class Kept:
    """A verdict as it is kept; one that is not `settled` is to be tried again."""

    verdict: Verdict
    settled: bool


class Store:
    """The file `verdicts.sqlite` of an out folder. Close it, or use it as a context manager."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exc: object) -> None:
        self._database.close()

    def get(self, key: Key, tier: str) -> Kept | None:
        """The verdict under a key, if it ran in a sandbox no weaker than `tier` and is a verdict:
        a grader's own error is none.
        """
        kept = self.look(key)
        if kept is None or kept.verdict.broken:
            return None
        return kept if TIERS.index(kept.verdict.tier) <= TIERS.index(tier) else None

    def look(self, key: Key) -> Kept | None:
        """Whatever is kept under a key, a grader's own error too."""
        question = "select verdict, settled from verdicts where submission = ?"
        question += " and suite = ? and judged_by = ?"
        found = self._database.execute(question, (key.submission, key.suite, key.judged_by))
        row = found.fetchone()
        return Kept(Verdict.from_dict(json.loads(row[0])), bool(row[1])) if row else None

    def put(self, key: Key, verdict: Verdict, settled: bool) -> bool:
        """Keeps a verdict; False when it is a grader's error and there is a verdict already."""
        with self._writing() as database:
            if verdict.broken and self.get(key, TIERS[-1]) is not None:
                return False
            row = (key.submission, key.suite, key.judged_by, verdict.lesson, verdict.tier)
            row += (settled, verdict.broken, now(), json.dumps(verdict.as_dict()))  # type: ignore[assignment]
            database.execute(f"insert or replace into verdicts values ({_marks(9)})", row)
        return True

    def settle(self, key: Key) -> None:
        """Has the verdict under a key stand as it is."""
        with self._writing() as database:
            where = "submission = ? and suite = ? and judged_by = ?"
            change = f"update verdicts set settled = 1 where {where}"
            database.execute(change, (key.submission, key.suite, key.judged_by))

    def take(self, other: "Store") -> None:
        """Keeps what another store holds too: its submissions, and its verdicts where they are
        better than none.
        """
        rows = other._database.execute("select * from verdicts").fetchall()
        for submission, suite, judged_by, *_, settled, _broken, _at, verdict in rows:
            found = Verdict.from_dict(json.loads(verdict))
            self.put(Key(submission, suite, judged_by), found, bool(settled))
        self.add(other.submissions())

    def add(self, submissions: Iterable[Submission]) -> None:
        """Keeps who handed in what; an `id` that is there is replaced."""
        rows = [(one.id, place, json.dumps(one.as_dict())) for place, one in enumerate(submissions)]
        with self._writing() as database:
            database.executemany("insert or replace into submissions values (?, ?, ?)", rows)

    def replace(self, submissions: Iterable[Submission]) -> None:
        """Keeps these submissions only."""
        with self._writing() as database:
            database.execute("delete from submissions")
        self.add(submissions)

    def submissions(self) -> list[Submission]:
        """Who handed in what, in the order of their ids."""
        found = self._database.execute("select submission from submissions order by id")
        return [Submission.from_dict(json.loads(row[0])) for row in found]

    def fact(self, name: str) -> str | None:
        """Something else that is kept, by name."""
        found = self._database.execute("select value from facts where name = ?", (name,)).fetchone()
        return found[0] if found else None

    def set_fact(self, name: str, value: str) -> None:
        with self._writing() as database:
            database.execute("insert or replace into facts values (?, ?)", (name, value))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._database:
                yield self._database
        except sqlite3.OperationalError as exc:
            raise LabError(f"{NAME} cannot be written: {exc}") from None


def open_store(folder: Path, new: bool = True) -> Store:
    """The store of an out folder, which is made when it is `new`.

    LabError when another process has it, when it cannot be written, or is of another form.
    """
    path = folder / NAME
    try:
        if new:
            folder.mkdir(parents=True, exist_ok=True)
        elif not path.is_file():
            raise LabError(f"{folder}: no {NAME} there: is it the --out of a `lab grade`?")
        database = sqlite3.connect(path, timeout=0.0)
    except (OSError, sqlite3.Error) as exc:
        raise LabError(f"{folder} cannot be used for what is graded: {exc}") from None
    try:
        return Store(_prepared(database, folder))
    except sqlite3.DatabaseError as exc:
        database.close()
        raise LabError(_refusal(path, exc)) from None
    except LabError:
        database.close()
        raise


def now() -> str:
    """This moment, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _prepared(database: sqlite3.Connection, folder: Path) -> sqlite3.Connection:
    # Exclusive: the file is locked from the first write until its owner closes it, or dies.
    database.execute("pragma locking_mode = exclusive")
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = full")
    database.executescript(_TABLES)
    with database:
        database.execute("insert or ignore into facts values ('form', ?)", (str(_FORM),))
    form = database.execute("select value from facts where name = 'form'").fetchone()[0]
    if form != str(_FORM):
        reason = f"has form {form}, and this toolkit knows {_FORM}"
        raise LabError(f"{folder / NAME} {reason}: give another --out")
    return database


def _refusal(path: Path, exc: sqlite3.DatabaseError) -> str:
    if "locked" in str(exc):
        return (
            f"{path.parent} is in use: another `lab grade` works there; wait, or give another --out"
        )
    return f"{path} cannot be used ({exc}): move it away, or give another --out"


def _marks(number: int) -> str:
    return ", ".join("?" * number)
