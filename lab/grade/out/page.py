"""The class and each learner as a page: one file, no script, nothing from elsewhere.

Readable in light and in dark, and on paper; a word stands beside every colour. All text is escaped.
"""

from collections import Counter
from collections.abc import Iterable
from html import escape
from types import MappingProxyType

from lab.check.record import Record, counts
from lab.check.report import WORDS
from lab.grade.out.likeness import Prints, alike
from lab.grade.out.words import clean, number, told
from lab.grade.result import ClassResult, LearnerMarks, Marks, Row, Verdict

_MOST = 20  # hardest sentences
_STYLE = """
:root{color-scheme:light dark;--good:#d5efd9;--part:#fbeecb;--bad:#f8d7d5;--line:#8886;--b:#fff}
@media(prefers-color-scheme:dark){
:root{--good:#173d20;--part:#463a10;--bad:#4d1c1a;--b:#16181c}}
body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:80em;padding:0 1em;
background:var(--b)}
table{border-collapse:separate;border-spacing:0;font-size:.9em}
th,td{padding:.2em .5em;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{position:sticky;top:0;background:var(--b)}
tbody th{min-width:10em;position:sticky;left:0;background:var(--b);font-weight:normal}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.good{background:var(--good)}.part{background:var(--part)}.bad{background:var(--bad)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid var(--line);padding-left:1em}
.skip{position:absolute;left:-99em}.skip:focus{position:static}
@media print{thead th,tbody th{position:static}.skip{display:none}tr{break-inside:avoid}}
"""


def class_page(result: ClassResult, marks: Marks, prints: Prints = MappingProxyType({})) -> str:
    """The report of a class as HTML; `prints` are of the wrong solutions that are known."""
    title = marks.title or "The class"
    parts = [
        _facts(result),
        "<h2 id=heat>Learners by lessons</h2>"
        "<p>Sentences that pass, of how many. <b>all</b>: every one; <b>?</b>: look at it "
        "yourself.</p>",
        _heat(result, marks),
        "<h2>The hardest sentences</h2>",
        _hardest(result),
        "<h2>What failures look like</h2>",
        _likeness(result, prints),
        "<h2>To be looked at by a human</h2>",
        _list((row.submission, "; ".join(row.review)) for row in result.rows if row.review),
        "<h2>What could not be read</h2>",
        _list((r.submission, r.submission.problem) for r in result.rows if r.submission.problem),
    ]
    return _page(title, "\n".join(parts))


def learner_page(row: Row, result: ClassResult, marks: Marks) -> str:
    """What a learner is told, in the words of `lab check`."""
    one, mark = row.submission, marks.learners.get(row.submission.id)
    parts = [f"<p>{_text(_made(result))}</p>", _total(mark)]
    if one.problem is not None:
        parts.append(f"<p><b>This cannot be read:</b> {_text(one.problem)}</p>")
    parts += [f"<p>{_text(note)}</p>" for note in one.notes]
    for key in result.lessons:
        if key in row.verdicts:
            title = result.titles.get(key, key)
            parts.append(f"<h2>{_text(key)} {_text(title)}</h2>")
            parts.append(_lesson_mark(mark, key))
            parts.append(_records(row.verdicts[key], key in result.hidden))
    return _page(one.learner, "\n".join(parts))


def _facts(result: ClassResult) -> str:
    return f"<p>{len(result.rows)} submissions, {_text(_made(result))}</p>"


def _made(result: ClassResult) -> str:
    tier = f"sandbox tier {result.tier}" if result.tier != "C" else "unsandboxed (tier C)"
    return f"graded {result.graded_at}, {tier}, {result.toolkit}"


def _heat(result: ClassResult, marks: Marks) -> str:
    heads = "".join(
        f'<th class=n scope=col title="{_text(result.titles.get(key, key))}">{_text(key)}</th>'
        for key in result.lessons
    )
    body = "\n".join(_heat_row(row, result, marks) for row in result.rows)
    return (
        f"<table><thead><tr><th scope=col>Learner</th><th class=n scope=col>Points</th>"
        f"{heads}</tr></thead><tbody>\n{body}\n</tbody></table>"
    )


