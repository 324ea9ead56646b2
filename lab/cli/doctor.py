"""Diagnose a broken run: commit an answer, play both runs, see them side by side."""

import argparse

EXAMPLE = "lab doctor D.1"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab doctor [CASE]`."""
    parser.add_argument("case", nargs="?", metavar="CASE", help="a run, such as D.1; none: a list")
    parser.add_argument("--answer", metavar="b", help="commit this option (b, or D.1=b)")
    parser.add_argument("--scenarios", metavar="DIR", help="a folder of your own scenarios")
    parser.add_argument("--plain", action="store_true", help="plain text, no colour, no boxes")
    parser.add_argument("--json", action="store_true", help="print the list, or the runs, as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Shows the list or one case, and gives the exit code."""
    from lab.course.config import scenarios_folder
    from lab.doctor.visit import list_cases, visit

    folder = scenarios_folder(arguments.scenarios)
    if arguments.case is None and arguments.answer is None:
        return list_cases(arguments.plain, arguments.json, folder)
    return visit(arguments.case, arguments.answer, arguments.plain, arguments.json, folder)
