"""A shell over a Workspace: a few commands, one at a time, and processes that take their time.

Time is counted in looks: each `done()` that answers False is one lap. There are no pipes, no
redirection and no lists of commands; an operator is refused rather than half obeyed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .workspace import Workspace

Outcome = tuple[str, int, int]
Command = Callable[[list[str]], Outcome]

_PYTEST = """\
F...
FAILED tests/test_app.py::test_total - assert 3 == 4
1 failed, 3 passed"""


class Process:
    """A command that was started. Its work is done at once; only its end takes laps."""

    def __init__(self, command: str, text: str, code: int, laps: int):
        self.command = command
        self._outcome = (text, code)
        self._laps = laps

    @property
    def is_running(self) -> bool:
        """Whether it has neither ended nor been killed. Looking takes no time."""
        return self._laps > 0

    def done(self) -> bool:
        """Whether it has ended; each False is one lap of its time."""
        if self._laps == 0:
            return True
        self._laps -= 1
        return False

    def kill(self) -> None:
        """End it now. Harmless when it has ended."""
        if self._laps:
            self._laps, self._outcome = 0, ("", 137)

    def output(self) -> tuple[str, int]:
        """What it printed (both streams) and its exit code. Raises RuntimeError while it runs."""
        if self._laps:
            raise RuntimeError(f"still running: {self.command}")
        return self._outcome


class Shell:
    """Runs echo, cat, ls, rm, pytest, sleep and false on a workspace.

    `commands` adds or replaces some: functions from the list of arguments to (text, exit code,
    laps until it is done).
    """

    def __init__(self, ws: Workspace, commands: Mapping[str, Command] | None = None):
        self._ws = ws
        self._started: list[Process] = []
        self._commands: dict[str, Command] = {
            "echo": lambda words: (" ".join(words) + "\n", 0, 0),
            "cat": self._cat,
            "ls": self._ls,
            "rm": self._rm,
            "pytest": lambda words: (_PYTEST, 1, 0),
            "sleep": _sleep,
            "false": lambda words: ("", 1, 0),
            **(commands or {}),
        }

    @property
    def running(self) -> list[str]:
        """The command lines that were started and have neither ended nor been killed."""
        return [process.command for process in self._started if process.is_running]

    def start(self, command: str) -> Process:
        """Start a command line; what is wrong with it is in its output, nothing is raised."""
        process = Process(command, *self._run(command))
        self._started.append(process)
        return process

    def _run(self, command: str) -> Outcome:
        try:
            words, operator = _words(command)
        except ValueError as exc:
            return f"syntax error: {exc}", 2, 0
        if operator:
            return f"syntax error: this shell runs one command, without `{operator}`", 2, 0
        if not words:
            return "", 0, 0
        run = self._commands.get(words[0])
        return run(words[1:]) if run else (f"{words[0]}: command not found", 127, 0)

    def _cat(self, words: list[str]) -> Outcome:
        text, code = "", 0
        for path in words:
            try:
                text += self._ws.read_text(path)
            except (OSError, ValueError) as exc:
                text, code = text + f"cat: {_why(exc, path)}\n", 1
        return _ended(text, code)

    def _ls(self, words: list[str]) -> Outcome:
        text, code = "", 0
        for path in _plain_words(words) or ["."]:
            try:
                names = [path] if self._ws.exists(path) else self._ws.listdir(path)
                text += "".join(name + "\n" for name in names)
            except (OSError, ValueError) as exc:
                text, code = text + f"ls: {_why(exc, path)}\n", 2
        return _ended(text, code)

    def _rm(self, words: list[str]) -> Outcome:
        flags, paths = _flags(words)
        unknown = flags - {"r", "R", "f", "--recursive", "--force"}
        if unknown:
            return f"rm: unknown option {sorted(unknown)[0]}", 1, 0
        recursive = bool(flags & {"r", "R", "--recursive"})
        forced = bool(flags & {"f", "--force"})
        if not paths and not forced:
            return "rm: missing operand", 1, 0
        complaints = [self._remove(path, recursive, forced) for path in paths]
        text = "".join(f"rm: {complaint}\n" for complaint in complaints if complaint)
        return _ended(text, int(bool(text)))

    def _remove(self, path: str, recursive: bool, forced: bool) -> str | None:
        """Delete one operand; what rm would complain of, or None."""
        try:
            if not path.strip("./") and not path.startswith(("/", "..")):
                return f"{path}: not removed, it is the folder itself"
            if not self._ws.exists(path) and not recursive and self._ws.listdir(path):
                return f"{path}: Is a directory"
            self._ws.delete(path)
        except FileNotFoundError:
            return None if forced else f"{path}: No such file or directory"
        except (OSError, ValueError) as exc:
            return _why(exc, path)
        return None


def _ended(text: str, code: int) -> Outcome:
    # A complaint ends without a newline: whoever reports the exit code starts a line for it.
    return (text.removesuffix("\n") if code else text), code, 0


def _why(exc: Exception, path: str) -> str:
    missing = isinstance(exc, FileNotFoundError)
    return f"{path}: No such file or directory" if missing else f"{path}: {exc}"


def _words(command: str) -> tuple[list[str], str | None]:
    """The words of a command line, and the first operator in it, if any."""
    import shlex  # here, not above: most scenes start no shell

    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = list(lexer)
    return words, next((word for word in words if word and not word.strip("();<>|&")), None)


def _flags(words: list[str]) -> tuple[set[str], list[str]]:
    """Options (each letter of a `-rf`, each `--word`) and operands, in any order, up to `--`."""
    end = words.index("--") if "--" in words else len(words)
    options = [word for word in words[:end] if word.startswith("-") and word != "-"]
    flags = {flag for word in options for flag in ([word] if word[:2] == "--" else word[1:])}
    return flags, [word for word in words[:end] if word not in options] + words[end + 1 :]


def _plain_words(words: list[str]) -> list[str]:
    return [word for word in words if not word.startswith("-")]


def _sleep(words: list[str]) -> Outcome:
    try:
        return "", 0, int(words[0])
    except (IndexError, ValueError):
        return "sleep: how many laps?", 1, 0
