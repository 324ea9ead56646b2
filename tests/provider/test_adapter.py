"""Lesson 16's adapter, held to what must be so for any record and any stream."""

import asyncio
import importlib.util
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lab
from lab.check.judge import judge
from lab.check.runner import Runner
from lab.check.suite import reference
from lab.course.lesson import lesson
from lab.provider import Exchange, ScriptedClient, events
from lab.provider.rules import fault_of
from lab.sandbox import Sandbox, SandboxFailed

MANY = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def loaded(path):
    spec = importlib.util.spec_from_file_location(f"finished_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


harness = loaded(reference())
adapter = loaded(lesson("16").beside[0])

words = st.sampled_from(["", " \n", "Go on.", "\U0001f680 two\nlines"])
ids = st.sampled_from(["c1", "c.1", "c:1", "c 1", "", "x" * 64, "x" * 65, "x" * 66])


@st.composite
def records(draw):
    """A session as it may be left behind: odd ids, blanks, cut replies, results missing."""
    record = [lab.user("Begin.")]
    free = draw(st.lists(ids, unique=True))
    for kind in draw(st.lists(st.sampled_from("uatf"), max_size=8)):
        if kind == "u":
            record.append(lab.user(draw(words)))
        elif kind == "a":
            record.append(lab.say(draw(words)))
        elif kind == "f":
            record.append(lab.fail("529: overloaded", partial=draw(words)))
        else:
            calls = [lab.call("read", {}, free.pop()) for _ in free[:2]]
            record.append(lab.reply(lab.text(draw(words)), *calls))
            answered = [call for call in calls if draw(st.booleans())]
            record += [lab.tool_result(call, draw(words)) for call in answered]
    return [*record, lab.user("And now?")]


@MANY
@given(records())
def test_whatever_is_on_record_goes_out_as_a_provider_takes_it(record):
    wire = adapter.to_wire("Be careful.", harness.context_for_model(record), [])
    assert fault_of({"model": "a-model", "max_tokens": 1, **wire}) is None


def blocks_of(draw):
    for number in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            yield events.text(*draw(st.lists(st.sampled_from(["a", "b c", "\u5317"]), max_size=3)))
        else:
            yield events.call(f"toolu_{number}", "read", *draw(st.sampled_from(FRAGMENTS)))


FRAGMENTS = [[], ["{}"], ['{"n"', ": 1}"], ['{"n"'], ["[1]"]]


@st.composite
def exchanges(draw):
    """A stream of some blocks, ended somewhere, somehow."""
    reasons = ["end_turn", "tool_use", "max_tokens", "refusal", None]
    stream = events.streamed(list(blocks_of(draw)), draw(st.sampled_from(reasons)))
    stream = stream[: draw(st.integers(0, len(stream)))] if draw(st.booleans()) else stream
    if draw(st.booleans()):
        stream.append(events.error(draw(st.sampled_from(["api_error", "invalid"])), "No."))
    return Exchange(stream, broken=draw(st.booleans()))


@MANY
@given(exchanges())
def test_however_a_stream_ends_it_is_one_message_with_all_that_was_shown(exchange):
    shown = []

    async def sleep(seconds):
        pass

    client = ScriptedClient([exchange] * 4)
    model = adapter.AnthropicModel(client, "a-model", on_text=shown.append, sleep=sleep)
    reply = asyncio.run(model.acomplete("", [lab.user("Go.")], []))
    assert lab.plain(reply)["role"] == "assistant"
    assert harness.text_of(reply) == "".join(shown)
    assert all(stream.closed for stream in client.streams)
    ended = exchange.events[-1:] == [events.message_stop()]
    if harness.failed(reply):
        assert reply["error_message"] and not harness.tool_calls(reply)
    else:
        assert ended or events.message_stop() in exchange.events


def test_it_sleeps_as_asyncio_does_unless_told_otherwise():
    assert adapter.AnthropicModel(None, "a-model").sleep is asyncio.sleep


def test_an_adapter_written_another_way_passes_the_same_suite(tmp_path):
    own = tmp_path / "anthropic_model.py"
    own.write_bytes(Path(__file__).with_name("another_adapter.py").read_bytes())
    (tmp_path / "harness.py").write_bytes(reference().read_bytes())
    records = judge(tmp_path / "harness.py", lesson("16"))
    assert [(one.test, one.message) for one in records if one.status != "pass"] == []


@pytest.mark.parametrize("tier", "CBA")
def test_the_suite_can_be_graded_behind_walls(tier):
    try:
        with Runner(sandbox=Sandbox(tier)) as runner:
            records = judge(reference(), lesson("16"), runner=runner)
    except SandboxFailed as exc:
        pytest.skip(str(exc))
    assert {record.status for record in records} == {"pass"}
