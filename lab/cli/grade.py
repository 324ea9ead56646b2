"""Grade a class: every submission judged apart in a sandbox, marks and reports written out."""

import argparse
from pathlib import Path

EXAMPLE = """lab grade submissions.zip --lessons 1-4 --out grades
  lab grade submissions --config course.toml --canvas gradebook.csv
  lab grade merge part-1 part-2 --out grades"""


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab grade SUBMISSIONS`, `lab grade merge OUT ...`."""
    from lab.cli.check import seconds

    parser.add_argument(
        "what", nargs="*", metavar="SUBMISSIONS", help="a folder or a zip; or: merge OUT OUT ..."
    )
    parser.add_argument("--lessons", nargs="+", metavar="N", default=(), help="such as 1-4 A 6")
    parser.add_argument("--suites", metavar="DIR", type=Path, help="hidden suites, DIR/04/tests.py")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the policy (course.toml)")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("grades"), help="where it all goes"
    )
    parser.add_argument("--jobs", metavar="N", type=int, help="judges at once (one a core)")
    parser.add_argument("--time-limit", metavar="S", type=seconds, default=10.0, help="a test's")
    parser.add_argument("--require-sandbox", action="store_true", help="refuse without one")
    parser.add_argument("--unsafe-trust-submissions", action="store_true", help="accept tier C")
    parser.add_argument("--shard", metavar="I/N", help="only this part of the class")
    parser.add_argument("--dask", metavar="ADDRESS", help="judge on a Dask cluster")
    parser.add_argument("--canvas", metavar="CSV", type=Path, help="your gradebook, to be filled")
    parser.add_argument("--moodle", metavar="CSV", type=Path, help="your worksheet, to be filled")
    parser.add_argument("--bom", action="store_true", help="a mark in grades.csv that Excel wants")
    parser.add_argument("--doctor", action="store_true", help="what each sandbox denies here")
    parser.add_argument("--example-config", action="store_true", help="print a course.toml")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Grades, merges, or tells about the sandbox; gives the exit code."""
    from lab.grade import command

    if arguments.doctor:
        return command.show_doctor(arguments.json)
    if arguments.example_config:
        return command.show_example()
    options = command.Options(
        out=arguments.out,
        lessons=arguments.lessons,
        suites=arguments.suites,
        config=arguments.config,
        jobs=arguments.jobs,
        seconds=arguments.time_limit,
        require_sandbox=arguments.require_sandbox,
        unsafe=arguments.unsafe_trust_submissions,
        shard=arguments.shard,
        dask=arguments.dask,
        canvas=arguments.canvas,
        moodle=arguments.moodle,
        bom=arguments.bom,
        to_json=arguments.json,
    )
    return command.run(arguments.what, options)
