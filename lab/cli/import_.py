"""Add the progress of another machine to yours: the earliest answer wins, nothing is lost."""

import argparse

EXAMPLE = "lab import my-progress.json"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab import FILE`."""
    parser.add_argument("file", metavar="FILE", help="what `lab export` wrote (-: read from input)")


def run(arguments: argparse.Namespace) -> int:
    """Merges it, and says what it brought."""
    from lab.course.progress import Progress, own_folder
    from lab.course.sharing import absorb_file

    gained = absorb_file(Progress(own_folder()), arguments.file)
    print(f"{arguments.file} brought {gained}")
    return 0
