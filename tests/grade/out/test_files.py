"""What is written is read back by readers that know nothing of this project."""

import ast
import base64
import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from lab.check.judge import judge
from lab.check.record import Record
from lab.check.runner import Runner
from lab.course.lesson import find_lessons, lesson
from lab.gate.stage import Stage
from lab.grade.out import write_all
from lab.grade.out.classroom import runner_result
from lab.grade.out.data import SCHEMA, grades_json
from lab.grade.out.files import write_recipe
from lab.grade.out.gradescope import results_json
from lab.grade.out.junit import junit_xml
from lab.grade.out.page import class_page, learner_page
from lab.grade.out.table import grades_csv
from lab.grade.out.words import cell, number, told
from lab.grade.result import ClassResult, Row, Submission, Verdict


def everything(result, marks) -> str:
    """All that is put out about a class, as one text."""
    texts = [grades_csv(result, marks), grades_json(result, marks), junit_xml(result)]
    texts.append(class_page(result, marks))
    for row in result.rows:
        texts += [learner_page(row, result, marks), results_json(row, result, marks)]
        texts.append(base64.b64decode(runner_result(row, result, marks)).decode())
    return "\n".join(texts)


def test_a_table_has_a_row_a_learner_and_blank_where_nobody_knows(group):
    rows = list(csv.DictReader(io.StringIO(grades_csv(*group))))
    assert [row["total"] for row in rows] == ["4.5", "1", "", "0"]
    assert rows[2]["03"] == "" and rows[2]["04"] == "1.25"
    assert rows[3]["problem"] == "harness.py is not text"
    assert rows[2]["learner"].startswith("'=cmd()")


def test_names_that_a_spreadsheet_would_run_are_quoted_and_numbers_are_not():
    assert [cell(one) for one in ("=1", "+1", "-1", "@x", "\tx", "x=")] == [
        "'=1",
        "'+1",
        "'-1",
        "'@x",
        "x",
        "x=",
    ]
    assert number(-1.5) == "-1.5" and number(0.1 + 0.2) == "0.3" and number(None) == ""


def test_json_has_what_its_schema_asks_for(group):
    jsonschema = pytest.importorskip("jsonschema")
    data = json.loads(grades_json(*group))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(data, SCHEMA)
    assert set(SCHEMA["required"]) <= set(data) <= set(SCHEMA["properties"]) | {"title"}
    assert data["learners"][0]["verdicts"]["03"]["passed"] is True
    assert data["learners"][2]["marks"]["total"] is None


def test_junit_is_xml_whatever_a_learner_is_called(group):
    top = ET.fromstring(junit_xml(group[0]).encode())
    kinds = [child.tag for case in top.iter("testcase") for child in case]
    assert kinds == ["failure", "error", "failure", "error", "error", "error"]


def test_a_results_file_has_a_score_and_each_sentence(group):
    result, marks = group
    found = json.loads(results_json(result.rows[1], result, marks))
    assert found["score"] == 1.0
    assert [one["status"] for one in found["tests"]] == ["passed", "failed", "failed", "failed"]
    lost = json.loads(results_json(result.rows[3], result, marks))
    assert lost["tests"] == [] and "not text" in lost["output"]


def test_a_runner_always_has_tests_and_its_scores_are_the_marks(group):
    result, marks = group
    found = [json.loads(base64.b64decode(runner_result(r, result, marks))) for r in result.rows]
    assert [one["status"] for one in found] == ["pass", "fail", "error", "error"]
    assert [sum(test["score"] for test in one["tests"]) for one in found] == [4.5, 1, 1.25, 0]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def test_a_page_runs_nothing_and_fetches_nothing(group):
    result, marks = group
    for text in (class_page(result, marks), learner_page(result.rows[2], result, marks)):
        page = _Page()
        page.feed(text)
        assert not {"script", "img", "link", "iframe"} & {tag for tag, _ in page.tags}
        assert not [a for _, a in page.tags if "src" in a or any(k.startswith("on") for k in a)]
        assert not re.search(r"url\(|@import|https?:|\u202e|\x00|\x1b", text)


def test_of_a_hidden_suite_the_expected_side_is_left_out():
    message = "words of the suite\n\nyour harness: 3\nshould be: 4\n\nplayed: Two calls"
    record = Record("04", "test_x", "it holds", "fail", message)
    assert told(record, hidden=True).message == "played: Two calls"
    assert told(record, hidden=False).message == message
    assert told(replace(record, status="skipped", message="why"), hidden=True).message == ""


def test_no_hidden_suites_secret_is_in_anything(group):
    result, marks = group
    every = replace(result, hidden=frozenset(result.lessons))
    assert "SECRET" in everything(result, marks)  # lesson 03's suite is not hidden
    assert "SECRET" not in everything(every, marks)


def test_no_line_of_any_tests_py_is_in_anything(group):
    """Each line of each suite, told as its own failure's words, is in nothing that is put out."""
    _, marks = group
    lines: set[str] = set()
    verdicts = {}
    for one in find_lessons():
        if one.tests.is_file():
            source = one.tests.read_text(encoding="utf-8")
            lines |= _code_lines(source)
            record = Record(one.key, "test_x", "a sentence", "fail", source + "\n\nplayed: x")
            verdicts[one.key] = Verdict(one.key, (record,))
    keys = tuple(verdicts)
    rows = (Row(Submission("a", "A"), verdicts),)
    result = ClassResult(rows, keys, {}, "A", "t", "now", frozenset(keys))
    out = everything(result, marks)
    assert len(lines) > 1000
    assert [line for line in lines if line in out] == []


def test_real_failures_of_a_hidden_suite_give_none_of_its_lines(tmp_path):
    lessons = find_lessons()
    one = lesson("03", lessons)
    lines = _code_lines(one.tests.read_text(encoding="utf-8"))
    harness, messages = tmp_path / "harness.py", []
    with Runner() as runner:
        for path in one.wrong[:4]:
            files = Stage(one, lessons).patched(path.read_text(encoding="utf-8"))
            harness.write_text(files["harness.py"], encoding="utf-8")
            messages += [told(r, True).message for r in judge(harness, one, runner=runner)]
    said = "\n".join(messages)
    assert "played: " in said and "its record:" in said
    assert "should be" not in said and [line for line in lines if line in said] == []


def _code_lines(source: str) -> set[str]:
    docs: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    numbered = enumerate(source.split("\n"), 1)
    return {line.strip() for n, line in numbered if n not in docs and len(line.strip()) > 12}


def test_all_files_are_written_and_nothing_half_is_left(group, tmp_path):
    written, said = write_all(*group, tmp_path)
    assert said == [] and all(path.is_file() for path in written)
    assert sorted(str(p.relative_to(tmp_path)) for p in written) == sorted(
        str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()
    )
    assert len(written) == 4 + len(group[0].rows)


def test_a_recipe_stands_at_the_root_and_can_be_run(tmp_path):
    assert {path.name for path in write_recipe(tmp_path)[0]} == {"setup.sh", "run_autograder"}
    assert (tmp_path / "run_autograder").stat().st_mode & 0o100
