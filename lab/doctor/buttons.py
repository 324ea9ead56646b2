"""Buttons for the options of a question, in a notebook where ipywidgets is there.

They commit what typing the letter would commit, once; nothing else is known here.
"""

import importlib
from collections.abc import Callable
from typing import Any

from lab.course.questions import Question


def offered(question: Question, html: Callable[[str], str]) -> dict:
    """What a notebook shows as a row of buttons, {} without ipywidgets.

    `html` commits a letter and gives what is to be shown of that.
    """
    try:
        # By name: it is not among what the project installs.
        widgets = importlib.import_module("ipywidgets")
    except ImportError:
        return {}
    said = widgets.HTML()
    buttons = [widgets.Button(description=letter) for letter in question.options]

    def chosen(button: Any) -> None:
        said.value = html(button.description)
        for each in buttons:
            each.disabled = True

    for button in buttons:
        button.on_click(chosen)
    bundle = widgets.VBox([widgets.HBox(buttons), said])._repr_mimebundle_()
    return {kind: data for kind, data in bundle.items() if kind != "text/plain"}
