"""The command line: `lab COMMAND …`, one module of this folder a command.

A module's docstring is its help; it has `configure(parser)` and `run(arguments) -> exit code`, and
may have an EXAMPLE. A name ending in an underscore stands for the word without it. Only the module
that is asked for is loaded.
"""

import argparse
import errno
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from lab.course.errors import LabError


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command: 0 pass, 1 fail, 2 cannot run, 130 stopped by hand."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    return guarded("lab", lambda: _main(arguments))


def lab_check(argv: Sequence[str] | None = None) -> int:
    """`lab_check --harness FILE --lesson N [tests.py]`: the same as `lab check N`."""
    arguments = list(sys.argv[1:] if argv is None else argv)

    def run() -> int:
        from lab.cli import check

        parser = _parser("lab_check", check, check.FILE_EXAMPLE)
        check.configure_file(parser)
        return check.run(parser.parse_args(arguments))

    return guarded("lab_check", run)


_CLOSED = 141  # as a shell tells of a program that ended since nobody reads it: 128 + SIGPIPE


def guarded(name: str, run) -> int:
    """Calls `run`; what the user can mend is one line and 2, never a traceback."""
    try:
        done = run()
        sys.stdout.flush()  # here, where a reader that has gone or a full disk is still one line
        return done
    except LabError as exc:
        print(f"{name}: {exc}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{name}: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _forget_output()
        return _CLOSED
    except OSError as exc:
        if exc.errno != errno.ENOSPC:
            raise
        _forget_output()
        print(
            f"{name}: {exc.strerror}: what there was to say could not be written", file=sys.stderr
        )
        return 2


def _forget_output() -> None:
    """Has python not complain once more, while it ends, of what could not be written."""
    from lab.check.screen import forget

    forget(sys.stdout)


def commands() -> dict[str, str]:
    """Every command's name and the module that has it."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return {name.rstrip("_").replace("_", "-"): name for name in names}


def _main(arguments: list[str]) -> int:
    there = commands()
    if arguments and arguments[0] in ("-V", "--version"):
        print(f"harness-lab {_version()}")
        return 0
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    if arguments and arguments[0] in there:
        module = importlib.import_module(f"{__name__}.{there[arguments[0]]}")
        parser = _parser(f"lab {arguments[0]}", module, getattr(module, "EXAMPLE", ""))
        module.configure(parser)
        return module.run(parser.parse_args(arguments[1:]))
    if arguments and arguments[0] not in ("-h", "--help"):
        raise LabError(_unknown(arguments[0], there))
    if not arguments and _in_course():
        from lab.doctor.chart import show_place

        return show_place()
    print(_overview(there))
    if not arguments:
        print(
            "\nThis is no course folder: `lab init DIR` makes one. Then `lab` says what to do next."
        )
    return 0 if arguments else 2


def _in_course() -> bool:
    from lab.course.progress import course_folder, is_course

    return is_course(course_folder())


def _unknown(word: str, there: dict[str, str]) -> str:
    """What to say of a word that is no command: the one it looks like, or all of them."""
    import difflib

    near = difflib.get_close_matches(word, there, n=1)
    if near:
        return f"there is no command {word!r}; did you mean `lab {near[0]}`?"
    return f"there is no command {word!r}; there are: {', '.join(there)}"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("harness-lab")
    except PackageNotFoundError:
        return "(from a checkout, not installed)"


def _overview(there: dict[str, str]) -> str:
    width = max(map(len, there))
    lines = ["usage: lab COMMAND ...", "", "commands (lab COMMAND --help says more):"]
    for name, module in there.items():
        words = _first_line(importlib.import_module(f"{__name__}.{module}"))
        lines.append(f"  {name:{width}}  {words}")
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments, and where to read what is right."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (`{self.prog} --help` says more)\n")


def _parser(name: str, module: ModuleType, example: str) -> argparse.ArgumentParser:
    epilog = f"example:\n  {example}" if example else None
    formatter = argparse.RawDescriptionHelpFormatter
    return _Parser(
        prog=name, description=_first_line(module), epilog=epilog, formatter_class=formatter
    )


def _first_line(module: ModuleType) -> str:
    return (module.__doc__ or "").strip().split("\n")[0]
