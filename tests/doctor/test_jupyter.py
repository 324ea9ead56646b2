"""`lab notebook` opens the notebooks that are the learner's, and says what is missing."""

import json
from pathlib import Path

import pytest

from lab.cli import main
from lab.course.errors import LabError
from lab.doctor import jupyter
from lab.doctor.jupyter import chosen, settled, target

FAKE = """
import json, os, sys
names = ("LAB_COURSE", "PYTHONPATH")
with open(os.environ["SEEN"], "w", encoding="utf-8") as file:
    json.dump([sys.argv[1:], {name: os.environ.get(name) for name in names}], file)
sys.exit(3)
"""


@pytest.fixture
def notebooks(course, tmp_path):
    """The made-up course has one notebook, in the checkout's place."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "greetings.ipynb").write_text("{}", encoding="utf-8")
    return folder


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """No lessons beside the package, as after an installation."""
    monkeypatch.setattr(jupyter, "ROOT", tmp_path / "site-packages")


def test_in_a_checkout_the_notebooks_are_opened_in_place(course, notebooks):
    assert settled(course) == notebooks
    assert list(course.iterdir()) == []


@pytest.mark.usefixtures("installed")
def test_once_installed_they_are_copied_into_the_course_folder(course, notebooks):
    assert settled(course) == course / "notebooks"
    assert (course / "notebooks" / "greetings.ipynb").read_text(encoding="utf-8") == "{}"


@pytest.mark.usefixtures("installed")
def test_the_learners_own_copies_are_never_overwritten(course, notebooks):
    (course / "notebooks").mkdir()
    mine = course / "notebooks" / "greetings.ipynb"
    mine.write_text("mine", encoding="utf-8")
    assert settled(course) == course / "notebooks"
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("installed")
def test_a_course_folder_that_cannot_be_written_is_one_line(course, notebooks):
    with pytest.raises(LabError, match=r"notebooks cannot be made: Not a directory"):
        (course / "file").write_text("", encoding="utf-8")
        settled(course / "file")


@pytest.mark.parametrize("name", ["Z", "z ", "greetings", "Greetings.ipynb"])
def test_a_notebook_is_found_by_its_lesson_or_its_name(course, notebooks, name):
    assert chosen(notebooks, name) == "greetings.ipynb"


def test_a_notebook_of_ones_own_is_opened_where_it_stands(course, notebooks, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greetings.ipynb").write_text("{}", encoding="utf-8")
    assert target(course, "greetings.ipynb") == Path("greetings.ipynb")
    assert target(course, "greetings") == notebooks / "greetings.ipynb"
    assert target(course, None) == notebooks


def test_an_unknown_notebook_names_what_there_is(course, notebooks):
    with pytest.raises(LabError, match=r"no notebook 'x'; there are: greetings$"):
        chosen(notebooks, "x")


def test_without_jupyterlab_it_says_what_to_install(course, notebooks, monkeypatch, capsys):
    monkeypatch.setattr(jupyter.importlib.util, "find_spec", lambda name: None)
    assert main(["notebook"]) == 2
    assert capsys.readouterr().err == (
        "lab: JupyterLab is not installed: pip install 'harness-lab[notebooks]'\n"
    )


def test_jupyterlab_gets_the_notebook_the_course_folder_and_the_package(
    course, notebooks, monkeypatch, tmp_path
):
    package = tmp_path / "fake" / "jupyterlab"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "__main__.py").write_text(FAKE, encoding="utf-8")
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.syspath_prepend(str(package.parent))
    assert main(["notebook", "Z"]) == 3
    arguments, env = json.loads((tmp_path / "seen").read_text(encoding="utf-8"))
    assert arguments == [str(notebooks / "greetings.ipynb")]
    assert env["LAB_COURSE"] == str(course)
    assert env["PYTHONPATH"].split(":")[0] == str(jupyter.ROOT)
