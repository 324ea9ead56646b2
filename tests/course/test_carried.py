"""Gaps that are as `lab start` left them: neither empty nor filled."""

import pytest

from lab.course.carried import to_change
from lab.course.errors import LabError
from lab.course.folder import begin, make, place
from lab.course.kept import copies
from lab.course.map import standing
from lab.course.solution import solution

BODY = "    # --- your code: 03 run_agent ---\n"


@pytest.fixture
def at_three(tmp_path):
    """A course folder in which lesson 03 has just been started, after two solved lessons."""
    course = tmp_path / "mine"
    make(course)
    for key in ("02", "03"):
        solve(course)
        begin(course, key, force=True)
    return course / "harness.py"


def solve(course):
    harness = course / "harness.py"
    harness.write_bytes(solution(course, None).changes[0].after)


def names(harness, key="03"):
    return [gap.name for gap in to_change(harness, key)]


def edited(harness, old, new):
    text = harness.read_text(encoding="utf-8")
    head, opened, gap = text.partition(BODY)
    assert old in gap
    harness.write_text(head + opened + gap.replace(old, new, 1), encoding="utf-8")


def test_a_gap_that_holds_what_start_carried_into_it_is_to_be_changed(at_three):
    assert names(at_three) == ["run_agent"]
    assert place(at_three.parent).untouched == ("run_agent",)
    assert place(at_three.parent).empty == ()


def test_comments_and_blank_lines_change_nothing(at_three):
    edited(at_three, "    messages.append(", "\n    # I will come to this\n    messages.append(")
    assert names(at_three) == ["run_agent"]


@pytest.mark.parametrize(
    "old, new",
    [
        ("    messages.append(", "    print()\n    messages.append("),
        ("calls[0]", "calls[1]"),
        ("    # --- end ---", "    return\n    # --- end ---"),
    ],
    ids=["a line more", "a number", "a return"],
)
def test_any_change_of_the_code_fills_it(at_three, old, new):
    edited(at_three, old, new)
    assert names(at_three) == []


def test_a_line_moved_out_of_a_block_is_a_change_though_its_words_are_the_same(at_three):
    lines = at_three.read_text(encoding="utf-8").split("\n")
    opened = next(n for n, line in enumerate(lines) if line == BODY.rstrip("\n"))
    inner = [n for n, line in enumerate(lines) if n > opened and line.startswith(" " * 8)]
    last = next(n for n in inner if not lines[n + 1].startswith(" " * 8))
    lines[last] = lines[last].removeprefix("    ")
    at_three.write_text("\n".join(lines), encoding="utf-8")
    assert names(at_three) == []


def test_a_solution_that_is_opened_fills_it_and_its_own_copy_is_not_taken_for_starts(at_three):
    begun = at_three.read_bytes()
    kept = at_three.parent / ".lab" / "kept"
    (kept / "0099-harness-before-03.py").write_bytes(begun)  # as `lab solution` keeps it
    assert names(at_three) == ["run_agent"]
    solve(at_three.parent)
    assert names(at_three) == []


def test_a_lesson_started_again_has_left_it_no_other_way(at_three):
    begin(at_three.parent, "03")
    assert names(at_three) == ["run_agent"]


def test_where_no_copy_was_kept_nothing_counts_as_untouched(at_three):
    for copy in copies(at_three.parent):
        copy.unlink()
    assert names(at_three) == []


def test_empty_gaps_are_not_counted_twice(tmp_path):
    make(tmp_path)
    assert names(tmp_path / "harness.py", "01") == []
    solve(tmp_path)
    begin(tmp_path, "02", force=True)
    there = place(tmp_path)
    assert (there.empty, there.untouched) == (
        ("tool_calls", "tool_specs", "run_tool"),
        ("run_agent",),
    )


def test_a_file_that_does_not_parse_is_refused_with_its_line(at_three):
    at_three.write_text(at_three.read_text(encoding="utf-8") + "def f(:\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"harness\.py, line \d+"):
        to_change(at_three, "03")


@pytest.mark.parametrize(
    "empty, untouched, words",
    [
        ((), (), ""),
        (("a",), (), "1 gap is empty (a)"),
        (("a", "b"), ("c",), "2 gaps are empty (a, b), 1 gap is as `lab start` left it "),
        ((), ("c", "d"), "2 gaps are as `lab start` left them (to change: c, d)"),
    ],
)
def test_what_is_to_do_is_said_in_words(empty, untouched, words):
    assert standing(empty, untouched).startswith(words) and bool(words) == bool(empty + untouched)
