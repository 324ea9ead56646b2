"""Write your progress to a file that another machine can import."""

import argparse
import sys
from pathlib import Path

EXAMPLE = "lab export my-progress.json"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab export [FILE]`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="where to (printed)")


def run(arguments: argparse.Namespace) -> int:
    """Writes it, and says where it is."""
    from lab.course.progress import Progress, own_folder
    from lab.course.sharing import as_text, export

    progress = Progress(own_folder())
    if arguments.file in (None, "-"):
        sys.stdout.write(as_text(progress))
        return 0
    path = Path(arguments.file).expanduser()
    export(progress, path)
    print(f"{path} holds your progress: `lab import {path}` in another course folder adds it there")
    return 0
