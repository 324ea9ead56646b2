"""What is printed about records: pure functions from records to lines, and to plain data for JSON.

Words stand beside every colour, so that nothing is lost without colours. Nothing is judged here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.check.outcome import IMPORTING, clipped
from lab.check.record import Record, counts
from lab.check.run import Result, exit_code
from lab.course.lesson import released
from lab.course.map import changing

WORDS = {
    "pass": "PASS",
    "fail": "FAIL",
    "error": "ERROR",
    "skipped": "SKIPPED",
    "timeout": "TIMEOUT",
    "memory": "MEMORY",
    "crashed": "CRASHED",
    "syntax": "SYNTAX",
    "not_reported": "NOT RUN",
    "review": "REVIEW",
    "grader_error": "SUITE ERROR",
}
_QUIET = ("skipped", "not_reported", "review")


@dataclass(frozen=True)
class Line:
    """One line to print; `word` stands in front and takes the colour of `tone` (good, bad, …)."""

    text: str
    word: str = ""
    tone: str = ""


def heading(result: Result) -> list[Line]:
    """What is said of a lesson before its sentences."""
    one = result.lesson
    name = f"Checkpoint {one.key}" if one.kind == "checkpoint" else f"Lesson {one.key}"
    # A suite of its own goes by its file's name, and has no title.
    lines = [Line(f"{name}: {one.title}" if one.title else f"Suite {one.key}", tone="title")]
    if not result.has_suite:
        return []
    for gap in result.unwritten:
        lines.append(Line(f"not written yet: {gap.name} ({gap.file}, line {gap.line})"))
    for gap in result.untouched:
        lines.append(Line(f"{changing([gap.name])} ({gap.file}, line {gap.line})"))
    return lines


def rows(result: Result) -> list[Line]:
    """A judged lesson's lines, a line a sentence; one line where they would all say the same.

    That is so where the file could not be loaded, and where the lesson has not been started.
    """
    records = result.records
    if unloaded(records):
        many = f"{len(records)} sentences" if len(records) > 1 else "the sentence"
        line = Line(_first_line(records[0].message), f"{WORDS[records[0].status]:7}", "bad")
        return [line, Line(f"{many} could not be judged", f"{'':7}")]
    if result.ahead and not result.passed:
        start = result.barred or f"`lab start {result.lesson.key}` puts its gaps in"
        return [
            Line(f"{score([result])} It has not been started: {start}", f"{'NOT YET':7}", "pale")
        ]
    return [row(record) for record in records]


def unloaded(records: Sequence[Record]) -> bool:
    """Whether nothing could be played, because the learner's file could not be loaded."""
    return bool(records) and all(
        r.status == "syntax" or r.message.startswith(IMPORTING) for r in records
    )


def row(record: Record) -> Line:
    """A record's one line: the word for what happened, and the sentence."""
    return Line(record.sentence, f"{WORDS[record.status]:7}", _tone(record))


def details(results: Sequence[Result], everything: bool) -> list[Line]:
    """The first failure in full; every one of them when `everything` is asked for."""
    told = [result for result in results if everything or not _in_a_line(result)]
    failures = [r for result in told for r in result.records if r.status != "pass"]
    # What was not run has no more to say than the failure before it.
    telling = [r for r in failures if r.status not in _QUIET] or failures
    lines: list[Line] = []
    for record in failures if everything else telling[:1]:
        lines += [Line(""), row(record), Line("")]
        lines += [Line(("  " + line).rstrip()) for line in record.message.split("\n")]
        if record.printed.strip():
            lines += [Line(""), Line("  it printed:"), *_printed(record.printed)]
    return lines


def total(results: Sequence[Result], after: str = "", again: str = "run this again") -> list[Line]:
    """How many sentences passed, what was left out, what to do next: `after` when all is well."""
    said = [Line(words) for words in (no_suite(results), score(results), not_run(results)) if words]
    return [Line(""), *said, Line(next_step(results, after, again))]


