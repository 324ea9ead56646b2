"""Put a lesson's gaps into your harness.py, and show what changed."""

import argparse

EXAMPLE = "lab start 5"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab start [N] [--force]`."""
    parser.add_argument("lesson", nargs="?", metavar="N", help="the lesson (the next one)")
    parser.add_argument("--force", action="store_true", help="though the one before has not passed")


def run(arguments: argparse.Namespace) -> int:
    """Starts the lesson, prints the diff, and says what to do next."""
    from lab.course.folder import begin
    from lab.course.progress import course_folder
    from lab.doctor.chart import passing

    started = begin(course_folder(), arguments.lesson, arguments.force)
    chosen = started.lesson
    if started.changes:
        print(started.changes)
    for path in started.beside:
        print(f"{path.name} is new, beside harness.py")
    if chosen.kind == "checkpoint" and not chosen.part.is_file():
        print(f"{chosen.key}, {chosen.title}, has nothing to build: `lab read {chosen.key}`")
        return 0
    if not started.changes and not started.beside:
        print("nothing to change: what this lesson adds is there already")
    for line in passing(started.past):
        print(line)
    key = chosen.key
    print(f"lesson {key}, {chosen.title}: {started.left or 'its gaps are filled'}")
    before = f"`lab read {key}` says what to write; then " if started.left else ""
    print(f"{before}run `lab check {key}`")
    return 0
