"""Grade one submission inside a Gradescope container, or write the files such a container needs."""

import argparse
from pathlib import Path

EXAMPLE = """lab gradescope --recipe autograder
  lab gradescope /autograder/submission --out /autograder/results/results.json"""


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab gradescope SUBMISSION --out FILE`, `lab gradescope --recipe DIR`."""
    parser.add_argument("submission", nargs="?", type=Path, help="the folder that was handed in")
    parser.add_argument("--out", metavar="FILE", type=Path, default=Path("results.json"))
    parser.add_argument("--lessons", nargs="+", metavar="N", default=(), help="such as 1-4 A 6")
    parser.add_argument("--suites", metavar="DIR", type=Path, help="hidden suites, DIR/04/tests.py")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the policy (course.toml)")
    parser.add_argument("--recipe", metavar="DIR", type=Path, help="write setup.sh and the rest")


def run(arguments: argparse.Namespace) -> int:
    """Writes one file or the recipe, and gives the exit code."""
    from lab.course.errors import LabError
    from lab.grade.command import Options

    if arguments.recipe is not None:
        from lab.grade.out.files import write_recipe

        print(*write_recipe(arguments.recipe), sep="\n")
        return 0
    if arguments.submission is None:
        raise LabError("give the folder that was handed in, or --recipe DIR")
    from lab.grade.container import grade_one

    options = Options(
        arguments.out.parent, arguments.lessons, arguments.suites, arguments.config, unsafe=True
    )
    return grade_one(arguments.submission, arguments.out, options)
