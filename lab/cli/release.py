"""Make the course as learners get it: no solutions, no hidden suites, and the proof of it.

Every line of what is left out is looked for in every file before anything is written.
"""

import argparse
from pathlib import Path

EXAMPLE = "lab release ../course --lessons 1-8 --public 1-4"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab release OUT`."""
    parser.add_argument("out", metavar="OUT", help="a folder that is not there yet, or empty")
    parser.add_argument("--lessons", metavar="N", default="all", help="a lesson, or 1-8 (all)")
    parser.add_argument("--public", metavar="N", action="append", default=[], help=_PUBLIC)
    parser.add_argument("--graded", metavar="N", action="append", default=[], help=_GRADED)
    parser.add_argument("--json", action="store_true", help="print what was made as JSON")


_PUBLIC = "lessons whose suite learners get (none); may be repeated"
_GRADED = "lessons whose questions say nothing of what is right (none); may be repeated"


def run(arguments: argparse.Namespace) -> int:
    """Makes it, and says what was proved."""
    from lab.release.command import release

    out = Path(arguments.out).expanduser()
    return release(out, arguments.lessons, arguments.public, arguments.graded, arguments.json)
