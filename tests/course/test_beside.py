"""The files that stand beside harness.py have gaps of their own."""

import pytest

from lab.course.beside import assemble_beside, solve_beside, start_beside
from lab.course.errors import LabError
from lab.course.markers import gaps

ADAPTER = '''"""An adapter."""

import json


def to_wire(message):
    """Translate."""
    # --- your code: 16 to_wire ---
    # step: Turn it into text.
    return json.dumps(message)
    # --- end ---


class Model:
    def ask(self, text):
        # --- your code: 16 Model.ask ---
        # stub: return ""
        return to_wire({"text": text})
        # --- end ---


MODEL = Model()
'''


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "adapter.py"
    file.write_text(ADAPTER, encoding="utf-8")
    return file


def test_the_finished_file_has_no_scaffolding(path):
    text = assemble_beside(path).decode()
    assert "#" not in text
    assert '    """Translate."""\n    return json.dumps(message)\n\n\nclass Model:\n' in text


def test_a_start_has_the_gaps(path):
    text = start_beside(path)
    assert [(gap.name, gap.empty) for gap in gaps(text)] == [
        ("to_wire", True),
        ("Model.ask", False),
    ]
    assert b'    # Turn it into text.\n    raise NotImplementedError("16 to_wire")\n' in text
    assert b'        return ""\n        # --- end ---\n\n\nMODEL = Model()\n' in text


def test_a_solution_replaces_the_function_or_the_class(path):
    text = start_beside(path).replace(b"An adapter", b"Mine").replace(b"\n", b"\r\n")
    text = solve_beside(text, path, "to_wire")
    assert text.count(b"\r\n") == text.count(b"\n")
    text = solve_beside(text, path, "Model.ask").replace(b"\r\n", b"\n")
    assert text.startswith(b'"""Mine."""')
    namespace = {}
    exec(compile(text, "adapter.py", "exec"), namespace)
    assert namespace["MODEL"].ask("hi") == '{"text": "hi"}'


def test_no_such_gap_and_nothing_to_replace_are_said_in_a_line(path):
    with pytest.raises(
        LabError, match=r"adapter\.py has no gap x; its gaps are: to_wire, Model\.ask"
    ):
        solve_beside(b"", path, "x")
    with pytest.raises(LabError, match=r"adapter\.py has no function to_wire"):
        solve_beside(b"to_wire = 1\n", path, "to_wire")


def test_a_file_that_is_not_python_is_handed_on_as_it_is(tmp_path):
    path = tmp_path / "wire.json"
    path.write_bytes(b"\xff{}")
    assert start_beside(path) == assemble_beside(path) == b"\xff{}"
