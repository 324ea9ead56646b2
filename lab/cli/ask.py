"""Answer a lesson's questions: commit an answer, then see what it overlooks."""

import argparse

EXAMPLE = "lab ask 4"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab ask [N]`."""
    help = "a lesson (the one you are in), or one question such as D.common"
    parser.add_argument("lesson", nargs="?", metavar="N", help=help)
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="ID=b",
        help="commit this answer without being asked; may be given several times",
    )
    parser.add_argument("--plain", action="store_true", help="plain text, no colour, no boxes")
    parser.add_argument("--json", action="store_true", help="print the questions as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Asks or commits, and gives the exit code."""
    from lab.course.folder import wanted_lesson
    from lab.course.progress import Progress, own_folder
    from lab.doctor.asking import ask

    progress = Progress(own_folder())
    wanted = arguments.lesson or wanted_lesson(None).key
    return ask(wanted, arguments.answer, progress, arguments.plain, arguments.json)
