"""Make a course folder: harness.py at lesson 1's start, the notebooks, a short README."""

import argparse
from pathlib import Path

EXAMPLE = "lab init my-harness"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab init [DIR]`."""
    parser.add_argument("folder", nargs="?", metavar="DIR", default=".", help="where (here)")


def run(arguments: argparse.Namespace) -> int:
    """Makes it, and says what to do next."""
    from lab.course.folder import make

    folder = Path(arguments.folder).expanduser()
    print(f"{make(folder)} is at lesson 01's start: fill its gaps, then run `lab check`")
    return 0
