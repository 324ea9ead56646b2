"""Read a lesson's page in the terminal."""

import argparse

EXAMPLE = "lab read 1"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab read [N]`."""
    parser.add_argument("lesson", nargs="?", metavar="N", help="the lesson (the one you are in)")
    parser.add_argument("--plain", action="store_true", help="plain text, no colour, no boxes")


def run(arguments: argparse.Namespace) -> int:
    """Shows the page, and gives the exit code."""
    from lab.course.folder import wanted_lesson
    from lab.doctor.reader import read

    return read(wanted_lesson(arguments.lesson), arguments.plain)