def _heat_row(row: Row, result: ClassResult, marks: Marks) -> str:
    one, mark = row.submission, marks.learners.get(row.submission.id)
    cells = "".join(_heat_cell(row.verdicts.get(key)) for key in result.lessons)
    link = f'<a href="learners/{_text(one.id)}.html">{_text(one.learner)}</a>'
    points = number(mark.total) if mark else ""
    return f"<tr><th scope=row>{link}</th><td class=n>{points or 'unknown'}</td>{cells}</tr>"


def _heat_cell(verdict: Verdict | None) -> str:
    if verdict is None:
        return "<td class=n>none</td>"
    many, good = len(verdict.records), counts(verdict.records).get("pass", 0)
    tone = "good" if verdict.passed else "part" if good * 2 >= many else "bad"
    words = "all" if verdict.passed else "error" if verdict.broken else f"{good}/{many}"
    return f'<td class="n {tone}">{words}{" ?" if verdict.review else ""}</td>'


def _hardest(result: ClassResult) -> str:
    verdicts = [verdict for row in result.rows for verdict in row.verdicts.values()]
    found = [record for verdict in verdicts for record in verdict.records]
    judged = Counter((one.lesson, one.sentence) for one in found if one.status != "grader_error")
    failed = Counter(
        (one.lesson, one.sentence) for one in found if one.status not in ("pass", "grader_error")
    )
    if not failed:
        return "<p>None: every sentence passes.</p>"
    rows = "\n".join(
        f"<tr><td>{_text(key[0])}</td><td>{_text(key[1])}</td>"
        f"<td class=n>{many} of {judged[key]}</td></tr>"
        for key, many in failed.most_common(_MOST)
    )
    heads = "<th scope=col>Lesson</th><th scope=col>Sentence</th><th scope=col>Do not pass it</th>"
    return f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table>"


def _likeness(result: ClassResult, prints: Prints) -> str:
    verdicts = [verdict for row in result.rows for verdict in row.verdicts.values()]
    found = Counter((v.lesson, one) for v in verdicts for one in alike(v, prints))
    rows = "\n".join(
        f"<tr><td>{_text(lesson)}</td><td>{_text(one.name)}</td><td>{_text(one.description)}</td>"
        f"<td class=n>{many}</td></tr>"
        for (lesson, one), many in found.most_common(_MOST)
    )
    if not rows:
        return "<p>No failure looks like a wrong solution that is known.</p>"
    names = ("Lesson", "Wrong solution", "What is wrong", "Learners")
    heads = "".join(f"<th scope=col>{name}</th>" for name in names)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table>"


def _list(found: Iterable[tuple]) -> str:
    items = [f"<li><b>{_text(one.learner)}</b>: {_text(words)}</li>" for one, words in found]
    return "<ul>\n" + "\n".join(items) + "\n</ul>" if items else "<p>Nothing.</p>"


def _records(verdict: Verdict, hidden: bool) -> str:
    return "\n".join(_record(told(record, hidden)) for record in verdict.records)


def _record(record: Record) -> str:
    tone = "good" if record.status == "pass" else "bad"
    word = f"<b class={tone}>{WORDS[record.status]}</b>"
    parts = [f"<p>{word} {_text(record.sentence)}</p>"]
    if record.status != "pass" and record.message:
        parts.append(f"<pre>{_text(record.message)}</pre>")
    if record.status != "pass" and record.printed.strip():
        parts.append(f"<p>it printed:</p><pre>{_text(record.printed[:2000])}</pre>")
    return "\n".join(parts)


def _total(mark: LearnerMarks | None) -> str:
    if mark is None:
        return "<p>No marks.</p>"
    earned = number(mark.total) or "not known yet"
    return f"<p>Points: <b>{earned}</b> of {number(mark.possible)}</p>"


def _lesson_mark(mark: LearnerMarks | None, key: str) -> str:
    one = mark.lessons.get(key) if mark else None
    if one is None:
        return ""
    note = f" ({one.note})" if one.note else ""
    words = f"Points: {number(one.earned) or 'not known'} of {number(one.possible)}{note}"
    return f"<p>{_text(words)}</p>"


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{_text(title)}</title><style>{_STYLE}</style></head>\n"
        '<body><a class=skip href="#main">To the content</a>\n'
        f"<main id=main><h1>{_text(title)}</h1>\n{body}\n</main></body></html>\n"
    )


def _text(text: str | None) -> str:
    return escape(clean(text or ""))
