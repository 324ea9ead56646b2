"""What `lab watch` shows: pure functions from the state of a watch to lines, and lines to a screen.

A line has its word beside its colour. Nothing is written and no key is read here.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rich.console import Console
from rich.text import Text

from lab.check import report
from lab.check.record import Record
from lab.check.report import Line
from lab.check.run import Result, exit_code
from lab.check.screen import STYLES

FOOT = "h hint   a {all}   m map   n next   q quit   Enter check again"
_NARROWEST = 20
_FOLD = 3


@dataclass
class View:
    """The state of a watch: `state` is checking, checked or waiting.

    `before` are the records of the last check that came to its end, `notice` one line beside the
    verdict (or in its place), `when` says which check this is and since when, and `after` is what
    to do once everything passes.
    """

    harness: str
    state: str = "checking"
    results: list[Result] = field(default_factory=list)
    before: list[Record] = field(default_factory=list)
    everything: bool = False
    notice: str = ""
    when: str = ""
    after: str = ""


@dataclass(frozen=True)
class Paper:
    """What is drawn on: its width in columns, whether it has colours, and how it spells a text."""

    width: int
    colour: bool
    spell: Callable[[str], str]


def head(view: View) -> list[Line]:
    """Which lesson, how it stands, and what to do: always to be seen."""
    return [Line(_title(view), tone="title"), *_standing(view), Line("")]


def body(view: View, folded: bool = False) -> list[Line]:
    """The sentences, then the first failure in full; with `folded`, runs of one word are a line."""
    lines = []
    for result in view.results:
        title, *unwritten = report.heading(result) or [Line("")]
        lines += [*([title] if len(view.results) > 1 and result.has_suite else []), *unwritten]
        lines += _rows(view, result, folded)
    return [*lines, *report.details(view.results, view.everything)]


def foot(view: View, more: str = "") -> list[Line]:
    """The keys, and above them whether there is more than can be seen."""
    words = "first failure only" if view.everything else "all failures"
    return [Line(more, tone="pale" if more else ""), Line(FOOT.format(all=words))]


def fitted(view: View, paper: Paper, height: int, skip: int) -> tuple[list[str], int]:
    """The whole screen as strings, and how many lines of the body were skipped in it.

    What does not fit is folded first and then cut; `skip` is asked for, and held within the body.
    """
    above, below = rendered(head(view), paper), rendered(foot(view), paper)
    room = max(height - len(above) - len(below), 1)
    lines = rendered(body(view), paper)
    if len(lines) > room:
        lines = rendered(body(view, folded=True), paper)
    skip = max(min(skip, len(lines) - room), 0)
    hidden = len(lines) - room - skip
    if skip or hidden > 0:
        more = f"-- {max(hidden, 0)} more lines below: arrows or space --"
        below = rendered(foot(view, more), paper)
    return [*above, *lines[skip : skip + room], *below][:height], skip


def rendered(lines: Sequence[Line], paper: Paper) -> list[str]:
    """The lines as a terminal shows them: wrapped, each a string that fits."""
    console = Console(
        file=io.StringIO(),
        width=max(paper.width, _NARROWEST),
        force_terminal=True,
        color_system="standard" if paper.colour else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        for line in lines:
            clean = Line(paper.spell(line.text), paper.spell(line.word), line.tone)
            for part in _wrapped(clean, console):
                console.print(part, no_wrap=True, overflow="crop", crop=True)
    return captured.get().split("\n")[:-1]


def _title(view: View) -> str:
    if not view.results:
        return view.harness
    first, last = view.results[0].lesson, view.results[-1].lesson
    kind = "Checkpoint" if first.kind == "checkpoint" else "Lesson"
    if len(view.results) == 1:
        return f"{view.harness}   {kind} {first.key}: {first.title}"
    return f"{view.harness}   {first.key} to {last.key}"


def _standing(view: View) -> list[Line]:
    notice = [Line(view.notice, tone="pale")] if view.notice else []
    if view.state == "checking":
        return [Line(f"checking: {view.when}", f"{'...':7}", "pale"), *notice, Line("")]
    if view.state == "waiting":
        return [Line(view.notice or "waiting for a save", "WAITING", "pale"), Line("")]
    verdict = _verdict(view)
    said = Line(f"{verdict.text} {view.when.capitalize()}.", f"{verdict.word:7}", verdict.tone)
    return [said, *notice, Line(report.next_step(view.results, view.after, "save", "a"))]


def _verdict(view: View) -> Line:
    score = report.score(view.results)
    if score:
        good = exit_code(view.results) == 0
        return Line(score, "PASS" if good else "FAIL", "good" if good else "bad")
    gaps = sum(len(result.unwritten) for result in view.results)
    empty = f"Still to be written: {gaps}." if gaps else ""
    return Line(empty or report.no_suite(view.results), "OPEN", "pale")


def _rows(view: View, result: Result, folded: bool) -> list[Line]:
    known = {record.test for record in result.records}
    key = result.lesson.key
    waiting = [r for r in view.before if r.lesson == key and r.test not in known]
    if view.state != "checking" or result.unwritten:
        rows = report.rows(result)
    else:
        rows = [report.row(record) for record in result.records]
        rows += [Line(record.sentence, f"{'...':7}") for record in waiting]
    return _fold(rows) if folded else rows


def _fold(rows: list[Line]) -> list[Line]:
    lines: list[Line] = []
    for word, group in groupby(rows, key=lambda row: row.word):
        run = list(group)
        if len(run) < _FOLD:
            lines += run
        else:
            lines.append(Line(f"{len(run)} sentences", word, run[0].tone))
    return lines


def _wrapped(line: Line, console: Console) -> list[Text]:
    """A line as pieces that fit; what goes on below is indented as the line is."""
    text = line.text.expandtabs(4)
    if line.word:
        first = f"  {line.word} "
        parts = Text(text).wrap(console, console.width - len(first), overflow="fold") or [Text("")]
        words = [(first, STYLES[line.tone]), *[(" " * len(first), "")] * (len(parts) - 1)]
        return [Text.assemble(*pair) for pair in zip(words, parts, strict=True)]
    bare = text.lstrip(" ")
    indent = min(len(text) - len(bare), console.width // 2)
    parts = Text(bare, STYLES[line.tone]).wrap(console, console.width - indent, overflow="fold")
    return [Text.assemble(" " * indent, part) for part in parts] or [Text("")]
