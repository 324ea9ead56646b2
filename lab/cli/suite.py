"""Measure the suites: what they pass, what they catch, and whether they waver.

`lab suite check` judges the reference at every later stage, what the lesson starts from, every
wrong solution and every mutant of the reference, and runs each suite ten times in random order.
"""

import argparse

EXAMPLE = "lab suite check 4"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab suite check [N ...]`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="measure suites; exit 0 only when all are good")
    check.add_argument("lessons", nargs="*", metavar="N", help="lessons, ranges as 1-8, or all")
    check.add_argument("--all", action="store_true", help="every suite there is (the default)")
    check.add_argument("--json", action="store_true", help="print what was found as JSON")
    check.add_argument("--jobs", metavar="J", type=_count, help="so many processes (one a core)")
    check.add_argument("--no-mutants", action="store_true", help="leave the mutants out")
    check.add_argument("--sample", metavar="K", type=_count, help="only K mutants a lesson")
    check.add_argument("--seed", metavar="S", type=int, default=0, help="of what is random (0)")


def run(arguments: argparse.Namespace) -> int:
    """Measures, prints, and gives the exit code."""
    from lab.gate.command import check_and_print
    from lab.gate.measure import Options

    options = Options(
        mutants=not arguments.no_mutants, sample=arguments.sample, seed=arguments.seed
    )
    wanted = [] if arguments.all else arguments.lessons
    return check_and_print(wanted, options, arguments.jobs, arguments.json)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)
