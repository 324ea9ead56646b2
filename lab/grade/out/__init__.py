"""What grading a class puts out: pure functions of a class and its marks, and `write_all`."""

from lab.grade.out.files import write_all

__all__ = ["write_all"]
