"""Show the next hint of a lesson: where to look, what to do, almost the code."""

import argparse

EXAMPLE = "lab hint 4"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab hint [N]`."""
    parser.add_argument("lesson", nargs="?", metavar="N", help="the lesson (the one you are in)")
    parser.add_argument("--again", action="store_true", help="those that were shown already")
    parser.add_argument("--plain", action="store_true", help="plain text, no colour, no boxes")


def run(arguments: argparse.Namespace) -> int:
    """Shows it, and gives the exit code."""
    from lab.course.folder import wanted_lesson
    from lab.course.progress import Progress, own_folder
    from lab.doctor.help import show_hint

    progress = Progress(own_folder())
    lesson = wanted_lesson(arguments.lesson)
    return show_hint(lesson, progress, arguments.again, arguments.plain)
