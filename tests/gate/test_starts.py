"""What a lesson starts from: it fails that lesson's suite, and every earlier one still passes."""

import pytest

from lab.check.judge import judge
from lab.check.runner import Runner
from lab.course.beside import assemble_beside, start_beside
from lab.course.lesson import find_lessons
from lab.course.merge import start_file

MAIN = [one for one in find_lessons() if one.kind != "elective"]


@pytest.fixture(scope="module")
def runner():
    with Runner() as runner:
        yield runner


@pytest.mark.parametrize("started", MAIN, ids=lambda one: one.key)
def test_every_earlier_suite_still_passes_at_a_lessons_start(tmp_path, runner, started):
    harness = tmp_path / "harness.py"
    harness.write_bytes(start_file(started.key))
    for path in [path for earlier in MAIN[: MAIN.index(started)] for path in earlier.beside]:
        (tmp_path / path.name).write_bytes(assemble_beside(path))
    for earlier in MAIN[: MAIN.index(started)]:
        if earlier.tests.is_file() and earlier.scenes.is_file():
            records = judge(harness, earlier, runner=runner)
            failed = [
                (record.test, record.message) for record in records if record.status != "pass"
            ]
            assert not failed, f"the suite of {earlier.key}, at the start of {started.key}"


@pytest.mark.parametrize("started", MAIN, ids=lambda one: one.key)
def test_a_lessons_own_suite_does_not_pass_at_its_start(tmp_path, runner, started):
    if not started.tests.is_file():
        pytest.skip("no suite yet")
    harness = tmp_path / "harness.py"
    harness.write_bytes(start_file(started.key))
    for path in started.beside:
        (tmp_path / path.name).write_bytes(start_beside(path))
    records = judge(harness, started, runner=runner)
    assert {record.status for record in records} != {"pass"}
