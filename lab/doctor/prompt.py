"""What is asked at a terminal: an option, words, yes or no. Leaving is an answer too.

Ctrl-C and Ctrl-D leave a question; what follows from that is not decided here.
"""

import sys

from lab.course.questions import Question


def at_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin is not None and sys.stdin.isatty()


def choose(lead: str, question: Question) -> str | None:
    """The letter of an option, asked for until it is one; None when it is left."""
    while True:
        typed = line(f"{lead} ({question.letters}): ")
        if typed is None:
            return None
        if (typed := typed.lower()) in question.options:
            return typed
        print(f"{typed!r} is none of {question.letters}." if typed else "Ctrl-C leaves.")


def line(lead: str) -> str | None:
    """What is typed, spaces around it apart; None when it is left."""
    try:
        return input(lead).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def agreed(lead: str) -> bool:
    """Whether yes is typed; all else is no."""
    return (line(f"{lead} [y/N] ") or "").lower() in ("y", "yes")