def no_suite(results: Sequence[Result]) -> str:
    """Which lessons could not be judged; "" when all could.

    A checkpoint of runs alone has nothing to judge, which is said when nothing else was asked for.
    """
    bare = [result.lesson for result in results if not result.has_suite]
    only_runs = [one.key for one in bare if one.kind == "checkpoint" and not one.part.is_file()]
    if only_runs and len(results) == 1:
        return f"{only_runs[0]} has runs and nothing to build: `lab read {only_runs[0]}`."
    waiting = [one.key for one in bare if one.key not in only_runs]
    if waiting and released():
        return f"Judged by your instructor, who has the suite: {' '.join(waiting)}."
    return f"No suite yet: {' '.join(waiting)}." if waiting else ""


def score(results: Sequence[Result]) -> str:
    """How many sentences pass, and what became of the others; "" when none was judged."""
    found = counts(r for result in results for r in result.records)
    others = [f"{number} {WORDS[status]}" for status, number in found.items() if status != "pass"]
    passing = f"{found.get('pass', 0)} of {sum(found.values())} sentences pass"
    if not found:
        return ""
    return f"{passing} ({', '.join(others)})." if others else f"{passing}."


def not_run(results: Sequence[Result]) -> str:
    """Why sentences were not played, "" when all were."""
    records = [r for result in results for r in result.records if r.status == "not_reported"]
    reasons = dict.fromkeys(_first_line(r.message).removeprefix("not played: ") for r in records)
    return f"NOT RUN: {'; '.join(reasons)}." if reasons else ""


def next_step(
    results: Sequence[Result], after: str = "", again: str = "run this again", show: str = "--all"
) -> str:
    """One line: what to do now; `after` when everything passed.

    `again` is how it is judged again, and `show` what shows every failure.
    """
    gaps = [gap for result in results for gap in result.unwritten]
    records = [r for result in results for r in result.records]
    begun = [r for result in results if not result.ahead for r in result.records]
    failures = [r for r in begun if r.status != "pass"]
    if not gaps and not records:
        return "There was nothing to run."
    if any(r.status == "grader_error" for r in records):
        return "The suite itself could not judge: this is not about your harness."
    if gaps:
        return f"Next: write {gaps[0].name} in {gaps[0].file}, line {gaps[0].line}."
    if unloaded(failures):
        return f"Next: mend it and {again}."
    if failures and (key := next((r.lesson.key for r in results if r.untouched), "")):
        return f"Next: `lab read {key}` says what there is to change; then {again}."
    if len(failures) > 1:
        return f"Next: mend the first failure and {again} ({show} shows all {len(failures)})."
    if failures:
        return f"Next: mend it and {again}."
    return after or "Everything that was run passes."


def as_data(harness: Path, results: Sequence[Result]) -> dict:
    """The whole run as plain data."""
    records = [r for result in results for r in result.records]
    return {
        "harness": str(harness),
        "passed": exit_code(results) == 0,
        "counts": counts(records),
        "lessons": [_lesson(result) for result in results],
    }


def _lesson(result: Result) -> dict:
    return {
        "lesson": result.lesson.key,
        "title": result.lesson.title,
        "has_suite": result.has_suite,
        "started": not result.ahead,
        "passed": result.passed,
        "not_written": [vars(gap) for gap in result.unwritten],
        "to_change": [vars(gap) for gap in result.untouched],
        "records": [record.as_dict() for record in result.records],
    }


def _tone(record: Record) -> str:
    if record.status == "pass":
        return "good"
    return "pale" if record.status in _QUIET else "bad"


def _in_a_line(result: Result) -> bool:
    """Whether the lines of a lesson say all there is to say of it."""
    return unloaded(result.records) or (result.ahead and not result.passed)


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _printed(text: str, most: int = 10) -> list[Line]:
    lines = text.rstrip("\n").split("\n")
    shown = [Line("    " + clipped(line)) for line in lines[:most]]
    more = len(lines) - most
    return [*shown, Line(f"    ... ({more} more lines)")] if more > 0 else shown
