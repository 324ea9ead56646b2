"""A page as pieces: words split at its headings, code to run, and the places of generated parts."""

import pytest

from lab.course.errors import LabError
from lab.doctor.page import Piece, pieces, sentences
from tests.doctor.samples import PAGE, TESTS


@pytest.fixture
def page(tmp_path):
    def page(text):
        path = tmp_path / "lesson.md"
        path.write_text(text, encoding="utf-8")
        return pieces(path)

    return page


def test_a_page_is_cut_into_its_pieces_in_order(page):
    found = page(PAGE)
    assert [piece.kind for piece in found] == [
        "words",
        "words",
        "runs",
        "words",
        "question",
        "words",
        "code",
        "words",
        "sentences",
        "words",
    ]
    assert found[4] == Piece("question", "common", 15)
    assert found[6] == Piece("code", 'sorted(["b", "a"])', 19)
    assert found[7].text == "```text\nnot code\n```"


def test_an_open_question_has_a_place_by_its_name(page):
    assert page("# A\n\n<!-- open: why-not -->\n")[1] == Piece("open", "why-not", 3)


def test_the_authors_comments_are_left_out(page):
    assert "own note" not in str(page(PAGE))
    assert page("# A\n\n<!-- after = 06 -->\n\nText.\n")[1].text == "Text."


def test_a_fence_inside_a_list_or_a_quote_or_with_other_words_is_words(page):
    for text in (
        "- a\n\n  ```python\n  x\n  ```\n",
        "> ```python\n> x\n> ```\n",
        "```py\nx\n```\n",
    ):
        assert [piece.kind for piece in page(text)] == ["words"]


def test_what_looks_like_a_heading_in_code_is_code(page):
    assert page("```python\n## no\n```\n") == [Piece("code", "## no", 1)]


def test_nothing_of_the_words_is_lost(page):
    text = "# A\n\nOne.\n\n## B\n\n\n- x\n\n| a |\n|---|\n\n### C\ntext\n"
    assert (
        "\n".join(piece.text for piece in page(text)) == text.replace("\n\n## B", "\n## B").rstrip()
    )


def test_a_page_that_is_no_text_is_one_line(tmp_path):
    with pytest.raises(LabError, match="cannot be read"):
        pieces(tmp_path / "lesson.md")


def test_a_suites_sentences_are_its_docstrings_in_order(tmp_path):
    path = tmp_path / "tests.py"
    path.write_text(TESTS + "\n\ndef test_bare(play): ...\n", encoding="utf-8")
    assert sentences(path) == ["It greets by name.", "It counts.", "bare"]


@pytest.mark.parametrize(
    "terminal, words", [(False, "Run it:\nnow.  So."), (True, "Run look.  So.")]
)
def test_what_is_true_of_one_medium_is_said_in_that_one_alone(tmp_path, terminal, words):
    path = tmp_path / "lesson.md"
    path.write_text("Run {{it:\nnow|look}}. {{|}} So.\n\n```python\n{{1|2}}\n```\n", "utf-8")
    said, code = pieces(path, terminal)
    assert said.text == words
    assert code.text == "{{1|2}}"
