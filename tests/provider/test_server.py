"""The server answers as the provider would: with its exchanges in order, or with what is wrong."""

import http.client
import json

import pytest

from lab.provider import Exchange, events
from lab.provider.server import Raw, WireServer

WORDS = events.streamed([events.text("Hi.")])
KEY = {"authorization": "Bearer k", "anthropic-version": "2023-06-01"}
GOOD = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi."}]}


@pytest.fixture
def ask():
    """Posts to a server; the status, the headers, the body, and "cut" where the line broke."""

    def post(server, body, headers=KEY, path="/v1/messages"):
        line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)
        line.request("POST", path, json.dumps(body) if isinstance(body, dict) else body, headers)
        answer = line.getresponse()
        try:
            data, end = answer.read(), "whole"
        except http.client.IncompleteRead as exc:
            data, end = exc.partial, "cut"
        line.close()
        return answer.status, dict(answer.headers), data, end

    return post


def test_exchanges_are_played_in_order_and_the_requests_kept(ask):
    busy = Exchange(status=529, headers={"retry-after": "3"}, body={"type": "error"})
    with WireServer([Exchange(events=WORDS, headers={"request-id": "r"}), busy]) as server:
        first, second = ask(server, GOOD), ask(server, GOOD)
        assert server.requests == [GOOD, GOOD]
    assert (first[0], first[2], first[3]) == (200, events.sse(WORDS), "whole")
    assert first[1]["request-id"] == "r" and first[1]["content-type"] == "text/event-stream"
    assert (second[0], json.loads(second[2])) == (529, {"type": "error"})
    assert second[1]["retry-after"] == "3"


def test_a_line_breaks_where_it_is_told_to(ask):
    with WireServer(
        [Exchange(events=WORDS[:2], broken=True), Raw([b"da", b"ta"], False)]
    ) as server:
        assert ask(server, GOOD)[2:] == (events.sse(WORDS[:2]), "cut")
        assert ask(server, GOOD)[2:] == (b"data", "cut")


def test_bytes_are_sent_as_they_are(ask):
    pieces = [b"\xe5\x8c", b"\x97", b""]
    with WireServer([Raw(pieces)]) as server:
        assert ask(server, GOOD)[2:] == ("\u5317".encode(), "whole")


def test_one_request_more_than_there_are_answers_is_told_so(ask):
    with WireServer([]) as server:
        status, _, data, _ = ask(server, GOOD)
    assert status == 404 and "the recording is over" in json.loads(data)["error"]["message"]


@pytest.mark.parametrize(
    ("body", "headers", "path", "status", "words"),
    [
        (GOOD, KEY, "/v1/models", 404, "there is only /v1/messages"),
        (GOOD, {"anthropic-version": "x"}, "/v1/messages", 401, "a key"),
        (GOOD, {"authorization": "Bearer k"}, "/v1/messages", 400, "anthropic-version"),
        ("{", KEY, "/v1/messages", 400, "no JSON"),
        ("[]", KEY, "/v1/messages", 400, "an object is wanted"),
        ({**GOOD, "temperature": 1}, KEY, "/v1/messages", 400, "no longer supported"),
        ({**GOOD, "messages": []}, KEY, "/v1/messages", 400, "at least one message"),
        ({**GOOD, "messages": [3]}, KEY, "/v1/messages", 400, "not in the form"),
    ],
)
def test_a_request_that_is_not_valid_is_told_what_is_wrong(ask, body, headers, path, status, words):
    with WireServer([Exchange(events=WORDS)]) as server:
        got, _, data, _ = ask(server, body, headers, path)
        assert got == status
        said = json.loads(data)
        assert said["type"] == "error" and words in said["error"]["message"]
        assert ask(server, GOOD)[0] == 200  # it has used up no answer
