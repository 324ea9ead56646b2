"""Put the solution of a lesson's gap into your harness.py, after asking."""

import argparse

EXAMPLE = "lab solution 4 run_tool"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab solution [N] [NAME]`."""
    parser.add_argument("lesson", nargs="?", metavar="N", help="the lesson (the one you are in)")
    parser.add_argument("name", nargs="?", metavar="NAME", help="one gap (every gap of the lesson)")
    parser.add_argument("--yes", action="store_true", help="without asking")
    parser.add_argument("--plain", action="store_true", help="plain text, no colour, no boxes")


def run(arguments: argparse.Namespace) -> int:
    """Asks, writes, shows what changed, and gives the exit code."""
    from lab.course.progress import own_folder
    from lab.doctor.help import show_solution

    wanted = arguments.lesson, arguments.name
    return show_solution(own_folder(), *wanted, yes=arguments.yes, plain=arguments.plain)
