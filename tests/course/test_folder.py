"""A course folder: made once, given one lesson after another, and nothing in it is lost."""

import os

import pytest

from lab.course.errors import LabError
from lab.course.folder import begin, make, own_harness, place, rewrite
from lab.course.map import next_step, row
from lab.course.merge import gaps, solve, start_file
from lab.course.progress import Progress


@pytest.fixture
def course(tmp_path):
    make(tmp_path / "mine")
    return tmp_path / "mine"


def solved(course) -> bytes:
    """The harness of `course` with each empty gap solved, as it is now on disk."""
    harness = course / "harness.py"
    for gap in gaps(harness.read_bytes()):
        if gap.empty:
            harness.write_bytes(solve(harness.read_bytes(), gap.key, gap.name))
    return harness.read_bytes()


def kept(course) -> list[str]:
    return sorted(path.name for path in (course / ".lab" / "kept").glob("*"))


def test_a_new_folder_holds_lesson_1s_start_a_readme_and_the_notebooks(course):
    assert (course / "harness.py").read_bytes() == start_file("01")
    assert "lab check" in (course / "README.md").read_text(encoding="utf-8")
    assert [path.suffix for path in (course / "notebooks").iterdir()]
    assert (course / ".lab").is_dir()


def test_a_folder_that_has_a_harness_is_left_alone(tmp_path):
    (tmp_path / "harness.py").write_text("mine = 1\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"harness\.py is there already: nothing was changed"):
        make(tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["harness.py"]


def test_the_next_lesson_is_started_once_the_one_before_has_passed(course):
    before = solved(course)
    with pytest.raises(LabError, match=r"lesson 01 has not passed here yet: run `lab check 01`"):
        begin(course)
    assert (course / "harness.py").read_bytes() == before
    Progress(course).record_lab("01", True)
    started = begin(course)
    assert started.lesson.key == "02"
    assert "+    # --- your code: 02 run_tool ---" in started.changes
    assert {gap.key for gap in gaps((course / "harness.py").read_bytes()) if gap.empty} == {"02"}


def test_a_lesson_can_be_forced_and_the_file_it_changes_is_kept(course):
    before = (course / "harness.py").read_bytes()
    begin(course, "02", force=True)
    assert kept(course) == ["0001-harness-before-02.py"]
    assert (course / ".lab" / "kept" / kept(course)[0]).read_bytes() == before


def test_a_lesson_started_twice_changes_nothing_the_second_time(course):
    begin(course, "02", force=True)
    first = (course / "harness.py").read_bytes()
    again = begin(course, "2")
    assert again.changes == ""
    assert (course / "harness.py").read_bytes() == first
    assert kept(course) == ["0001-harness-before-02.py"]


def test_the_whole_course_can_be_gone_through(course):
    seen = []
    while True:
        solved(course)
        try:
            seen.append(begin(course, force=True).lesson.key)
        except LabError as exc:
            assert "the course is done" in str(exc)
            break
    assert seen[0] == "02"
    assert seen[-1] == "D"
    assert seen == sorted(seen)
    replaced = [key for key in seen if key != "16"]  # which adds a file, and replaces none
    assert len(kept(course)) == len(replaced)


def test_a_lesson_that_adds_a_file_beside_is_not_offered_twice(course):
    (course / "harness.py").write_bytes(start_file("15"))
    started = begin(course, force=True)
    assert (started.lesson.key, started.changes) == ("16", "")
    assert [path.name for path in started.beside] == ["anthropic_model.py"]
    assert place(course).lesson == started.lesson
    assert "to_wire" in place(course).empty
    assert "fill the gaps in anthropic_model.py, then" in next_step(
        [row(started.lesson, [], [], {}, [], [])], place(course)
    )
    Progress(course).record_lab("16", True)
    assert begin(course).lesson.key == "D"


def test_a_file_that_does_not_parse_is_refused_and_stays(course):
    (course / "harness.py").write_text("def text_of(:\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"harness\.py, line 1"):
        begin(course, "02", force=True)
    assert (course / "harness.py").read_text(encoding="utf-8") == "def text_of(:\n"
    assert kept(course) == []


def test_no_course_folder_is_one_line(tmp_path):
    with pytest.raises(LabError, match=r"is no course folder: make one with `lab init DIR`"):
        begin(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_cannot_be_written_is_one_line(course):
    course.chmod(0o500)
    try:
        with pytest.raises(LabError, match="cannot be written"):
            begin(course, "02", force=True)
    finally:
        course.chmod(0o700)


def test_a_write_that_fails_leaves_the_file_that_was_there(course, monkeypatch):
    before = (course / "harness.py").read_bytes()

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LabError, match="No space left on device"):
        begin(course, "02", force=True)
    assert (course / "harness.py").read_bytes() == before


def test_a_folder_that_could_not_be_made_whole_can_be_made_once_more(tmp_path, monkeypatch):
    written = []

    def nearly_full(handle):
        written.append(handle)
        if len(written) > 4:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", nearly_full)
        with pytest.raises(LabError, match="mine cannot be written: No space left on device"):
            make(tmp_path / "mine")
    assert list((tmp_path / "mine" / "notebooks").glob("*.ipynb"))
    assert make(tmp_path / "mine").is_file()


def test_a_lesson_cannot_be_skipped_unless_it_is_forced(course):
    solved(course)
    Progress(course).record_lab("01", True)
    with pytest.raises(LabError, match="lesson 02 comes before lesson 03: run `lab start 02`"):
        begin(course, "03")
    harness = course / "harness.py"
    made = ("tool_result", "tool_calls", "tool_specs", "run_tool", "schema", "make_read_tool")
    own = "".join(f"\n\ndef {name}(*given): ...\n" for name in made)
    harness.write_bytes(harness.read_bytes() + own.encode())
    with pytest.raises(LabError, match=r"lesson 02 comes .*02` .or `lab start 03 --force`.$"):
        begin(course, "03")
    assert begin(course, "03", force=True).lesson.key == "03"


@pytest.mark.parametrize("key", ["03", "05", "08", "16", "D", "turn-cap"])
def test_no_lesson_is_begun_without_what_a_skipped_one_makes(course, key):
    before = solved(course)
    Progress(course).record_lab("01", True)
    why = "which lesson 02 makes and lesson .* builds on: run `lab start 02` first"
    with pytest.raises(LabError, match=rf"^harness.py has no tool_result .and 5 more., {why}$"):
        begin(course, key, force=True)
    with pytest.raises(LabError, match=r"run `lab start 02`$"):  # and --force is not proposed
        begin(course, key)
    assert (course / "harness.py").read_bytes() == before
    assert sorted(path.name for path in course.glob("*.py")) == ["harness.py"]


def test_a_file_that_changes_while_a_lesson_is_put_in_is_left_as_it_is(course):
    before = (course / "harness.py").read_bytes()
    (course / "harness.py").write_text("mine = 1\n", encoding="utf-8")
    with pytest.raises(LabError, match="was changed meanwhile: nothing was done"):
        rewrite(course / "harness.py", before, b"new = 1\n", "02")
    assert (course / "harness.py").read_text(encoding="utf-8") == "mine = 1\n"
    assert kept(course) == []


def test_a_harness_that_is_gone_is_found_among_the_copies_that_were_kept(tmp_path):
    folder = tmp_path / "mine"
    harness = make(folder)
    rewrite(harness, harness.read_bytes(), b"x = 1\n", "02")
    harness.unlink()
    for try_it in (lambda: own_harness(folder), lambda: make(folder)):
        with pytest.raises(
            LabError, match=r"is gone, but \.lab/kept/0001-harness-before-02\.py is"
        ):
            try_it()
    assert not harness.exists()
