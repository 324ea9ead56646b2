"""Lesson 16: a transcript goes out as a provider takes it, and a stream ends in one message."""

import lab

SAID = "Deploy to staging only. Never to production on a Friday."
LONE = '{"path": "\\ud83d"}'  # half of a character: it could never be sent back
GONE = "Wed, 01 Jan 2020 00:00:00 GMT"  # a Retry-After may be a date
CALLED = [
    lab.text("Both, then."),
    lab.call("read", {"path": "notes.md"}, "toolu_1"),
    lab.text("And the list: \U0001f4cb"),
    lab.call("list", {}, "toolu_2"),
]


def sent(request):
    """The messages of a request in one line each, however their blocks are spelled."""
    return [
        f"{message['role']}: " + " | ".join(_block(block) for block in _blocks(message["content"]))
        for message in request["messages"]
    ]


def _blocks(content):
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _block(block):
    if block["type"] == "text":
        return block["text"]
    if block["type"] == "tool_use":
        return f"{block['id']}={block['name']}({block['input']})"
    assert block["type"] == "tool_result", f"a block of type {block['type']} went out"
    words = "".join(part["text"] for part in _blocks(block.get("content") or []))
    return f"{block['tool_use_id']} {'failed' if block.get('is_error') else 'gave'} {words!r}"


def failed(seen, words=""):
    """What a failed reply is reported with; it is one reply, with these words and no call."""
    assert seen["raised"] is None, f"acomplete raised {seen['raised']}"
    reply = seen["reply"]
    assert reply["role"] == "assistant" and reply["stop_reason"] == "error", reply
    assert text_of(reply) == words
    assert isinstance(reply["error_message"], str) and reply["error_message"].strip()
    return reply["error_message"]


def text_of(reply):
    return "".join(block["text"] for block in reply["content"] if block["type"] == "text")


def test_a_transcript_goes_out_in_the_wires_words(play):
    """A transcript goes out in the provider's form, with system prompt, tools and max_tokens."""
    seen = play("a_transcript", which="a conversation")
    assert sent(seen["requests"][0]) == [
        "user: What is new?",
        "assistant: I'll look. | c1=read({'path': 'notes.md'}) | c-2_B=fly({'to': [1, None]})",
        "user: c1 gave '2.1 starts faster.\\n' | c-2_B failed 'Tool fly not found'",
        "assistant: 2.1 starts faster.",
        "user: Thanks. \U0001f680",
    ]
    request = seen["requests"][0]
    assert (request["model"], request["max_tokens"], request["stream"]) == ("a-model", 1000, True)
    assert text_of({"content": _blocks(request["system"])}) == "You are a careful release manager."
    assert [
        (tool["name"], tool["description"], tool["input_schema"]) for tool in request["tools"]
    ] == [(tool["name"], tool["description"], tool["parameters"]) for tool in seen["tools"]]
    refused = {"temperature", "top_p", "top_k"} & set(request)
    assert not refused, f"the provider no longer takes {refused}"


def test_the_results_of_one_turn_are_one_message(play):
    """Roles alternate: the results of one turn share a user message, before anything else in it."""
    assert sent(play("a_transcript", which="a steer among results")["requests"][0]) == [
        "user: Look.",
        "assistant: c1=read({}) | c2=read({}) | c3=read({})",
        "user: c1 gave 'one' | c2 gave 'two' | c3 gave 'three' | Wait. | Go on.",
    ]
    assert sent(play("a_transcript", which="the same role twice")["requests"][0]) == [
        "user: One. | Two.",
        "assistant: Half a | Whole.",
        "user: Three.",
    ]


def test_an_id_the_wire_refuses_goes_out_as_another(play):
    """An id the wire refuses is another there, the same for call and result, and two stay two."""
    seen = play("a_transcript", which="odd ids")
    calls, results = seen["requests"][0]["messages"][1:3]
    ids = [block["id"] for block in calls["content"]]
    assert ids == [block["tool_use_id"] for block in results["content"]]
    assert len(set(ids)) == len(ids), "two calls went out with one id"
    assert ids[-1] == "a" * 64, "an id that the wire takes stays as it is"
    assert seen["reply"]["stop_reason"] == "stop", "the provider takes them"
    again = play("a_transcript", which="odd ids")["requests"][0]["messages"][1]["content"]
    assert [block["id"] for block in again] == ids, "the next request has to say the same ids"


def test_nothing_blank_goes_out(play):
    """Nothing blank goes out: no blank words, no message without any, no blank system prompt."""
    seen = play("a_transcript", which="blanks")
    assert [line.rstrip() for line in sent(seen["requests"][0])] == [
        "user: Hello.",
        "assistant: c1=read({})",
        "user: c1 gave ''",
        "assistant: Done.",
        "user: Thanks.",
    ]
    assert "system" not in seen["requests"][0]
    assert seen["reply"]["stop_reason"] == "stop"


