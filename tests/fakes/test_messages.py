"""Messages made by hand have the shape a transcript holds."""

import pytest

import lab


def test_each_kind_of_message_has_exactly_its_keys():
    call = lab.call("read", {"path": "a.py"}, id="c1")
    assert lab.user("Hi.") == {"role": "user", "content": "Hi."}
    assert lab.say("Yes.") == {
        "role": "assistant",
        "content": [{"type": "text", "text": "Yes."}],
        "stop_reason": "stop",
    }
    assert lab.tool_result(call, "x = 1") == {
        "role": "toolResult",
        "tool_call_id": "c1",
        "tool_name": "read",
        "content": "x = 1",
        "is_error": False,
    }
    assert lab.tool_result(call, "No.", True)["is_error"] is True


def test_a_call_has_no_id_until_somebody_gives_it_one():
    assert list(lab.call("ls", {})) == ["type", "name", "arguments"]
    assert list(lab.call("ls", {}, id="c1")) == ["type", "id", "name", "arguments"]


def test_a_reply_stops_for_its_call_and_otherwise_just_stops():
    call = lab.call("ls", {})
    assert lab.reply(lab.text("Looking."), call)["stop_reason"] == "toolUse"
    assert lab.reply(lab.text("Done."))["stop_reason"] == "stop"
    assert lab.reply(call, stop_reason="aborted")["stop_reason"] == "aborted"


def test_a_failure_carries_its_message_and_the_half_sentence_it_got_out():
    failed = lab.fail("503: try later", partial="The answer is")
    assert failed["stop_reason"] == "error" and failed["error_message"] == "503: try later"
    assert failed["content"] == [lab.text("The answer is")]
    assert lab.fail()["content"] == [] and lab.fail()["error_message"]


def test_what_was_handed_over_is_copied():
    arguments = {"files": ["a.py"]}
    call = lab.call("rm", arguments)
    reply = lab.reply(call)
    arguments["files"].append("b.py")
    call["arguments"]["files"].append("c.py")
    assert reply["content"][0]["arguments"] == {"files": ["a.py"]}


def test_a_reply_of_bare_words_says_what_it_takes():
    with pytest.raises(TypeError, match=r"lab.text\(...\) or lab.call\(...\), not 'Hi.'"):
        lab.reply("Hi.")


def test_a_result_needs_a_call_with_an_id():
    with pytest.raises(ValueError, match="no id to answer"):
        lab.tool_result(lab.call("ls", {}), "")
