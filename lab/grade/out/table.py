"""grades.csv: a row a learner, a column a lesson. Nothing is graded here."""

from lab.grade.out.words import cell, csv_text, number
from lab.grade.result import ClassResult, LearnerMarks, Marks, Row


def grades_csv(result: ClassResult, marks: Marks, bom: bool = False) -> str:
    """The marks of a class; a blank cell is a lesson whose points nobody knows."""
    head = ["learner", "id", "submitted", *result.lessons, "total", "possible"]
    rows = [[*head, "review", "problem"]]
    rows += [_row(row, marks.learners.get(row.submission.id), result) for row in result.rows]
    return csv_text(rows, bom)


def _row(row: Row, mark: LearnerMarks | None, result: ClassResult) -> list[str]:
    one = row.submission
    lessons = mark.lessons if mark else {}
    earned = [number(lessons[key].earned) if key in lessons else "" for key in result.lessons]
    total = [number(mark.total), number(mark.possible)] if mark else ["", ""]
    words = [cell("; ".join(row.review)), cell(one.problem or "")]
    return [cell(one.learner), cell(one.id), one.submitted or "", *earned, *total, *words]