def test_a_whole_stream_is_one_message(play):
    """A whole stream is one message: blocks by their index, each call's JSON joined and parsed."""
    for how in ("in order", "in small pieces", "the other way round", "interleaved"):
        seen = play("a_whole_stream", how=how)
        assert seen["raised"] is None
        assert seen["reply"] == {
            "role": "assistant",
            "content": CALLED,
            "stop_reason": "toolUse",
        }, f"the blocks came {how}"
        assert lab.same(seen["reply"]["content"], CALLED)
    seen = play("a_whole_stream", how="words only")
    assert seen["reply"] == lab.say(SAID)
    assert seen["closed"] == [True]


def test_words_are_shown_as_they_arrive(play):
    """Words are shown piece by piece, each before the next event is asked for."""
    seen = play("words_with_a_listener")
    assert "".join(words for words, _ in seen["heard"]) == SAID
    assert len(seen["heard"]) > 3
    taken = [count for _, count in seen["heard"]]
    assert taken == sorted(set(taken)), "several pieces were shown at the same moment"
    assert seen["alone"] == lab.say(SAID), "nobody has to listen"


def test_what_nobody_has_heard_of_changes_nothing(play):
    """Pings, thoughts, and events, blocks and deltas that nobody has heard of change nothing."""
    seen = play("a_whole_stream", how="among strangers")
    assert seen["raised"] is None
    assert seen["reply"]["content"] == CALLED
    assert "".join(seen["said"]) == text_of(seen["reply"])


def test_message_stop_decides(play):
    """Without message_stop a stream is a failed reply that keeps the words; after it, no wait."""
    for ending in ("closed", "broken"):
        for seen in play("a_stream_cut_everywhere", ending=ending):
            told = failed(seen, "".join(seen["said"]))
            assert ending == "broken" or "Error" not in told, f"say it in words: {told}"
            assert seen["closed"] == [True]
    seen = play("a_line_that_breaks_after_the_end")
    assert seen["raised"] is None and seen["reply"] == lab.say(SAID)
    assert seen["closed"] == [True]


def test_what_was_shown_is_not_asked_for_again(play):
    """An error after the first words is a failed reply that keeps them; it is not asked again."""
    seen = play("an_error_in_the_stream", kind="api_error", after_words=True)
    assert "Internal server error" in failed(seen, "Deploy to staging only. Never ")
    assert len(seen["requests"]) == 1
    seen = play("an_error_in_the_stream", kind="overloaded_error", after_words=True)
    assert "verloaded" in failed(seen, "Deploy to staging only. Never ")
    assert len(seen["requests"]) == 1 and seen["slept"] == []


def test_a_reply_that_was_cut_says_what_by(play):
    """max_tokens, a full window, a pause, a refusal or no reason: each fails, and says which."""
    told = {}
    for reason in (
        "max_tokens",
        "model_context_window_exceeded",
        "pause_turn",
        "refusal",
        "a_new_reason",
        None,
    ):
        seen = play("a_reason_to_stop", reason=reason)
        told[reason] = failed(seen, SAID)
        silent = play("a_reason_to_stop", reason=reason, silent=True)
        assert len(silent["requests"]) == 1, "asked again, it would end the same way"
    assert all(" " in words for words in told.values()), f"say it in a sentence: {told}"
    assert len(set(told.values())) == len(told), f"two of them are told in the same words: {told}"
    assert "max_tokens" in told["max_tokens"] and "a_new_reason" in told["a_new_reason"]
    for reason in ("end_turn", "stop_sequence"):
        assert play("a_reason_to_stop", reason=reason)["reply"] == lab.say(SAID)


def test_no_call_of_a_cut_reply_is_run(play):
    """No call of a cut reply is run, nor one with half its arguments; the next prompt is taken."""
    for how in ("max_tokens", "closed", "half of the arguments", "overloaded"):
        seen = play("a_run_with_a_cut_reply", how=how)
        assert seen["ran"] == [], f"{how}: a call of a failed reply was run"
        assert lab.shape(seen["record"][:2]) in ("U A(error)", "U A[toolu_1](error)")
        assert seen["record"][1]["stop_reason"] == "error"
        assert seen["record"][-1] == lab.say("2.1 starts faster.")
    seen = play("a_run_with_a_cut_reply", how="whole")
    assert [call["path"] for call in seen["ran"]] == ["notes.md"]
    for text in (
        '{"path": "notes',
        '{"path": "a"',
        "[1]",
        "3",
        '"a"',
        "null",
        '{"n": NaN}',
        "{]",
        LONE,
    ):
        seen = play("arguments_of_a_call", text=text)
        assert "read" in failed(seen, "I'll look."), text
    for text, arguments in (("", {}), ("{}", {}), ('{"path": "a"}', {"path": "a"})):
        reply = play("arguments_of_a_call", text=text)["reply"]
        assert reply["stop_reason"] == "toolUse" and lab.same(
            reply["content"][1]["arguments"], arguments
        )


