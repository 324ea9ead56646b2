"""Make a course folder: harness.py at lesson 1's start, the notebooks, a short README."""

import argparse

EXAMPLE = "lab init my-harness"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab init [DIR]`."""
    parser.add_argument("folder", nargs="?", metavar="DIR", default=".", help="where (here)")


def run(arguments: argparse.Namespace) -> int:
    """Makes it, and says what to do next."""
    from lab.course.folder import make, named_folder

    harness = make(named_folder(arguments.folder))
    print(f"{harness} is at lesson 01's start: fill its gaps, then run `lab check`")
    return 0
