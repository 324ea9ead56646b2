"""`lab chat`: puts a harness, a model, a folder and a shell together, for somebody to talk to."""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from lab.chat.folder import Folder
from lab.chat.keys import Keys
from lab.chat.loading import Loaded, load
from lab.chat.meter import Meter
from lab.chat.screen import Screen
from lab.chat.session import Chat
from lab.chat.shell import RealShell
from lab.course.errors import LabError
from lab.provider.recording import Recorder, Recording, find
from lab.provider.recording import load as load_recording
from lab.provider.server import WireServer

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
MODEL = "claude-sonnet-5-5"
LOGS = ".lab/chat"
_PACE = 0.03  # seconds an event, where somebody watches a recording


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    folder: Path | None = None  # the one it is called in
    replay: str | None = None
    record: Path | None = None
    resume: str | None = None  # "" for the last session, else a log
    model: str = MODEL
    base_url: str | None = None
    max_turns: int | None = None
    use_reference: bool = False


def chat(options: Options) -> int:
    """Talks until somebody leaves; the exit code. LabError when it cannot begin."""
    _refuse(options)
    loaded = load(options.use_reference)
    played = load_recording(find(options.replay)) if options.replay else None
    if played is None and not any(os.environ.get(name) for name in KEYS):
        raise LabError(
            f"no key: set {KEYS[0]} (or {KEYS[1]}), or play a recording: `lab chat --replay hello`"
        )
    anthropic = _package()
    with _swept(), contextlib.ExitStack() as stack:
        folder = _folder(options, played, stack)
        url = options.base_url
        if played:
            pace = _PACE if sys.stdin.isatty() else 0
            url = stack.enter_context(WireServer(played.exchanges, pace)).url
        write = _recording(options.record, stack) if options.record else None
        screen = Screen()
        _greet(screen, loaded, folder, options, played)
        asyncio.run(_talk(anthropic, loaded, folder, options, played, url, write, screen))
    return 0


async def _talk(
    anthropic: Any,
    loaded: Loaded,
    folder: Folder,
    options: Options,
    played: Recording | None,
    url: str | None,
    write: Callable[[str], object] | None,
    screen: Screen,
) -> None:
    keys = Keys(sys.stdin.fileno(), asyncio.get_running_loop())
    shell = RealShell(folder.root)
    try:
        async with _client(anthropic, url, played is not None) as client:
            meter = Meter(Recorder(client, write, _secrets()) if write else client)
            talk = _Talk(loaded, folder, shell, meter, screen, keys)
            await talk.chat(options, played).run()
    finally:
        shell.close()


class _Talk:
    """The parts of one session, put together."""

    def __init__(
        self,
        loaded: Loaded,
        folder: Folder,
        shell: RealShell,
        meter: Meter,
        screen: Screen,
        keys: Keys,
    ) -> None:
        self._harness, self._adapter = loaded.harness, loaded.adapter
        self._folder, self._shell, self._meter = folder, shell, meter
        self._screen, self._keys = screen, keys
        self._chat: Chat | None = None

    def chat(self, options: Options, played: Recording | None) -> Chat:
        """The session; what was said before is in it when it is resumed."""
        harness, folder = self._harness, self._folder
        path = _log_path(folder, options.resume)
        log = harness.SessionLog(folder, path)
        before = _said_before(log, options)
        if played is None:
            self._screen.line(f"log: {path}, {len(before)} messages so far", "pale")
        tools = self._tools()
        files = harness.discover_context(folder, ".")
        today = date.today().isoformat()
        system = harness.build_system_prompt(tools, files, [], str(folder.root), today)
        agent = harness.Harness(self._model(options), system, tools, before, options.max_turns)
        agent.subscribe(harness.persist_to(log))
        prompts = played.prompts if played else ()
        steers = sys.stdin.isatty()
        self._chat = Chat(
            harness, agent, log, self._meter, self._screen, self._keys, prompts, steers
        )
        return self._chat

    def ask(self, question: str) -> bool:
        """Asks whoever sits there."""
        assert self._chat is not None
        return self._chat.ask(question)

    def _heard(self, words: str) -> None:
        assert self._chat is not None
        self._chat.heard(words)

    def _tools(self) -> list[dict]:
        harness: ModuleType = self._harness
        check = harness.confirm_with(self)
        return [
            harness.make_read_tool(self._folder),
            harness.guard(harness.make_write_tool(self._folder), check),
            harness.guard(harness.make_bash_tool(self._shell), check),
        ]

    def _model(self, options: Options) -> Any:
        made = getattr(self._adapter, "AnthropicModel", None)
        if made is None:
            raise LabError("anthropic_model.py has no AnthropicModel; see `lab read 16`")
        try:
            return made(self._meter, options.model, on_text=self._heard)
        except TypeError as exc:
            raise LabError(f"anthropic_model.py: AnthropicModel cannot be made: {exc}") from None


