"""Write failure scenarios: a new file that runs, the proof of a file, and the list of all.

`lab scenario check` proves that a run is the same every time, differs from the reference where its
file says and nowhere else, and whether the lesson's suite would have caught it.
"""

import argparse
from pathlib import Path

EXAMPLE = "lab scenario new a_blank_too_few --lesson 1 --folder my-scenarios"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab scenario new|check|list`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="write a file that already runs")
    new.add_argument("name", metavar="NAME", help="its file's name, such as 3_a_blank_too_few")
    new.add_argument("--lesson", metavar="N", help="the lesson it belongs to (01)")
    new.add_argument("--folder", metavar="DIR", default=".", help="where to (here)")
    check = actions.add_parser("check", help="prove that files are what they say; exit 0 if so")
    check.add_argument("names", nargs="*", metavar="NAME", help="a file, A.1, a lesson, or all")
    listed = actions.add_parser("list", help="what there is")
    listed.add_argument("--by", choices=("lesson", "source", "caught"), default="lesson")
    for one in (check, listed):
        one.add_argument("--scenarios", metavar="DIR", help="a folder of your own")
        one.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Does it, and gives the exit code."""
    from lab.course.config import scenarios_folder
    from lab.scenario import command

    if arguments.action == "new":
        return command.new(arguments.name, arguments.lesson, Path(arguments.folder).expanduser())
    folder = scenarios_folder(arguments.scenarios)
    if arguments.action == "check":
        return command.check(arguments.names, folder, arguments.json)
    return command.list_all(arguments.by, folder, arguments.json)
