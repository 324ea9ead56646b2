"""Buttons in a notebook: one an option, and a click is a commit like any other."""

import sys
from types import SimpleNamespace

import pytest

from lab.course.progress import Progress
from lab.doctor.desk import commit, find

QUESTION = find("D.common")[0]


MADE: list = []


class Widget:
    """Stands for every kind of widget: what it was made of can be looked at."""

    def __init__(self, children=(), description=""):
        self.children, self.description = children, description
        self.value, self.disabled, self.clicked = "", False, None
        MADE.append(self)

    def on_click(self, clicked):
        self.clicked = clicked

    def _repr_mimebundle_(self):
        return {"text/plain": "VBox(...)", "application/vnd.jupyter.widget-view+json": {}}


@pytest.fixture
def widgets(tmp_path, monkeypatch):
    monkeypatch.setenv("LAB_COURSE", str(tmp_path))
    MADE.clear()
    kinds = dict.fromkeys(("HTML", "Button", "HBox", "VBox"), Widget)
    monkeypatch.setitem(sys.modules, "ipywidgets", SimpleNamespace(**kinds))


def test_an_open_question_of_a_notebook_has_a_button_an_option(widgets):
    bundle = commit("D.common", "?")._repr_mimebundle_()
    assert list(bundle) == ["application/vnd.jupyter.widget-view+json"]
    labels = [widget.description for widget in MADE if widget.description]
    assert labels == list(QUESTION.options)


def test_a_click_commits_shows_the_feedback_and_ends_the_choice(widgets):
    commit("D.common", "?")._repr_mimebundle_()
    said, *rest = MADE
    buttons = [widget for widget in rest if widget.description]
    buttons[1].clicked(buttons[1])
    assert Progress().answer("D.common").answer == "b"
    assert "D.common: b is committed." in said.value
    assert all(button.disabled for button in buttons)


def test_there_are_none_once_it_is_answered_nor_for_what_asks_nothing(widgets):
    assert commit("D.common", "b")._repr_mimebundle_() == {}
    assert commit("D.common", "?")._repr_mimebundle_() == {}
    assert MADE == []


def test_there_are_none_without_ipywidgets(widgets, monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert commit("D.common", "?")._repr_mimebundle_() == {}
