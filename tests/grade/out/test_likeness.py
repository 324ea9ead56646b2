"""A failure looks like the wrong solution that fails the same sentences."""

import json

from lab.check.judge import judge
from lab.check.record import Record
from lab.check.runner import Runner
from lab.check.suite import Suite
from lab.check.wrong import read_wrong
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


def test_only_what_a_failure_may_look_like_is_judged(tmp_path):
    lessons = find_lessons()
    one = lesson("01", lessons)
    suites = {"01": Suite("01", one.tests, one.scenes, one.path)}
    wanted, said = read_wrong(one.wrong[0]).caught_by, []
    with Runner() as runner:
        found = fingerprints(lessons, suites, tmp_path, runner, {"01": {wanted}}, said.append)
    assert 0 < len(found["01"]) < len(one.wrong)
    assert all(wanted in print.failing for print in found["01"])
    assert said[0].endswith(f"0 of {len(found['01'])} known")


def test_a_file_of_which_nothing_passes_looks_like_nothing():
    records = tuple(Record("03", test, "It.", "syntax") for test in ("test_1", "test_2"))
    prints = {"03": [Print("all_wrong", "All of it.", frozenset({"test_1", "test_2"}))]}
    assert alike(Verdict("03", records), prints) == []


def test_what_another_toolkit_judged_is_judged_again(tmp_path, monkeypatch):
    lessons = find_lessons()
    one = lesson("01", lessons)
    suites = {"01": Suite("01", one.tests, one.scenes, one.path)}
    wanted = {"01": {read_wrong(one.wrong[0]).caught_by}}
    with Runner() as runner:
        prints = fingerprints(lessons, suites, tmp_path, runner, wanted)
        kept = json.loads((tmp_path / NAME).read_text(encoding="utf-8"))
        monkeypatch.setattr("lab.grade.out.likeness.toolkit_digest", lambda: "another")
        assert fingerprints(lessons, suites, tmp_path, runner, wanted) == prints
    after = json.loads((tmp_path / NAME).read_text(encoding="utf-8"))
    assert len(after) == 2 * len(kept) > 0
