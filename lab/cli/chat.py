"""Talk to your own harness: with a real model when there is a key, with a recording without.

It works in a real folder, with a real shell, and asks before it writes a file or runs a command.
"""

import argparse
from pathlib import Path

EXAMPLE = "lab chat --replay fix_a_test"


def configure(parser: argparse.ArgumentParser) -> None:
    """`lab chat`."""
    add = parser.add_argument
    add("--replay", metavar="FILE", help="play a recording: a file, or hello, fix_a_test, ...")
    add("--record", metavar="FILE", help="write one of this session, secrets left out")
    add("--resume", metavar="LOG", nargs="?", const="", help="go on with the last session")
    add("--folder", metavar="DIR", type=Path, help="where it works (here)")
    add("--model", metavar="NAME", help="the model to talk to")
    add("--base-url", metavar="URL", help="where the provider is (as ANTHROPIC_BASE_URL)")
    add("--max-turns", metavar="N", type=_turns, help="so many model calls a prompt, no more")
    add("--reference", action="store_true", help="the finished harness in place of yours")


def _turns(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of model calls, from 1")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Talks until somebody leaves, and gives the exit code."""
    from lab.chat.command import MODEL, Options, chat

    return chat(
        Options(
            folder=arguments.folder.expanduser() if arguments.folder else None,
            replay=arguments.replay,
            record=Path(arguments.record).expanduser() if arguments.record else None,
            resume=arguments.resume,
            model=arguments.model or MODEL,
            base_url=arguments.base_url,
            max_turns=arguments.max_turns,
            use_reference=arguments.reference,
        )
    )
