"""A solution: worked out without changing anything, then taken with the old file kept."""

import pytest

from lab.course import solution as module
from lab.course.errors import LabError
from lab.course.folder import begin, make
from lab.course.lesson import Lesson
from lab.course.merge import assemble, gaps
from lab.course.progress import Progress
from lab.course.solution import solution, take


@pytest.fixture
def course(tmp_path):
    make(tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def at(course):
    """Brings the course folder to the start of a lesson, all before it solved."""

    def at(key):
        (course / "harness.py").write_text(assemble(upto=f"{int(key) - 1:02}"), encoding="utf-8")
        begin(course, key, force=True)
        return course

    return at


def harness(course):
    return (course / "harness.py").read_bytes()


def empty(course):
    return [gap.name for gap in gaps(harness(course)) if gap.empty]


def test_a_solution_shows_what_differs_and_changes_nothing_until_it_is_taken(course):
    before = harness(course)
    found = solution(course, "1", "text_of")
    assert (found.lesson.key, found.names) == ("01", ("text_of",))
    assert '-    raise NotImplementedError("01 text_of")' in found.diff
    assert harness(course) == before and Progress(course).labs_helped() == []


def test_taken_it_stands_in_the_file_and_the_old_one_is_kept(course):
    before = harness(course)
    assert take(course, solution(course, "1", "text_of")) is True
    assert empty(course) == ["run_agent"]
    (kept,) = (course / ".lab" / "kept").iterdir()
    assert kept.read_bytes() == before
    assert Progress(course).labs_helped() == ["01"]


def test_without_a_name_it_solves_every_gap_of_the_lesson_one_is_in(at):
    course = at("02")
    take(course, solution(course))
    assert empty(course) == []
    assert solution(course).changes == ()


def test_after_the_pass_it_leaves_no_mark(course):
    Progress(course).record_lab("01", True)
    assert take(course, solution(course)) is False
    assert Progress(course).labs_helped() == []


def test_of_a_class_it_takes_the_whole_at_the_learners_stage_with_their_extra_methods(at):
    course = at("09")
    own = "    def mine(self):\n        return 1\n"
    path = course / "harness.py"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{own}", encoding="utf-8")
    take(course, solution(course, "08", "prompt"))
    text = path.read_text(encoding="utf-8")
    assert "def mine(self):" in text and "def steer(self" in text
    assert "Harness.steer" not in empty(course)


@pytest.mark.parametrize(
    ("key", "name", "reason"),
    [
        ("01", "read", r"lesson 01 has no gap 'read'; its gaps are: text_of, run_agent"),
        ("06", None, r"lesson 06 is not in harness.py yet, which is at lesson 01: `lab start 06`"),
        ("77", None, r"there is no lesson '77'"),
    ],
)
def test_what_cannot_be_solved_is_one_line(course, key, name, reason):
    before = harness(course)
    with pytest.raises(LabError, match=reason):
        solution(course, key, name)
    assert harness(course) == before


def test_a_file_that_does_not_parse_is_refused_with_its_line(course):
    (course / "harness.py").write_text("def text_of(:\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"harness\.py, line 1"):
        solution(course, "01")


def test_a_file_that_was_changed_meanwhile_is_left_as_it_is(course):
    found = solution(course, "01")
    (course / "harness.py").write_text("mine = 1\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"harness\.py was changed meanwhile: nothing was done"):
        take(course, found)
    assert harness(course) == b"mine = 1\n"


def test_a_file_beside_the_harness_is_solved_in_place(course, tmp_path, monkeypatch):
    folder = tmp_path / "16_your_machine"
    (folder / "beside").mkdir(parents=True)
    (folder / "beside" / "adapter.py").write_text(
        'def to_wire(message):\n    """Ours."""\n    # --- your code: 16 to_wire ---\n'
        "    return [message]\n    # --- end ---\n",
        encoding="utf-8",
    )
    one = Lesson("16", "Your machine", "", folder)
    monkeypatch.setattr(module, "find_lessons", lambda: [one])
    with pytest.raises(LabError, match=r"adapter\.py is not there"):
        solution(course, "16")
    own = course / "adapter.py"
    own.write_text("def to_wire(message):\n    raise NotImplementedError\n", encoding="utf-8")
    found = solution(course, "16")
    assert found.names == ("to_wire",) and "+    return [message]" in found.diff
    take(course, found)
    assert "return [message]" in own.read_text(encoding="utf-8")
    assert Progress(course).labs_helped() == ["16"]
