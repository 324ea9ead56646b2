"""What `lab grade` does: submissions in, verdicts kept, marks and reports written, a summary."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.check.report import Line
from lab.check.run import choose
from lab.check.runner import Limits
from lab.check.screen import Screen
from lab.course.errors import LabError
from lab.course.lesson import Lesson, find_lessons
from lab.grade.crew import LocalCrew, cores
from lab.grade.intake import Handed, shard, take
from lab.grade.kit import Kit, make_kit
from lab.grade.marks import make_marks
from lab.grade.policy import EXAMPLE, Policy, read_policy
from lab.grade.pool import make_setup
from lab.grade.progress import meter
from lab.grade.result import ClassResult
from lab.grade.run import Terms, collect, grade, troubles
from lab.grade.store import NAME, Store, open_store
from lab.sandbox import Sandbox
from lab.sandbox.probes import best_tier

CONFIG = "course.toml"
_MEMORY = 512 << 20
_PROCESSOR = 60.0


@dataclass(frozen=True)
class Options:
    """What was typed; `config` is course.toml here when it is None and there is one."""

    out: Path
    lessons: Sequence[str] = ()
    suites: Path | None = None
    config: Path | None = None
    jobs: int | None = None
    seconds: float = 10.0
    require_sandbox: bool = False
    unsafe: bool = False
    shard: str | None = None
    dask: str | None = None
    canvas: Path | None = None
    moodle: Path | None = None
    bom: bool = False
    to_json: bool = False


def grade_and_print(submissions: Path, options: Options) -> int:
    """Grades a class: 0 when all of it could be, 1 when the grader failed somewhere.

    LabError when it cannot begin. Ctrl-C leaves what is known in the out folder: 130.
    """
    policy = policy_of(options)
    kit = kit_of(options, policy)
    handed = take(submissions, kit.beside)
    if options.shard:
        handed = shard(handed, options.shard)
    if not handed:
        raise LabError(f"{submissions}: no submissions there")
    terms = terms_of(kit, options)
    with open_store(options.out) as store:
        _remember(store, terms)
        try:
            result = graded(handed, terms, store, submissions, options)
        except KeyboardInterrupt:
            kept = f"what is known is in {options.out}; the same command goes on from there"
            print(f"stopped: {kept}", file=sys.stderr)
            return 130
        return _finish(result, kit, policy, options)


def merge_and_print(folders: Sequence[Path], options: Options) -> int:
    """Puts what several `--out` folders hold into one, and writes out the class."""
    if options.out.resolve() in [folder.resolve() for folder in folders]:
        raise LabError(f"--out {options.out}: give a folder that is none of those to be merged")
    policy = policy_of(options)
    facts = set()
    with open_store(options.out) as store:
        store.replace([])
        for folder in folders:
            with open_store(folder, new=False) as other:
                facts.add(_facts(other, folder))
                store.take(other)
        if len(facts) > 1:
            raise LabError("these were graded with other suites, limits or toolkits: not one class")
        kit, limits, tier, judged_by = facts.pop()
        terms = Terms(Kit.loaded(kit), Limits(**json.loads(limits)), tier, judged_by)
        _remember(store, terms)
        found = collect(store.submissions(), terms, store)
        return _finish(found, terms.kit, policy, options)


def terms_of(kit: Kit, options: Options) -> Terms:
    """What these options judge under; LabError when the sandbox here is too weak for them."""
    tier = best_tier("B" if options.require_sandbox else None, unsafe=options.unsafe)
    limits = Limits(seconds=options.seconds, memory=_MEMORY, processor=_PROCESSOR)
    return Terms(kit, limits, tier)


def policy_of(options: Options) -> Policy:
    """The policy that was named, that is here, or that says nothing."""
    path = options.config or Path(CONFIG)
    return read_policy(path) if options.config or path.is_file() else Policy()


def kit_of(options: Options, policy: Policy) -> Kit:
    """The suites of the lessons that were asked for, in course order."""
    lessons = find_lessons()
    wanted = options.lessons or policy.lessons
    chosen: list[Lesson] = []
    for each in wanted or ["all"]:
        chosen += [one for one in choose(str(each), b"", lessons) if one not in chosen]
    known = [one.key for one in lessons]
    for key in policy.by_lesson:
        if key not in known:
            raise LabError(f"{CONFIG}: [lesson.{key}] is no lesson; there are: {' '.join(known)}")
    chosen.sort(key=lambda one: known.index(one.key))
    return make_kit(chosen, options.suites or policy.hidden_suites)


def graded(
    handed: Sequence[Handed], terms: Terms, store: Store, submissions: Path, options: Options
) -> ClassResult:
    """The class, judged here or on a cluster."""
    hidden = (str(submissions.resolve()), str(options.out.resolve()))
    setup = make_setup(terms.kit, terms.limits, Sandbox(terms.tier, hidden))
    jobs = max(min(options.jobs or cores(), len(handed)), 1)
    with _crew(setup, terms, jobs, options.dask) as crew, meter() as shown:
        return grade(handed, terms, store, crew, shown)


def _crew(setup: str, terms: Terms, jobs: int, dask: str | None) -> AbstractContextManager[Any]:
    if dask is None:
        return LocalCrew(terms.kit, setup, terms.tier, jobs)
    from lab.grade.cluster import DaskCrew

    return DaskCrew(dask, setup)


def _remember(store: Store, terms: Terms) -> None:
    """What the verdicts were given under, for a merge."""
    from dataclasses import asdict

    store.set_fact("kit", terms.kit.dumped())
    store.set_fact("limits", json.dumps(asdict(terms.limits)))
    store.set_fact("tier", terms.tier)
    store.set_fact("judged_by", terms.judged_by)


def _facts(store: Store, folder: Path) -> tuple[str, str, str, str]:
    found = [store.fact(name) for name in ("kit", "limits", "tier", "judged_by")]
    if None in found:
        raise LabError(f"{folder}: nothing was graded there yet")
    return tuple(map(str, found))  # type: ignore[return-value]


def _finish(result: ClassResult, kit: Kit, policy: Policy, options: Options) -> int:
    from lab.grade.out import write_all
    from lab.grade.out.likeness import class_prints

    marks, words = make_marks(result, policy)
    out, books = options.out, (options.canvas, options.moodle)
    prints, unknown = class_prints(result, kit, out, lambda line: print(line, file=sys.stderr))
    written, said = write_all(result, marks, out, *books, options.bom, prints)
    words += unknown + said
    trouble = troubles(result)
    if options.to_json:
        print(json.dumps(summary(result, [str(path) for path in written], words), indent=2))
    else:
        Screen(sys.stdout).print(*_lines(result, [*written, options.out / NAME], words, trouble))
    return 1 if trouble else 0


def summary(result: ClassResult, written: Sequence[str], words: Sequence[str]) -> dict:
    """What is printed at the end, as plain data."""
    return {
        "submissions": len(result.rows),
        "unreadable": {r.submission.id: r.submission.problem for r in result.rows if _bad(r)},
        "lessons": {key: dict(_counts(result, key)) for key in result.lessons},
        "review": {row.submission.id: row.review for row in result.rows if row.review},
        "not_graded": [list(one) for one in troubles(result)],
        "tier": result.tier,
        "sandboxed": result.tier != "C",
        "toolkit": result.toolkit,
        "warnings": list(words),
        "written": list(written),
    }


def _bad(row: Any) -> bool:
    return row.submission.problem is not None


def _counts(result: ClassResult, key: str) -> Counter:
    found = [row.verdicts[key] for row in result.rows if key in row.verdicts]
    return Counter("broken" if v.broken else "pass" if v.passed else "fail" for v in found)


def _lines(
    result: ClassResult,
    written: Sequence[Path],
    words: Sequence[str],
    trouble: Sequence[tuple[str, str, str]],
) -> list[Line]:
    bad = [row.submission for row in result.rows if _bad(row)]
    walls = {"A": "tier A", "B": "tier B", "C": "tier C: UNSANDBOXED, limits only"}[result.tier]
    lines = [f"{len(result.rows)} submissions, {len(bad)} of them unreadable; sandbox {walls}"]
    for key in result.lessons:
        found = _counts(result, key)
        title = f"{key} {result.titles[key]}"
        lines.append(f"  {title:<36} {found['pass']:4d} pass {found['fail']:4d} fail")
    lines += [f"UNREADABLE  {one.learner}: {one.problem}" for one in bad]
    flagged = [row for row in result.rows if row.review]
    lines += [f"REVIEW  {row.submission.learner}: {row.review[0]}" for row in flagged]
    lines += [f"NOT GRADED  {who}, lesson {key}: {why}" for who, key, why in trouble]
    lines += [*words, "written:", *_files(written)]
    return [Line(line) for line in lines]


def _files(written: Sequence[Path]) -> list[str]:
    """A line a file, one for the many of a folder."""
    pages = [path for path in written if path.parent.name == "learners"]
    lines = [f"  {path}" for path in written if path not in pages]
    return lines + ([f"  {pages[0].parent}/ ({len(pages)} pages)"] if pages else [])


def run(what: Sequence[str], options: Options) -> int:
    """`lab grade WHAT`: submissions, or `merge` and folders."""
    if options.jobs is not None and options.jobs < 1:
        raise LabError(f"--jobs {options.jobs}: at least one")
    if what and what[0] == "merge" and len(what) > 1:
        return merge_and_print([Path(one) for one in what[1:]], options)
    if len(what) != 1:
        raise LabError("give one folder or zip of submissions: `lab grade submissions.zip`")
    return grade_and_print(Path(what[0]).expanduser(), options)


def show_doctor(to_json: bool) -> int:
    """Prints what each tier really denies on this machine."""
    from lab.sandbox import table

    if to_json:
        print(json.dumps(table.doctor_data(), indent=2))
        return 0
    from rich.console import Console

    Console().print(table.doctor())
    return 0


def show_example() -> int:
    """Prints a course.toml with everything in it."""
    print(EXAMPLE, end="")
    return 0
