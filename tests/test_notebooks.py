"""The stored notebooks are what their pages make, and show what they show when they are run."""

import nbformat
import pytest

from lab.doctor.notebook import build, execute, folder, path_of, with_notebooks

LESSONS = with_notebooks()


def stored(lesson):
    return nbformat.read(path_of(lesson), 4)


def without_outputs(cell):
    kept = {key: cell[key] for key in ("id", "cell_type", "metadata", "source")}
    return dict(kept)


def test_every_lesson_with_something_to_run_has_its_notebook_and_there_is_no_other():
    there = {path.name for path in folder().glob("*.ipynb")}
    assert there == {path_of(lesson).name for lesson in LESSONS}
    assert there


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.key)
def test_its_cells_are_what_the_page_makes(lesson):
    made = [without_outputs(cell) for cell in build(lesson).cells]
    assert [without_outputs(cell) for cell in stored(lesson).cells] == made


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.key)
def test_run_again_every_output_is_the_stored_one(lesson):
    before = [cell.get("outputs") for cell in stored(lesson).cells]
    again = [cell.get("outputs") for cell in execute(stored(lesson), lesson).cells]
    assert again == before
    assert any(before)