def _client(anthropic: Any, url: str | None, is_played: bool) -> Any:
    """The provider's client; one for a recording needs no key, and knows of no proxy."""
    if not is_played:
        return anthropic.AsyncAnthropic(base_url=url, max_retries=0)
    direct = anthropic.DefaultAsyncHttpxClient(trust_env=False)
    return anthropic.AsyncAnthropic(
        base_url=url, max_retries=0, api_key="a-recording-needs-none", http_client=direct
    )


def _refuse(options: Options) -> None:
    """LabError for what does not go together, before anything begins."""
    if options.replay and options.resume is not None:
        raise LabError(
            "a recording begins anew each time: --replay and --resume do not go together"
        )
    if options.replay and options.folder:
        raise LabError("a recording plays in a new folder of its own: leave out --folder")
    if sys.stdin is None:
        raise LabError("there is nobody to talk to: standard input is closed")


@contextlib.contextmanager
def _swept() -> Iterator[None]:
    """Has a terminal that is closed, or a TERM, end a session as a `/quit` does: nothing is left.

    Without it the folder of a recording would stay, and so would a command that runs.
    """

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _package() -> Any:
    """The provider's own client; it takes a second to load, so only a chat loads it."""
    try:
        import anthropic
    except ImportError:
        raise LabError(
            "the anthropic package is not installed: pip install 'harness-lab[provider]'"
        ) from None
    return anthropic


def _folder(options: Options, played: Recording | None, stack: contextlib.ExitStack) -> Folder:
    """Where it works: the folder that was named, for a recording a new one with its files."""
    if played is None:
        return Folder(options.folder or ".")
    new = stack.enter_context(tempfile.TemporaryDirectory(prefix="lab-chat-"))
    folder = Folder(new)
    for path, text in played.files.items():
        folder.write_text(path, text)
    return folder


def _recording(path: Path, stack: contextlib.ExitStack) -> Callable[[str], object]:
    try:
        file = stack.enter_context(path.open("x", encoding="utf-8"))
    except OSError as exc:
        raise LabError(f"{path} cannot be recorded to: {exc.strerror or exc}") from None

    def write(line: str) -> None:
        file.write(line)
        file.flush()  # a session that is killed is recorded as far as it went

    return write


def _secrets() -> list[str]:
    return [os.environ.get(name, "") for name in KEYS]


def _log_path(folder: Folder, resume: str | None) -> str:
    """The log of this session: a new one, the last one, or the one that is named."""
    if resume:
        if not folder.exists(resume):
            raise LabError(f"{resume}: there is no such log in {folder.root}")
        return resume
    if resume is None:
        return f"{LOGS}/{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.jsonl"
    there = folder.listdir(LOGS) if (folder.root / LOGS).is_dir() else []
    logs = [name for name in there if name.endswith(".jsonl")]
    if not logs:
        raise LabError(f"there is no session to resume in {folder.root}: `lab chat` begins one")
    return f"{LOGS}/{max(logs)}"


def _said_before(log: Any, options: Options) -> list[dict]:
    if options.resume is None:
        return []
    try:
        return log.replay()
    except ValueError as exc:
        raise LabError(str(exc)) from None


def _greet(
    screen: Screen, loaded: Loaded, folder: Folder, options: Options, played: Recording | None
) -> None:
    for line in _opening(loaded, folder, options, played):
        screen.line(line, "pale")


def _opening(
    loaded: Loaded, folder: Folder, options: Options, played: Recording | None
) -> Iterator[str]:
    yield from loaded.lines
    if played is None:
        yield f"model: {options.model}, in {folder.root}"
        yield "You are asked before a file is written or a command is run. /help says more."
        return
    yield f"model: the recording {options.replay} ({played.about or 'no description'})"
    yield "Its calls are really run, in a new folder that is gone afterwards. Say what you like:"
    yield "the answers are the recorded ones. An empty line says what was said then:"
    for number, prompt in enumerate(played.prompts, 1):
        yield f"  {number}. {prompt}"
