"""Grade one submission in a Gradescope container or GitHub Classroom job, or write its files."""

import argparse
from pathlib import Path

EXAMPLE = """lab gradescope --recipe autograder
  lab gradescope /autograder/submission --out /autograder/results/results.json
  lab gradescope --recipe starter --classroom"""


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab gradescope SUBMISSION --out FILE`, `lab gradescope --recipe DIR`, `... --classroom`."""
    parser.add_argument("submission", nargs="?", type=Path, help="the folder that was handed in")
    parser.add_argument("--out", metavar="FILE", type=Path, default=Path("results.json"))
    parser.add_argument("--lessons", nargs="+", metavar="N", default=(), help="such as 1-4 A 6")
    parser.add_argument("--suites", metavar="DIR", type=Path, help="hidden suites, DIR/04/tests.py")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the policy (course.toml)")
    parser.add_argument("--recipe", metavar="DIR", type=Path, help="write setup.sh and the rest")
    parser.add_argument(
        "--classroom", action="store_true", help="print a job's result, or write its workflow"
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes one file or the recipe, and gives the exit code."""
    from lab.course.errors import LabError
    from lab.grade.command import Options

    if arguments.recipe is not None:
        from lab.grade.out.files import write_recipe

        written, beside = write_recipe(arguments.recipe, arguments.classroom)
        print(*written, beside, sep="\n")
        return 0
    if arguments.submission is None:
        raise LabError("give the folder that was handed in, or --recipe DIR")
    from lab.grade.container import grade_one, print_result

    options = Options(
        arguments.out.parent, arguments.lessons, arguments.suites, arguments.config, unsafe=True
    )
    if arguments.classroom:
        return print_result(arguments.submission, options)
    return grade_one(arguments.submission, arguments.out, options)
