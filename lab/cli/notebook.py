"""Open the notebooks in JupyterLab."""

import argparse

EXAMPLE = "lab notebook D"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab notebook [NAME]`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a lesson, or a notebook's name")


def run(arguments: argparse.Namespace) -> int:
    """Opens them, and gives JupyterLab's exit code."""
    from lab.doctor.jupyter import open_notebooks

    return open_notebooks(arguments.name)