def test_a_refused_request_is_told_and_not_made_twice(play):
    """A refused request or a lost line is a failed reply, in the provider's words, and is final."""
    for status, words in ((400, "max_tokens: too large"), (401, "invalid x-api-key"), (404, "no")):
        seen = play("a_status", status=status, words=words)
        told = failed(seen)
        assert str(status) in told and words in told, told
    failed(play("no_connection"))
    assert play("a_listener_that_raises")["reply"]["stop_reason"] == "error"
    for status in (400, 401, 403, 404, 413, 422, 499):
        assert len(play("a_status", status=status)["requests"]) == 1, status
    seen = play("an_error_in_the_stream", kind="invalid_request_error", after_words=False)
    assert len(seen["requests"]) == 1
    failed(seen)


def test_a_busy_provider_is_asked_again(play):
    """Busy or failing before it said a word, a provider is asked again, with the same request."""
    for status in (408, 409, 429, 500, 502, 503, 529):
        seen = play("a_status", status=status, times=1)
        assert seen["reply"] == lab.say(SAID), f"after {status}: {seen['reply']}"
        assert len(seen["requests"]) == 2 and seen["requests"][0] == seen["requests"][1]
        assert len(seen["said"]) > 3
    seen = play("an_error_in_the_stream", kind="overloaded_error", after_words=False)
    assert seen["reply"] == lab.say(SAID)
    assert len(seen["requests"]) == 2 and seen["closed"] == [True, True]


def test_between_two_requests_it_waits(play):
    """It waits, longer each time and not everybody equally long, and gives up after `retries`."""
    seen = play("a_status", status=529, times=2)
    first, second = seen["waits"]
    assert 0 < first < second < 60
    other = play("a_status", status=529, times=2, jitter=1.0)["waits"]
    assert other != seen["waits"], "everybody who was sent away comes back at the same moment"
    for retries in (0, 2):
        seen = play("a_status", status=529, times=9, words="Overloaded", retries=retries)
        assert "529" in failed(seen) and "Overloaded" in failed(seen)
        assert len(seen["requests"]) == retries + 1
        assert len(seen["waits"]) == retries, "it waited, and did not ask afterwards"


def test_a_retry_after_is_obeyed_up_to_a_minute(play):
    """A Retry-After is obeyed up to a minute; beyond that it is told, and nobody waits."""
    for asked, least in (("7", 7), ("60", 60), ("0.25", 0.01), ("soon", 0.01), (GONE, 0.01)):
        seen = play("a_status", status=429, times=1, retry_after=asked)
        assert seen["reply"] == lab.say(SAID)
        waited = round(sum(seen["slept"]), 3)
        assert least <= waited <= 66, f"asked to wait {asked}, it waited {waited} s"
    for asked in ("61", "86400"):
        seen = play("a_status", status=429, times=1, retry_after=asked)
        assert asked in failed(seen), "how long the provider asks to wait is worth telling"
        assert seen["slept"] == [] and len(seen["requests"]) == 1
    seen = play("a_status", status=429, times=1, retry_after=GONE.replace("2020", "2999"))
    failed(seen)
    assert seen["slept"] == [] and len(seen["requests"]) == 1


def test_a_stop_ends_the_stream_within_one_event(play):
    """A Stop ends the stream within one event: an aborted reply with the words so far."""
    for after in (1, 2, 3):
        seen = play("a_stop_in_the_stream", after=after)
        assert seen["raised"] is None
        reply = seen["reply"]
        assert (reply["stop_reason"], reply["error_message"]) == ("aborted", "Operation aborted")
        assert text_of(reply) == "".join(seen["said"]) != ""
        assert all(block["type"] == "text" for block in reply["content"])
        assert seen["taken"][0] <= seen["stopped_at"] + 1
        assert seen["closed"] == [True] and len(seen["requests"]) == 1


def test_a_stop_ends_a_wait(play):
    """A Stop ends a wait at the next look, soon, and no request follows it."""
    for after in (1, 3):
        seen = play("a_stop_in_a_wait", after=after)
        assert seen["raised"] is None
        assert seen["reply"]["stop_reason"] == "aborted"
        assert len(seen["slept"]) <= after + 1
        assert max(seen["slept"]) <= 1, "nobody looks at the flag for so long"
        assert len(seen["requests"]) == 1
    seen = play("a_stop_in_a_wait", after=0)
    assert seen["reply"]["stop_reason"] == "aborted" and seen["requests"] == []


def test_a_cancelled_task_goes_up_and_closes_the_stream(play):
    """A cancelled task goes up as CancelledError, wherever it stood, and the stream is closed."""
    for laps in (0, 1, 2, 4):
        seen = play("a_cancelled_task", laps=laps)
        assert seen["ended"] == "cancelled", seen["ended"]
        assert all(seen["closed"])
