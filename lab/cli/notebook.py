"""Open the notebooks in JupyterLab, or make one of scenarios of your choice.

`lab notebook build OUT.ipynb [SCENARIO ...]` writes a notebook to diagnose these runs, with its
outputs; a lesson or a range stands for all of its own.
"""

import argparse
from pathlib import Path

EXAMPLE = "lab notebook D\n  lab notebook build quiz.ipynb A.1 1-4 --shuffle --seed 7 --no-hints"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab notebook [NAME]`, `lab notebook build OUT.ipynb [SCENARIO ...]`."""
    help = "a lesson, or a notebook's name; or: build OUT.ipynb [SCENARIO ...]"
    parser.add_argument("names", nargs="*", metavar="NAME", help=help)
    # Names may stand before, between and behind the options.
    parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
    parser.add_argument("--title", metavar="T", help="build: its title")
    parser.add_argument("--shuffle", action="store_true", help="build: in an order by chance")
    parser.add_argument("--seed", metavar="N", type=int, help="build: which order (0)")
    parser.add_argument("--no-hints", action="store_true", help="build: without hints")
    parser.add_argument("--scenarios", metavar="DIR", help="build: a folder of your own")
    parser.add_argument("--force", action="store_true", help="build: in the place of one there is")


def run(arguments: argparse.Namespace) -> int:
    """Opens them, and gives JupyterLab's exit code; or makes one."""
    from lab.course.errors import LabError

    names = arguments.names
    if names[:1] == ["build"]:
        return _build(names[1:], arguments)
    if len(names) > 1:
        raise LabError(f"one notebook at a time: lab notebook {names[0]}")
    for name, value in vars(arguments).items():
        if name != "names" and value is not None and value is not False:
            option = name.replace("_", "-")
            raise LabError(f"--{option} goes with build: lab notebook build OUT.ipynb ...")
    from lab.doctor.jupyter import open_notebooks

    return open_notebooks(names[0] if names else None)


def _build(names: list[str], arguments: argparse.Namespace) -> int:
    from lab.course.config import scenarios_folder
    from lab.course.errors import LabError
    from lab.scenario.notebook import TITLE, Options, build

    if not names:
        raise LabError("where to? lab notebook build OUT.ipynb [SCENARIO ...]")
    if arguments.seed is not None and not arguments.shuffle:
        raise LabError("--seed says in which order to --shuffle: give both")
    seed = (arguments.seed or 0) if arguments.shuffle else None
    title = TITLE if arguments.title is None else arguments.title
    options = Options(title, seed, not arguments.no_hints, arguments.force)
    folder = scenarios_folder(arguments.scenarios)
    return build(Path(names[0]).expanduser(), names[1:], folder, options)
