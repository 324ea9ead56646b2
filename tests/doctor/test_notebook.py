"""A notebook is made of its page, its scenarios and its questions, and runs the same everywhere."""

import shutil

import nbformat
import pytest

from lab.course.errors import LabError
from lab.course.lesson import find_lessons
from lab.doctor import notebook
from lab.doctor.notebook import build, execute, path_of, with_notebooks, write

HIDDEN = {"jupyter": {"outputs_hidden": True}}


@pytest.fixture
def greetings(course):
    (lesson,) = find_lessons()
    return lesson


@pytest.fixture
def checkout(greetings, tmp_path, monkeypatch):
    """The made-up course with the package beside it: what a kernel, a process of its own, sees."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(notebook.ROOT / "lab", tmp_path / "lab", ignore=leave)
    monkeypatch.setattr(notebook, "ROOT", tmp_path)
    return greetings


def sources(made, kind="code"):
    return [cell.source for cell in made.cells if cell.cell_type == kind]


def test_the_cells_come_in_the_pages_order(greetings):
    made = build(greetings)
    nbformat.validate(made)
    assert sources(made) == [
        'import lab\n\nharness = lab.load_harness("Z")',
        'lab.commit("Z.1", "?")',
        'lab.runs("Z.1")',
        'lab.commit("Z.2", "?")',
        'lab.runs("Z.2")',
        'lab.commit("Z.common", "?")',
        'lab.reveal("Z.common")',
        'sorted(["b", "a"])',
    ]
    words = sources(made, "markdown")
    assert words[2].startswith("### Run 1\n\nThe log says *one greeting written*")
    assert words[3].startswith("**What went wrong?**\n\n- **a** The greeting is empty.\n- **b** ")
    assert "1. It greets by name.\n2. It counts." in words


def test_nothing_in_the_sources_gives_an_answer_away(greetings):
    text = "\n".join(cell.source for cell in build(greetings).cells)
    for secret in ("never looked at", "is a constant", "nobody got", "Both runs had one"):
        assert secret not in text


def test_cells_whose_output_gives_something_away_are_folded(greetings):
    for cell in build(greetings).cells:
        gives = cell.source.startswith(("lab.commit", "lab.runs", "lab.reveal"))
        assert cell.metadata == (HIDDEN if gives else {})


def test_a_page_that_loads_the_harness_itself_is_left_alone(greetings):
    page = greetings.path / "lesson.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace('sorted(["b", "a"])', 'h = lab.load_harness("Z")'), "utf-8")
    assert sources(build(greetings))[0] == 'lab.commit("Z.1", "?")'


@pytest.mark.parametrize(
    ("place", "missing", "reason"),
    [
        ("question: common", "questions.toml", "there is no question 'common'"),
        ("open: why", "questions.toml", "there is no open question 'why'"),
        ("runs", "scenarios", "there are no runs"),
        ("sentences", "tests.py", "there are no sentences"),
    ],
)
def test_a_place_that_nothing_fills_is_one_line_with_its_line(greetings, place, missing, reason):
    (greetings.path / missing).rename(greetings.path / "elsewhere")
    (greetings.path / "lesson.md").write_text(f"# A\n\n<!-- {place} -->\n", encoding="utf-8")
    with pytest.raises(LabError, match=rf"lesson\.md, line 3: {reason}"):
        build(greetings)


def test_an_open_question_is_asked_before_what_misses_can_be_shown(greetings):
    questions = greetings.path / "questions.toml"
    asked = (
        '\n[[open]]\nid = "why"\nstem = "Why greet?"\nmisses = { "To be polite." = "To whom?" }\n'
    )
    questions.write_text(questions.read_text(encoding="utf-8") + asked, encoding="utf-8")
    (greetings.path / "lesson.md").write_text("# A\n\n<!-- open: why -->\n", encoding="utf-8")
    words, opens = build(greetings).cells[-2:]
    assert words.source == "**Why greet?**"
    assert (opens.source, opens.metadata) == ('lab.reveal("Z.why")', HIDDEN)


def figured(greetings, alt="Two greetings.", name="figure.svg"):
    page = f"# A\n\nWords.\n\n![{alt}]({name})\n\n![far](https://example.org/x.svg)\n"
    (greetings.path / "lesson.md").write_text(page, encoding="utf-8")
    (greetings.path / "figure.svg").write_text("<svg>\u00e9</svg>", encoding="utf-8")
    return build(greetings).cells[0].source


def test_a_figure_beside_the_page_is_carried_within_the_notebook(greetings):
    words = figured(greetings)
    assert "![Two greetings.](data:image/svg+xml;base64,PHN2Zz7DqTwvc3ZnPg==)" in words
    assert "![far](https://example.org/x.svg)" in words


@pytest.mark.parametrize(
    ("alt", "name", "reason"),
    [
        (" ", "figure.svg", "the figure figure.svg has no text beside it"),
        ("Two greetings.", "figures.svg", "there is no figure figures.svg beside the page"),
    ],
)
def test_a_figure_without_a_file_or_without_words_is_one_line(greetings, alt, name, reason):
    with pytest.raises(LabError, match=rf"lesson\.md, line 1: {reason}"):
        figured(greetings, alt, name)


def test_only_a_page_with_something_to_run_has_a_notebook(greetings):
    assert with_notebooks() == [greetings]
    (greetings.path / "lesson.md").write_text("# Words\n\nOnly.\n", encoding="utf-8")
    assert with_notebooks() == []


def test_stored_outputs_are_those_of_who_answered_a_and_the_same_every_time(checkout):
    first = write(checkout).read_bytes()
    assert write(checkout).read_bytes() == first
    made = nbformat.read(path_of(checkout), 4)
    nbformat.validate(made)
    outputs = {c.source: c.outputs for c in made.cells if c.cell_type == "code"}
    (said,) = outputs['lab.commit("Z.1", "?")']
    assert said.data["text/plain"].startswith("Z.1: a is on record.\n\na is not right.")
    assert "Bob" in outputs['lab.runs("Z.1")'][0].data["text/html"]
    assert outputs['sorted(["b", "a"])'][0].data["text/plain"] == "['a', 'b']"
    counts = [cell.execution_count for cell in made.cells if cell.cell_type == "code"]
    assert counts == list(range(1, 9))
    assert "iopub" not in first.decode("utf-8")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1 / 0", "a cell raised ZeroDivisionError: division by zero"),
        ("object()", "shows a memory address"),
        ("print(lab.__file__)", "shows a path of this machine"),
    ],
)
def test_a_cell_that_cannot_be_stored_is_one_line(checkout, code, reason):
    made = build(checkout)
    made.cells = [cell for cell in made.cells if cell.source.startswith(("import", "sorted"))]
    made.cells[-1].source = code
    with pytest.raises(LabError, match=reason) as caught:
        execute(made, checkout)
    assert "\n" not in str(caught.value)


def test_what_a_stream_gave_in_pieces_is_one_output():
    def stream(name, text):
        return {"output_type": "stream", "name": name, "text": text}

    pieces = [stream("stdout", "a"), stream("stdout", "b"), stream("stderr", "c")]
    assert notebook._joined(pieces) == [stream("stdout", "ab"), stream("stderr", "c")]
