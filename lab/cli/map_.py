"""Show the map: what is done, what is left, what to do next and what to revisit."""

import argparse

EXAMPLE = "lab map"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab map`."""
    parser.add_argument("--plain", action="store_true", help="plain text, no colour, no boxes")
    parser.add_argument("--json", action="store_true", help="print the map as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Shows it, and gives the exit code."""
    from lab.doctor.chart import show_map

    return show_map(arguments.plain, arguments.json)
