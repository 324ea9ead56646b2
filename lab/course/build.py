"""`python -m lab.course.build` writes harness.py, the finished file, from the lessons' parts.

With `--check` it writes nothing and exits with 1 when the file is not what the parts assemble to.
"""

import argparse
import sys
from pathlib import Path

from lab.course.errors import LabError
from lab.course.lesson import find_lessons, lessons_root
from lab.course.merge import assemble


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.course.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--out", type=Path, help="the file (default: harness.py beside lessons/)")
    options = parser.parse_args(arguments)
    try:
        out = options.out or lessons_root().parent / "harness.py"
        text = assemble(find_lessons())
        if not options.check:
            out.write_text(text, encoding="utf-8", newline="\n")
        elif out.read_bytes() != text.encode():
            print(f"{out} is not what the parts assemble to: run python -m lab.course.build")
            return 1
    except (LabError, OSError) as exc:
        print(f"lab: {exc}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
