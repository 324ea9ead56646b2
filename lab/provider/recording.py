"""Recordings of a provider's answers: JSON lines, written as they come, played without a key.

A line is an object with one key. The first is `{"recording": 1}`; beside it may stand `about` (a
line of words), `files` (texts by path: the folder it was made in) and `prompts` (what was said).
Then, for each request:

    {"request": {"messages": 3, "tools": ["read"]}}      what was asked, in numbers only
    {"response": {"status": 200, "headers": {}}}         `body` beside them when it is an error
    {"event": {"type": "message_start", ...}}            one line an event, as the wire has it
    {"end": "clean"}                                     or "broken", or "refused": no connection

A recording that stops in the middle ends its last answer as a broken line does. What was asked is
not kept, nor a header but two, nor the key, which is taken out wherever it stands; what the model
said is.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lab.course.errors import LabError
from lab.provider.stand_in import Exchange

VERSION = 1
SHIPPED = Path(__file__).parent / "recordings"
_KINDS = {"request": dict, "response": dict, "event": dict, "end": str}
_ENDS = ("clean", "broken", "refused")
_HEADERS = ("request-id", "retry-after")
_TAKEN_OUT = "[taken out]"


def find(name: str) -> Path:
    """The file of this name, or the recording that comes with the course; LabError names those."""
    path = Path(name).expanduser()
    if path.is_file():
        return path
    shipped = {each.stem: each for each in sorted(SHIPPED.glob("*.jsonl"))}
    if name.removesuffix(".jsonl") in shipped:
        return shipped[name.removesuffix(".jsonl")]
    raise LabError(f"{name}: no such file; recordings of the course: {', '.join(shipped)}")


@dataclass(frozen=True)
class Recording:
    """The answers, in order, and what the first line says of where they were given."""

    exchanges: tuple[Exchange, ...]
    about: str = ""
    files: dict[str, str] = field(default_factory=dict)
    prompts: tuple[str, ...] = ()


def load(path: Path) -> Recording:
    """A recording. LabError names file, line and what is wrong."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as exc:
        raise LabError(f"{path} cannot be read: {exc.strerror or exc}") from None
    except UnicodeDecodeError:
        raise LabError(f"{path} is no recording: it is not UTF-8 text") from None
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    rows = [_row(path, number, line) for number, line in enumerate(lines, 1)]
    opening = _opening(path, rows[0] if rows else {})
    answers = tuple(_exchange(path, each) for each in _requests(path, rows[1:]))
    return Recording(exchanges=answers, **opening)


def dumped(exchanges: Iterable[Exchange], about: str = "") -> str:
    """The text of a recording."""
    rows: list[dict] = [{"recording": VERSION, **({"about": about} if about else {})}]
    for one in exchanges:
        rows.append({"request": {}})
        if not one.refused:
            rows.append({"response": _response(one.status, one.headers, one.body)})
        rows += [{"event": event} for event in one.events]
        rows.append({"end": "refused" if one.refused else "broken" if one.broken else "clean"})
    return "".join(_line(row) for row in rows)


class Recorder:
    """A client that writes down what another one is answered, as it comes.

    It stands where the client stood: `recorder.messages.create(...)`. `write` is handed each line,
    its end included; `secrets` are taken out of it.
    """

    def __init__(
        self, client: Any, write: Callable[[str], object], secrets: Iterable[str] = ()
    ) -> None:
        self._client, self._write_line = client, write
        self._secrets = [secret for secret in secrets if secret]
        self.messages = SimpleNamespace(create=self._create)
        self._write({"recording": VERSION})

    async def _create(self, **request: Any) -> "_Recorded":
        tools = [tool["name"] for tool in request.get("tools", [])]
        self._write({"request": {"messages": len(request["messages"]), "tools": tools}})
        try:
            stream = await self._client.messages.create(**request)
        except Exception as exc:
            self._refused(exc)
            raise
        headers = dict(getattr(getattr(stream, "response", None), "headers", {}))
        self._write({"response": _response(200, headers, None)})
        return _Recorded(stream, self._write)

    def _refused(self, exc: Exception) -> None:
        status = getattr(exc, "status_code", None)
        if status is None:
            return self._write({"end": "refused"})
        headers = dict(getattr(getattr(exc, "response", None), "headers", {}))
        body = getattr(exc, "body", None)
        self._write({"response": _response(status, headers, body)})
        return self._write({"end": "clean"})

    def _write(self, row: dict) -> None:
        line = _line(row)
        for secret in self._secrets:
            line = line.replace(json.dumps(secret)[1:-1], _TAKEN_OUT)
        self._write_line(line)


