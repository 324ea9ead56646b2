"""A crew judges many files at once, each as its job says, and gives the records in order."""

import pytest

from lab.check.suite import Suite
from lab.course.errors import LabError
from lab.gate.crew import Crew, Job

TESTS = """
def test_ten(play):
    '''Not ten.'''
    assert play("number") != 10


def test_odd(play):
    '''Odd.'''
    assert play("number") % 2 == 1


def test_few(play):
    '''Few.'''
    assert play("number") < 5
"""
SCENES = "def number(harness, lab):\n    '''It is asked.'''\n    return harness.NUMBER\n"


@pytest.fixture
def suite(tmp_path):
    (tmp_path / "tests.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "scenes.py").write_text(SCENES, encoding="utf-8")
    return Suite("01", tmp_path / "tests.py", tmp_path / "scenes.py", tmp_path)


def job(suite: Suite, number: object, **more) -> Job:
    return Job(suite, {"harness.py": f"NUMBER = {number!r}\n"}, **more)


def told(records) -> list[tuple[str, str]]:
    return [(record.test.removeprefix("test_"), record.status) for record in records]


def test_records_come_in_the_order_of_the_jobs(crew, suite):
    done = []
    numbers = [1, 10, 4, 8, 3]
    found = crew.run([job(suite, n) for n in numbers], lambda: done.append(1))
    passes = [[r.status for r in records].count("pass") for records in found]
    assert passes == [3, 0, 2, 1, 3]
    assert len(done) == len(numbers)


def test_a_job_may_stop_at_the_first_that_does_not_pass(suite):
    with Crew(1) as crew:
        (found,) = crew.run([job(suite, 4, first_only=True)])
    assert told(found) == [("ten", "pass"), ("odd", "fail"), ("few", "not_reported")]


def test_the_test_that_told_most_so_far_goes_first(suite):
    with Crew(1) as crew:
        (first, second) = crew.run([job(suite, n, first_only=True) for n in (7, 8)])
    assert told(first) == [("ten", "pass"), ("odd", "pass"), ("few", "fail")]
    assert told(second) == [("few", "fail"), ("ten", "not_reported"), ("odd", "not_reported")]


def test_the_test_to_begin_with_is_the_first(crew, suite):
    (found,) = crew.run([job(suite, 8, first_only=True, first="test_few")])
    assert told(found)[0] == ("few", "fail")


def test_a_shuffle_is_an_order_that_its_seed_gives_again(crew, suite):
    seeds = [f"0-{n}" for n in range(8)]
    first, second = (crew.run([job(suite, 4, shuffle=s) for s in seeds]) for _ in range(2))
    assert list(map(told, first)) == list(map(told, second))
    assert len({tuple(told(records)) for records in first}) > 1
    assert {frozenset(told(records)) for records in first} == {
        frozenset([("ten", "pass"), ("odd", "fail"), ("few", "pass")])
    }


def test_a_direct_job_plays_where_its_tests_are(crew, suite):
    suite.scenes.write_text(
        "import sys\n\n\ndef number(harness, lab):\n    '''It is asked.'''\n    "
        "return 1 if 'pytest' in sys.modules else 10\n",
        encoding="utf-8",
    )
    judged, direct = crew.run([job(suite, 1), job(suite, 1, direct=True)])
    assert [status for _, status in told(judged)] == ["fail"] * 3
    assert [status for _, status in told(direct)] == ["pass"] * 3


def test_a_suite_that_is_not_there_is_one_line(suite):
    suite.tests.unlink()
    with pytest.raises(LabError, match=r"tests\.py: no such file"), Crew(1) as crew:
        crew.run([job(suite, 1)])
