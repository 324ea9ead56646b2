"""What is printed about measures: pure functions from measures to a table, lines, and JSON.

Nothing is measured or printed here.
"""

from collections.abc import Sequence
from dataclasses import asdict

from lab.check.report import Line
from lab.gate.measure import Measure, Options

HEAD = (
    "lesson",
    "tests",
    "wrong caught",
    "mutants killed",
    "earlier",
    "marked",
    "survivors",
    "flaky",
    "seconds",
    "slowest test",
)


def row(measure: Measure) -> tuple[str, ...]:
    """A lesson's cells, one for each of HEAD."""
    slowest, seconds = measure.slowest
    return (
        measure.lesson.key,
        str(measure.tests),
        f"{measure.wrong_caught}/{measure.wrong}",
        f"{measure.killed}/{measure.mutants}",
        str(measure.earlier),
        str(measure.marked),
        str(len(measure.survivors)),
        str(len(measure.flaky)),
        f"{measure.seconds:.2f}",
        f"{slowest.removeprefix('test_')} {seconds:.2f}",
    )


def table(measures: Sequence[Measure]) -> list[str]:
    """The table as plain lines."""
    rows = [HEAD, *map(row, measures), *([_total(measures)] if len(measures) > 1 else [])]
    widths = [max(len(cells[place]) for cells in rows) for place in range(len(HEAD))]
    last = len(HEAD) - 1
    return [
        "  ".join(
            cell.ljust(width) if place in (0, last) else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in rows
    ]


def rich_table(measures: Sequence[Measure]) -> object:
    """The table for a terminal, a `rich.table.Table`."""
    from rich.table import Table

    made = Table(show_edge=False, pad_edge=False)
    for name in HEAD:
        made.add_column(name, justify="left" if name in (HEAD[0], HEAD[-1]) else "right")
    for measure in measures:
        made.add_row(*row(measure), style="" if measure.good else "bold red")
    if len(measures) > 1:
        made.add_section()
        made.add_row(*_total(measures))
    return made


def complaints(measures: Sequence[Measure]) -> list[Line]:
    """Everything that is wrong, a line each, and what it comes to."""
    lines = [
        Line(f"{measure.lesson.key}  {words}", "BAD", "bad")
        for measure in measures
        for words in measure.complaints
    ]
    bad = [measure.lesson.key for measure in measures if not measure.good]
    if not bad:
        return [Line("every suite is good" if len(measures) > 1 else "the suite is good")]
    count = f"{len(lines)} complaint{'s' if len(lines) > 1 else ''}"
    return [*lines, Line(f"{count}, about {', '.join(bad)}")]


def as_data(measures: Sequence[Measure], options: Options) -> dict:
    """Everything as plain data, ready for JSON."""
    return {
        "good": all(measure.good for measure in measures),
        "options": asdict(options),
        "lessons": [_measure(measure) for measure in measures],
    }


def _measure(measure: Measure) -> dict:
    plain = {key: value for key, value in vars(measure).items() if key not in ("lesson", "slowest")}
    slowest, seconds = measure.slowest
    return {
        "lesson": measure.lesson.key,
        **plain,
        "survivors": [asdict(one) for one in measure.survivors],
        "seconds": round(measure.seconds, 3),
        "slowest": {"test": slowest, "seconds": round(seconds, 3)},
        "good": measure.good,
    }


def _total(measures: Sequence[Measure]) -> tuple[str, ...]:
    def total(name: str) -> int:
        return sum(getattr(measure, name) for measure in measures)

    return (
        "all",
        str(total("tests")),
        f"{total('wrong_caught')}/{total('wrong')}",
        f"{total('killed')}/{total('mutants')}",
        str(total("earlier")),
        str(total("marked")),
        str(sum(len(measure.survivors) for measure in measures)),
        str(sum(len(measure.flaky) for measure in measures)),
        f"{sum(measure.seconds for measure in measures):.2f}",
        "",
    )
