"""A notebook made of any selection of scenarios, which runs elsewhere as it is stored."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from lab.cli import main
from lab.course.errors import LabError
from lab.course.lesson import lesson
from lab.scenario.chosen import chosen
from lab.scenario.first import first_file
from lab.scenario.notebook import Options, build

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A folder with two scenarios of one's own, beside which one works."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, title in (("1_first", "A first"), ("2_second", "A second")):
        text = first_file(title, "01", True)
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return Path("mine")


def cells(path, kind="code"):
    return [one for one in nbformat.read(path, 4).cells if one.cell_type == kind]


def runs(path):
    return [one.source for one in cells(path) if one.source.startswith("lab.runs")]


def lab(*arguments, cwd):
    environment = {name: value for name, value in os.environ.items() if name != "LAB_COURSE"}
    return subprocess.run(
        [sys.executable, "-m", "lab", *arguments],
        cwd=cwd,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def test_a_folder_and_a_lesson_become_a_notebook_with_both_runs_and_their_diff_in_it(mine):
    arguments = ["q.ipynb", "mine.1", "A.1", "--scenarios", "mine", "--title", "On Monday"]
    done = lab("notebook", "build", *arguments, cwd=mine.absolute().parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "q.ipynb: 2 runs to diagnose\n"
    out = Path("q.ipynb")
    nbformat.validate(nbformat.read(out, 4))
    first = cells(out, "markdown")[0].source
    assert first.startswith("# On Monday\n") and "in the folder `mine`" in first
    assert runs(out) == ['lab.runs("mine.1")', 'lab.runs("A.1")']
    shown = {one.source: one for one in cells(out)}
    compared = shown['lab.runs("mine.1")'].outputs[0].data["text/plain"]
    assert "theirs" in compared and "the reference" in compared and "record:" in compared
    assert all(shown[name].metadata == {"jupyter": {"outputs_hidden": True}} for name in runs(out))


def test_in_a_copy_elsewhere_it_gives_the_outputs_it_has(mine, tmp_path):
    build(Path("q.ipynb"), [], mine, Options())
    there = tmp_path / "else where"
    there.mkdir()
    shutil.copy("q.ipynb", there)
    shutil.copytree("mine", there / "mine")
    shutil.rmtree("mine")
    assert played(there / "q.ipynb", tmp_path) == [one.outputs for one in cells("q.ipynb")]


def test_without_its_folder_it_says_so_in_one_line(mine, tmp_path):
    build(Path("q.ipynb"), ["mine.1"], mine, Options())
    shutil.rmtree("mine")
    (first,), *_ = played(Path("q.ipynb"), tmp_path)
    said = first["data"]["text/plain"].replace("\n", " ")
    assert said == "mine: no such folder of scenarios: the runs `mine.*` are looked for there."


def played(path, tmp_path):
    """The outputs of every cell, run once more for somebody who answers `a`."""
    notebook = nbformat.read(path, 4)
    for one in notebook.cells:
        one.source = one.source.replace('", "?")', '", "a")')
    course = tmp_path / "answers"
    course.mkdir()
    environment = {**os.environ, "LAB_COURSE": str(course), "PYTHONPATH": str(ROOT)}
    for _ in range(2):  # the second time each answer is on record, as it was for what is stored
        where = {"metadata": {"path": str(path.parent.resolve())}}
        client = NotebookClient(notebook, record_timing=False, resources=where)
        client.execute(env=environment)
    for one in notebook.cells:
        if one.cell_type == "code":
            for output in one.outputs:
                output.pop("execution_count", None)
                output.update({"execution_count": one.execution_count} if one.outputs else {})
    return [one.outputs for one in notebook.cells if one.cell_type == "code"]


def test_one_seed_is_one_order_and_one_notebook_to_the_byte(mine):
    for name, seed in (("a", 1), ("b", 1)):
        build(Path(f"{name}.ipynb"), ["1", "mine.1", "mine.2"], mine, Options(seed=seed))
    assert Path("a.ipynb").read_bytes() == Path("b.ipynb").read_bytes()
    build(Path("named.ipynb"), ["1", "mine.1", "mine.2"], mine, Options())
    assert runs("a.ipynb") != runs("named.ipynb")
    assert sorted(runs("a.ipynb")) == sorted(runs("named.ipynb"))


def test_hints_are_folded_and_without_them_there_is_none(mine):
    build(Path("with.ipynb"), ["mine.1"], mine, Options())
    assert "<details><summary>Hint" in Path("with.ipynb").read_text(encoding="utf-8")
    build(Path("without.ipynb"), ["mine.1"], mine, Options(hints=False))
    assert "hint" not in Path("without.ipynb").read_text(encoding="utf-8").lower()


def test_a_graded_question_stays_sealed(mine):
    from lab.release.graded import ungiven_scenario

    path = mine / "1_first.py"
    path.write_bytes(ungiven_scenario(path.read_bytes(), path.name))
    build(Path("q.ipynb"), ["mine.1"], mine, Options())
    text = Path("q.ipynb").read_text(encoding="utf-8")
    assert "what is right is with your instructor" in text.replace("\\n", " ")
    for secret in ("missing there already", "tidies up what a user says", "is right."):
        assert secret not in text


def test_what_is_there_is_kept_unless_it_is_forced(mine, capsys):
    Path("q.ipynb").write_text("mine", encoding="utf-8")
    arguments = ["notebook", "build", "q.ipynb", "mine.1", "--scenarios", "mine"]
    assert main(arguments) == 2
    said = "lab: q.ipynb is there already: nothing was changed (--force writes it anew)\n"
    assert capsys.readouterr().err == said
    assert Path("q.ipynb").read_text(encoding="utf-8") == "mine"
    assert main([*arguments, "--force"]) == 0
    assert runs("q.ipynb") == ['lab.runs("mine.1")']


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["q.ipynb"], "which scenarios? lab notebook build q.ipynb A.1 1-4 (or --scenarios DIR)"),
        ([], "where to? lab notebook build OUT.ipynb [SCENARIO ...]"),
        (["q.txt", "A.1"], "q.txt is no notebook's name: it ends in .ipynb"),
        (["q.ipynb", "1", "--seed", "3"], "--seed says in which order to --shuffle: give both"),
        (["q.ipynb", "Q.7"], "there is no scenario 'Q.7'; `lab scenario list` names them"),
        (["q.ipynb", "mine/1_first.py"], "is in no lesson: say its folder, --scenarios mine"),
    ],
)
def test_what_cannot_be_made_is_one_line_and_writes_nothing(mine, capsys, arguments, said):
    assert main(["notebook", "build", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and said in error
    assert not Path("q.ipynb").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["D", "--force"], "--force goes with build: lab notebook build OUT.ipynb ..."),
        (["--seed", "0"], "--seed goes with build: lab notebook build OUT.ipynb ..."),
        (["D", "A"], "one notebook at a time: lab notebook D"),
    ],
)
def test_what_only_a_notebook_in_the_making_takes_is_refused_where_one_is_opened(
    mine, capsys, arguments, said
):
    assert main(["notebook", *arguments]) == 2
    assert capsys.readouterr().err == f"lab: {said}\n"


def test_a_lesson_without_scenarios_is_told_from_one_that_is_not_there(monkeypatch):
    bare = replace(lesson("05"), path=Path("nowhere"))
    monkeypatch.setattr("lab.scenario.chosen.find_lessons", lambda: [bare])
    for name, said in (("5", "there are no scenarios in lesson 5 yet"), ("6", "no scenario '6'")):
        with pytest.raises(LabError, match=f"{said}; `lab scenario list` names them$"):
            chosen([name], None)


def test_names_and_options_may_come_in_any_order(mine, capsys):
    mixed = ["--title", "One", "q.ipynb", "--no-hints", "mine.2", "--scenarios", "mine", "mine.1"]
    assert main(["notebook", "build", *mixed]) == 0
    assert runs("q.ipynb") == ['lab.runs("mine.2")', 'lab.runs("mine.1")']


def test_a_folder_may_have_any_name_that_a_folder_can_have(mine):
    odd = mine.rename('we"ird folder')
    build(Path("q.ipynb"), [], odd, Options())
    assert runs("q.ipynb")[0] == 'lab.runs("we\\"ird folder.1")'
    assert "theirs" in str(cells("q.ipynb")[2].outputs)


def test_a_run_that_cannot_be_played_is_told_and_not_stored(mine):
    path = mine / "1_first.py"
    text = path.read_text(encoding="utf-8").replace('"record": record,', '"record": {1},')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LabError, match=r"1_first\.py, line \d+: .* cannot be played"):
        build(Path("q.ipynb"), [], mine, Options())
    assert not Path("q.ipynb").exists()
