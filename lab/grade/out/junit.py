"""The class as JUnit XML: a testsuite a learner and lesson, a testcase a sentence."""

import re
import xml.etree.ElementTree as ET

from lab.check.record import Record
from lab.grade.out.words import clean, told
from lab.grade.result import ClassResult, Row, Verdict

_CHILD = {"pass": "", "fail": "failure", "skipped": "skipped", "not_reported": "skipped"}
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(result: ClassResult) -> str:
    """The text of the file. A submission that cannot be read is one testcase with an error."""
    top = ET.Element("testsuites", {"name": "harness-lab"})
    for row in result.rows:
        for key in result.lessons:
            if key in row.verdicts:
                _suite(top, row, row.verdicts[key], key in result.hidden)
        if row.submission.problem is not None:
            problem = Record("", "", "the submission can be read", "error", row.submission.problem)
            _suite(top, row, Verdict("submission", (problem,)), False)
    ET.indent(top)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(top, "unicode") + "\n"


def _suite(top: ET.Element, row: Row, verdict: Verdict, hidden: bool) -> None:
    kinds = [_CHILD.get(record.status, "error") for record in verdict.records]
    counts = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    suite = ET.SubElement(
        top,
        "testsuite",
        {
            "name": _legal(f"{row.submission.learner}: {verdict.lesson}"),
            "tests": str(len(kinds)),
            **{name: str(kinds.count(kind)) for name, kind in counts.items()},
            "time": f"{verdict.seconds:.3f}",
        },
    )
    for record, kind in zip(verdict.records, kinds, strict=True):
        _case(suite, f"{row.submission.id}.{verdict.lesson}", told(record, hidden), kind)


def _case(suite: ET.Element, classname: str, record: Record, kind: str) -> None:
    name, time = _legal(record.sentence), f"{record.seconds:.3f}"
    case = ET.SubElement(suite, "testcase", {"classname": classname, "name": name, "time": time})
    if kind:
        first = record.message.partition("\n")[0]
        ET.SubElement(case, kind, {"message": _legal(first)}).text = _legal(record.message)
    if record.printed:
        ET.SubElement(case, "system-out").text = _legal(record.printed)


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", clean(text))
