"""Made-up suites for the tests of the judge: three sentences, the middle one in trouble."""

import textwrap
from pathlib import Path

import pytest

from lab.check.judge import judge
from lab.check.record import Record
from lab.check.runner import Limits
from lab.check.suite import Suite

SCENES = """
def answer(harness, lab):
    '''The harness is asked for its answer.'''
    return {"answer": harness.answer()}


def trouble(harness, lab):
    '''The harness gets into trouble.'''
    return {"answer": harness.trouble()}


async def trouble_in_a_loop(harness, lab):
    '''The harness gets into trouble while a loop runs.'''
    return {"answer": await harness.trouble()}
"""
TESTS = """
def test_before(play):
    '''It answers before the trouble.'''
    assert play("answer")["answer"] == 42


def test_trouble(play):
    '''It keeps out of trouble.'''
    assert play(TROUBLE)["answer"] == 42


def test_after(play):
    '''It answers after the trouble.'''
    assert play("answer")["answer"] == 42
"""


class Case:
    """A folder with a harness and a suite; `judge` gives the records by test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.harness = folder / "harness.py"
        self.suite = Suite("07", folder / "tests.py", folder / "scenes.py", folder)

    def write(self, harness: str, tests: str = TESTS, scenes: str = SCENES) -> "Case":
        for name, text in (("harness", harness), ("tests", tests), ("scenes", scenes)):
            (self.folder / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
        return self

    def judge(self, **limits) -> dict[str, Record]:
        records = judge(self.harness, self.suite, limits=Limits(**limits))
        return {record.test: record for record in records}


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


@pytest.fixture
def trouble(case: Case):
    """Judges a harness that answers 42 and whose `trouble` is the given code.

    Gives the record of the test that meets it; the tests before and after must pass.
    """

    def judged(code: str, **limits) -> Record:
        code = textwrap.dedent(code)
        scene = "trouble_in_a_loop" if "async def trouble" in code else "trouble"
        harness = f"def answer():\n    return 42\n\n\n{code}"
        found = case.write(harness, TESTS.replace("TROUBLE", repr(scene))).judge(**limits)
        assert list(found) == ["test_before", "test_trouble", "test_after"]
        assert found["test_before"].status == "pass"
        assert found["test_after"].status == "pass", found["test_after"]
        return found["test_trouble"]

    return judged