class _Recorded:
    """A stream that is written down while it is read; what it is not read for is not there."""

    def __init__(self, stream: Any, write: Callable[[dict], None]) -> None:
        self._stream, self._write, self._over = stream, write, False

    async def __aiter__(self) -> AsyncIterator[Any]:
        try:
            async for event in self._stream:
                self._write({"event": event.to_dict()})
                yield event
        except Exception as exc:
            self._broke(exc)
            raise
        self._end("clean")

    async def __aenter__(self) -> "_Recorded":
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._stream.close()
        self._end("clean")

    def _broke(self, exc: Exception) -> None:
        """An error event is an event; anything else that is raised is a line that broke."""
        body = getattr(exc, "body", None)
        if getattr(exc, "status_code", None) == 200 and isinstance(body, dict):
            self._write({"event": body})
            return self._end("clean")
        return self._end("broken")

    def _end(self, how: str) -> None:
        if not self._over:
            self._over = True
            self._write({"end": how})


def _opening(path: Path, row: dict) -> dict:
    if "recording" not in row:
        raise LabError(f'{path}, line 1: a recording starts with {{"recording": {VERSION}}}')
    if row["recording"] != VERSION:
        raise LabError(f"{path}, line 1: only version {VERSION} of a recording is known here")
    about, files, prompts = row.get("about", ""), row.get("files", {}), row.get("prompts", [])
    texts = isinstance(files, dict) and isinstance(prompts, list) and [*files.values(), *prompts]
    if texts is False or not all(isinstance(text, str) for text in [about, *texts]):
        raise LabError(f"{path}, line 1: about is a text, files texts by path, prompts a list")
    return {"about": about, "files": files, "prompts": tuple(prompts)}


def _line(row: dict) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _response(status: int, headers: dict[str, str], body: Any) -> dict:
    kept = {name.lower(): value for name, value in headers.items() if name.lower() in _HEADERS}
    return {"status": status, "headers": kept, **({} if body is None else {"body": body})}


def _row(path: Path, number: int, line: str) -> dict:
    try:
        row = json.loads(line)
        json.dumps(row, ensure_ascii=False).encode()  # half a surrogate pair cannot be played
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise LabError(f"{path}, line {number}: not a JSON object")
    if number > 1 and (len(row) != 1 or not isinstance(row.get(*_key(row)), _KINDS[_key(row)[0]])):
        wanted = ", ".join(_KINDS)
        raise LabError(f"{path}, line {number}: one key is wanted, of {wanted}, with what it holds")
    return row


def _key(row: dict) -> tuple[str]:
    key = next(iter(row), "")
    return (key if key in _KINDS else "end",)


def _requests(path: Path, rows: list[dict]) -> Iterator[list[tuple[int, dict]]]:
    """The lines of each request, with their numbers."""
    found: list[list[tuple[int, dict]]] = []
    for number, row in enumerate(rows, 2):
        if "request" in row:
            found.append([])
        elif not found:
            raise LabError(f"{path}, line {number}: there is no request before it")
        else:
            found[-1].append((number, row))
    return iter(found)


def _exchange(path: Path, rows: list[tuple[int, dict]]) -> Exchange:
    answer: dict[str, Any] = {"status": 200, "headers": {}}
    events: list[dict] = []
    end = "broken"  # unless the recording says how it ended
    for number, row in rows:
        if "response" in row:
            answer = row["response"]
        elif "event" in row:
            events.append(row["event"])
        else:
            end = row["end"]
        if fault := _fault(answer, events, end):
            raise LabError(f"{path}, line {number}: {fault}")
    kept = {name: answer[name] for name in ("status", "headers", "body") if name in answer}
    return Exchange(events=events, **kept, broken=end == "broken", refused=end == "refused")


def _fault(answer: dict, events: list[dict], end: str) -> str:
    headers = answer.get("headers")
    if type(answer.get("status")) is not int or not isinstance(headers, dict):
        return "a response has a status, which is a number, and headers"
    if not all(isinstance(one, str) and one.isprintable() for one in headers.values()):
        return "a header is a text in one line"
    if events and not isinstance(events[-1].get("type"), str):
        return "an event has a type"
    return "" if end in _ENDS else f"an end is one of: {', '.join(_ENDS)}"
