"""Judge your harness on every save, with keys for a hint, the map and the next lesson."""

import argparse

from lab.cli.check import harness_file, seconds

EXAMPLE = "lab watch 4"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab watch [N]`."""
    parser.add_argument(
        "lesson", nargs="?", metavar="N", help="a lesson, a range such as 1-8, or all"
    )
    parser.add_argument("--harness", metavar="FILE", help="the file to judge (harness.py)")
    parser.add_argument("--all", action="store_true", help="every failure in full")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a check")
    parser.add_argument(
        "--time-limit", metavar="S", type=seconds, default=10.0, help="seconds a test (10)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Watches until it is ended, and gives the exit code of the last verdict."""
    from lab.check.warm import WarmJudge

    with WarmJudge(arguments.time_limit) as judge:
        # Loaded only now: meanwhile the judge's process is starting.
        from lab.check.faces import best_face
        from lab.check.watch import watch
        from lab.cli import main

        return watch(
            harness_file(arguments.harness),
            arguments.lesson,
            judge,
            best_face(arguments.json),
            main,
            everything=arguments.all,
        )
