"""A recording gives back what was played, keeps no secret, and a damaged one is one clear line."""

import asyncio
import json

import pytest

from lab.course.errors import LabError
from lab.provider import Exchange, ScriptedClient, events, recording

WORDS = events.streamed([events.text("2.1 ", "starts.")])
BUSY = events.error("overloaded_error", "Overloaded")
EXCHANGES = [
    Exchange(events=WORDS, headers={"request-id": "req_1"}),
    Exchange(status=529, headers={"retry-after": "3"}, body=BUSY),
    Exchange(events=WORDS[:3], broken=True),
    Exchange(events=[*WORDS[:3], BUSY]),
    Exchange(refused=True),
]
REQUEST = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "my key: k-9"}]}


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "a.jsonl"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_what_was_written_is_what_is_read(file):
    read = recording.load(file(recording.dumped(EXCHANGES, "Five ends.")))
    assert list(read.exchanges) == EXCHANGES
    assert read.about == "Five ends."


async def _listen(client, request):
    try:
        stream = await client.messages.create(stream=True, **request)
    except Exception as exc:
        return type(exc).__name__
    heard = []
    try:
        async for event in stream:
            heard.append(event.to_dict())
    except Exception as exc:
        heard.append(type(exc).__name__)
    await stream.close()
    return heard


def test_a_session_that_is_recorded_plays_again_as_it_was(file):
    lines = []
    recorder = recording.Recorder(ScriptedClient(EXCHANGES), lines.append)

    async def session(client):
        return [await _listen(client, REQUEST) for _ in EXCHANGES]

    first = asyncio.run(session(recorder))
    again = recording.load(file("".join(lines))).exchanges
    assert asyncio.run(session(ScriptedClient(again))) == first
    assert [one.broken for one in again] == [one.broken for one in EXCHANGES]


def test_a_stream_that_nobody_read_to_its_end_is_recorded_as_far_as_it_was_read():
    lines = []
    recorder = recording.Recorder(ScriptedClient(EXCHANGES[:1]), lines.append)

    async def one_event():
        stream = await recorder.messages.create(stream=True, **REQUEST)
        async for _ in stream:
            break
        await stream.close()
        await stream.close()

    asyncio.run(one_event())
    assert [next(iter(json.loads(line))) for line in lines] == [
        "recording",
        "request",
        "response",
        "event",
        "end",
    ]


def test_neither_the_key_nor_what_was_asked_is_kept():
    said = events.streamed([events.text("Your key is k-9.")])
    told = {"request-id": "r", "set-cookie": "session=k-9", "authorization": "Bearer k-9"}
    lines = []
    client = ScriptedClient([Exchange(events=said, headers=told)])
    recorder = recording.Recorder(client, lines.append, secrets=["k-9", ""])
    asyncio.run(_listen(recorder, REQUEST))
    assert "k-9" not in "".join(lines)
    assert "Your key is [taken out]." in "".join(lines)
    assert json.loads(lines[1]) == {"request": {"messages": 1, "tools": []}}


BAD_HEADER = '{"response": {"status": 200, "headers": {"retry-after": "1\\r\\nx: y"}}}\n'
HEAD = '{"recording": 1}\n'
OK = '{"request": {}}\n{"response": {"status": 200, "headers": {}}}\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "a recording starts with"),
        ("hello\n", 1, "not a JSON object"),
        ('{"recording": 2}\n', 1, "only version 1"),
        ('{"recording": 1, "files": {"a": 3}}\n', 1, "about is a text"),
        ('{"recording": 1, "prompts": "Hi"}\n', 1, "about is a text"),
        (HEAD + '{"event": {"type": "ping"}}\n', 2, "no request before it"),
        (HEAD + OK + "{\n", 4, "not a JSON object"),
        (HEAD + OK + '{"event": 3}\n', 4, "one key is wanted"),
        (HEAD + OK + '{"event": {}}\n', 4, "an event has a type"),
        (HEAD + OK + '{"end": "sad"}\n', 4, "an end is one of: clean"),
        (HEAD + OK + '{"end": "clean", "more": 1}\n', 4, "one key is wanted"),
        (HEAD + '{"request": {}}\n{"response": {"status": "x"}}\n', 3, "a response has a status"),
        (HEAD + '{"request": {}}\n' + BAD_HEADER, 3, "a header is a text in one line"),
        (HEAD + OK + '{"event": ' + "[" * 99_999 + "\n", 4, "not a JSON object"),
        (HEAD + OK + '{"event": {"type": "\\ud800"}}\n', 4, "not a JSON object"),
    ],
)
def test_a_damaged_recording_is_one_line_that_says_where(file, text, line, words):
    path = file(text)
    with pytest.raises(LabError) as caught:
        recording.load(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_recording_that_stops_in_the_middle_ends_as_a_broken_line_does(file):
    whole = recording.dumped(EXCHANGES[:1])
    path = file("".join(whole.splitlines(keepends=True)[:-2]))
    assert recording.load(path).exchanges[0].broken


def test_bytes_that_are_no_text_are_one_line(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LabError, match="is no recording: it is not UTF-8 text"):
        recording.load(path)


def test_a_recording_is_found_by_its_name_or_the_names_are_told():
    found = recording.find("hello")
    assert found == recording.find("hello.jsonl") == recording.SHIPPED / "hello.jsonl"
    with pytest.raises(LabError, match="recordings of the course: a_bad_line, fix_a_test, hello"):
        recording.find("nothing")


@pytest.mark.parametrize("path", sorted(recording.SHIPPED.glob("*.jsonl")), ids=lambda p: p.stem)
def test_each_recording_of_the_course_says_what_it_is_and_what_was_said(path):
    read = recording.load(path)
    assert read.about and read.prompts and read.exchanges
    whole = [one for one in read.exchanges if one.events and not one.broken]
    assert any(one.events[-1]["type"] == "message_stop" for one in whole)
