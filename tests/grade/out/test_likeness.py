"""A failure looks like the wrong solution that fails the same sentences."""

import json

from lab.check.judge import judge
from lab.check.runner import Runner
from lab.check.suite import Suite
from lab.course.lesson import find_lessons, lesson
from lab.gate.stage import Stage
from lab.grade.out.likeness import NAME, Print, alike, fingerprints
from lab.grade.out.page import class_page
from lab.grade.result import Verdict

PRINTS = {"03": [Print("first_call_only", "Runs one call.", frozenset({"test_1"}))]}


def test_a_failure_of_the_same_sentences_looks_like_it_and_no_other(group):
    ada, bo, eve, _ = group[0].rows
    assert [one.name for one in alike(bo.verdicts["03"], PRINTS)] == ["first_call_only"]
    assert alike(ada.verdicts["03"], PRINTS) == alike(eve.verdicts["03"], PRINTS) == []
    assert alike(bo.verdicts["04"], PRINTS) == []


def test_the_class_page_names_it_with_how_many(group):
    page = class_page(*group, PRINTS)
    assert "first_call_only" in page and "Runs one call." in page
    assert "first_call_only" not in class_page(*group)


def test_wrong_solutions_are_judged_once_and_found_again(tmp_path):
    lessons = find_lessons()
    one = lesson("01", lessons)
    suites = {"01": Suite("01", one.tests, one.scenes, one.path)}
    with Runner() as runner:
        prints = fingerprints(lessons, suites, tmp_path, runner)
        (tmp_path / "harness.py").write_text(
            Stage(one, lessons).patched(one.wrong[0].read_text(encoding="utf-8"))["harness.py"],
            encoding="utf-8",
        )
        records = judge(tmp_path / "harness.py", suites["01"], runner=runner)
    assert one.wrong[0].stem in [p.name for p in alike(Verdict("01", tuple(records)), prints)]
    assert all(one.failing for one in prints["01"])
    kept = json.loads((tmp_path / NAME).read_text(encoding="utf-8"))
    # With no runner at all: nothing is left to be judged.
    assert fingerprints(lessons, suites, tmp_path, None) == prints  # type: ignore[arg-type]
    assert json.loads((tmp_path / NAME).read_text(encoding="utf-8")) == kept
