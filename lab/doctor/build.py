"""`python -m lab.doctor.build`: writes the notebook of every lesson that has one."""

import sys

from lab.course.errors import LabError
from lab.doctor.notebook import with_notebooks, write


def main() -> int:
    """Prints each file it wrote; 2 when a notebook cannot be made."""
    try:
        for lesson in with_notebooks():
            print(write(lesson))
    except LabError as exc:
        print(f"lab: {exc}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
