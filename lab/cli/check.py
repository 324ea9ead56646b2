"""Judge a harness with a lesson's suite: a line a sentence, and the first failure in full."""

import argparse
from pathlib import Path

EXAMPLE = "lab check 4"
FILE_EXAMPLE = "lab_check --harness harness.py --lesson 16 tests.py"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab check [N]`."""
    parser.add_argument(
        "lesson", nargs="?", metavar="N", help="a lesson, a range such as 1-8, or all"
    )
    parser.set_defaults(tests=None)
    _configure_both(parser)


def configure_file(parser: argparse.ArgumentParser) -> None:
    """`lab_check --harness FILE --lesson N [tests.py]`."""
    parser.add_argument("tests", nargs="?", help="another file of tests, its scenes.py beside it")
    parser.add_argument("--lesson", metavar="N", help="a lesson, a range such as 1-8, or all")
    _configure_both(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judges, prints, and gives the exit code."""
    from lab.check.runner import Limits, Runner

    with Runner(Limits(seconds=arguments.time_limit)) as runner:
        # Loaded only now: meanwhile the runner's processes are starting.
        from lab.check.command import judge_and_print

        return judge_and_print(
            runner,
            harness_file(arguments.harness),
            arguments.lesson,
            tests=arguments.tests,
            everything=arguments.all,
            to_json=arguments.json,
            following=_following,
        )


def _following() -> str:
    from lab.doctor.chart import following  # only once everything has passed

    return following()


def _configure_both(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--harness", metavar="FILE", help="the file to judge (harness.py)")
    parser.add_argument("--all", action="store_true", help="every failure in full")
    parser.add_argument("--json", action="store_true", help="print the records as JSON")
    parser.add_argument(
        "--time-limit", metavar="S", type=seconds, default=10.0, help="seconds a test (10)"
    )


def harness_file(named: str | None) -> Path:
    """The file to judge: the one that is named, else harness.py here or in the course folder."""
    if named:
        return Path(named).expanduser()
    here = Path("harness.py")
    if not here.is_file():
        from lab.course.progress import course_folder

        above = course_folder() / "harness.py"
        return above if above.is_file() else here
    return here


def seconds(text: str) -> float:
    """A time limit as it is typed; an argparse error when it is none."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return found
