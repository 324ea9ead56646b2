"""What is printed of measures: a table, a line for each complaint, JSON."""

import json
from dataclasses import replace
from pathlib import Path

from lab.course.lesson import Lesson
from lab.gate.measure import Measure, Options, Survivor
from lab.gate.report import as_data, complaints, table

LESSON = Lesson("04", "Failure is a result", "", Path("lessons/04_failure"))
SURVIVOR = Survivor("lessons/04_failure/part.py", 12, "run_tool", "== -> !=", "if a == b:", False)
GOOD = Measure(LESSON, 9, 8, 8, 20, 18, 2, 3, seconds=0.5, slowest=("test_it_ends", 0.25))
BAD = replace(
    GOOD,
    lesson=replace(LESSON, key="05"),
    killed=17,
    survivors=[SURVIVOR],
    complaints=["lessons/04_failure/part.py, line 12: survived"],
)


def test_the_table_has_a_row_a_lesson_and_a_total():
    head, good, bad, total = table([GOOD, BAD])
    assert head.split()[:3] == ["lesson", "tests", "wrong"]
    assert " ".join(good.split()) == "04 9 8/8 18/20 2 3 0 0 0.50 it_ends 0.25"
    assert " ".join(bad.split()) == "05 9 8/8 17/20 2 3 1 0 0.50 it_ends 0.25"
    assert " ".join(total.split()) == "all 18 16/16 35/40 4 6 1 0 1.00"


def test_one_lesson_needs_no_total():
    assert len(table([GOOD])) == 2


def test_every_complaint_is_a_line_with_its_lesson():
    lines = [(line.word, line.text) for line in complaints([GOOD, BAD])]
    assert lines == [
        ("BAD", "05  lessons/04_failure/part.py, line 12: survived"),
        ("", "1 complaint, about 05"),
    ]
    assert [line.text for line in complaints([GOOD])] == ["the suite is good"]


def test_json_holds_everything():
    data = json.loads(json.dumps(as_data([GOOD, BAD], Options(sample=5))))
    assert data["good"] is False and data["options"]["sample"] == 5
    assert data["lessons"][0]["lesson"] == "04" and data["lessons"][0]["good"] is True
    assert data["lessons"][1]["survivors"][0]["change"] == "== -> !="
    assert data["lessons"][1]["slowest"] == {"test": "test_it_ends", "seconds": 0.25}
