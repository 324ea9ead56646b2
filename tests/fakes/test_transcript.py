"""Shape, show and validate."""

import copy
import json

import pytest
from hypothesis import given

import lab
from tests.fakes.strategies import junk_transcripts, transcripts


def call(id, name="w"):
    return lab.call(name, {}, id)


def result(id):
    return lab.tool_result(call(id), "ok")


def asks(*ids):
    return lab.reply(*map(call, ids))


# -- shape --


def test_a_shape_names_roles_calls_and_failures():
    record = [
        lab.user("Go."),
        asks("c1", "c2"),
        result("c1"),
        result("c2"),
        lab.say("Done."),
        lab.fail(),
        lab.fail(partial="half"),
        lab.reply(stop_reason="aborted"),
    ]
    assert lab.shape(record) == "U A[c1,c2] R(c1) R(c2) A A(error) A(error) A(aborted)"
    assert lab.shape(tuple(record[:1])) == "U"
    assert lab.shape([]) == ""


def test_a_call_without_an_id_is_not_listed():
    assert lab.shape([lab.reply(lab.call("read", {}))]) == "A"
    assert lab.shape([lab.reply(lab.call("read", {}), call("c4"))]) == "A[c4]"


# -- show --


def test_show_is_a_line_a_message_with_the_words_as_json():
    shown = lab.show(
        [
            lab.user('Say "hi"\nplease'),
            lab.reply(lab.text("Hi."), lab.call("read", {"path": "a.py"}, "c2")),
            lab.tool_result(call("c2"), "x = 1\n"),
            asks("c3"),
        ]
    )
    assert shown.split("\n") == [
        'user -> "Say \\"hi\\"\\nplease"',
        'assistant -> "Hi." read({"path": "a.py"})',
        'toolResult c2 -> "x = 1\\n"',
        "assistant -> w({})",
    ]


def test_show_of_nothing_is_nothing():
    assert lab.show([]) == ""


def test_long_words_are_cut_before_they_are_escaped():
    assert lab.show([lab.user("\n" * 81)]) == r'user -> "' + r"\n" * 80 + '... (81 characters)"'
    assert lab.show([lab.user("x" * 80)]) == 'user -> "' + "x" * 80 + '"'
    assert lab.show([lab.user("abcdef")], clip=2) == 'user -> "ab... (6 characters)"'
    assert lab.show([lab.user("abcdef")], clip=0) == 'user -> "... (6 characters)"'
    assert lab.show([lab.user("x" * 500)], clip=None) == 'user -> "' + "x" * 500 + '"'


def test_show_says_how_a_reply_failed():
    shown = lab.show([lab.fail("503", partial="Half"), lab.reply(stop_reason="aborted")])
    assert shown == 'assistant -> "Half" (error: "503")\nassistant -> "" (aborted: "")'


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("Four.", 'a str: "Four."'),
        ("", 'a str: ""'),
        ("x" * 9, 'a str: "xxxxxx... (9 characters)"'),
        ({"type": 1}, 'a dict: "{\'type... (11 characters)"'),
        (None, 'a NoneType: "None"'),
        (["Four."], 'a str: "Four."'),
        ([lab.text("Two"), "Four"], '"Two" a str: "Four"'),
        ([], '""'),
    ],
)
def test_show_tells_a_text_in_the_place_of_blocks_from_no_words(content, shown):
    message = {"role": "assistant", "content": content}
    assert lab.show([message], clip=6) == f"assistant -> {shown}"


# -- validate --


@given(transcripts())
def test_a_transcript_with_every_call_answered_in_order_is_valid(messages):
    assert lab.validate(messages) == []
    assert lab.validate(tuple(messages), record=True) == []


@given(transcripts())
def test_shape_and_show_never_raise_on_what_is_valid(messages):
    assert len(lab.shape(messages).split(" ") if messages else []) == len(messages)
    assert len(lab.show(messages).split("\n") if messages else []) >= len(messages)
    before = copy.deepcopy(messages)
    lab.show(messages, clip=None)
    assert lab.same(messages, before)


@given(junk_transcripts())
def test_looking_never_raises_on_plain_data_and_says_when_it_is_junk(messages):
    complaints = lab.validate(messages)
    lab.validate(messages, record=True)
    lab.shape(messages)
    lab.show(messages)
    assert complaints or all(isinstance(message, dict) for message in messages)


def test_three_results_behind_a_message_are_four_complaints():
    record = [lab.user("Split it."), asks("c1", "c2", "c3"), lab.user("Wait.")]
    record += [result("c1"), result("c2"), result("c3"), lab.say("Done.")]
    assert lab.shape(record) == "U A[c1,c2,c3] U R(c1) R(c2) R(c3) A"
    assert lab.validate(record, record=True) == [
        "messages[1]: toolCall c1 has no toolResult",
        "messages[3]: toolResult c1 does not follow its call",
        "messages[4]: toolResult c2 does not follow its call",
        "messages[5]: toolResult c3 does not follow its call",
    ]


@pytest.mark.parametrize(
    ("messages", "complaints"),
    [
        ([asks("c1")], ["[0]: toolCall c1 has no toolResult"]),
        ([asks("c1", "c2"), result("c1")], ["[0]: toolCall c2 has no toolResult"]),
        ([asks("c1", "c2"), result("c2"), result("c1")], ["[0]: toolCall c1 has no toolResult"]),
        ([asks("c1", "c2"), result("c2")], ["[0]: toolCall c1 has no toolResult"]),
        ([result("c1")], ["[0]: toolResult c1 does not follow its call"]),
        ([asks("c1"), result("c1"), result("c1")], ["[2]: toolResult c1 does not follow its call"]),
        ([asks("c1"), result("c9"), result("c1")], ["[1]: toolResult c9 does not follow its call"]),
        ([lab.reply()], ["[0]: an assistant message with nothing in it"]),
        ([lab.fail()], ["[0]: an assistant message with nothing in it"]),
        ([lab.say(" \n")], ["[0]: content[0]: blank words in a text block"]),
        ([lab.user(" \t")], ["[0]: blank words in a user message"]),
        ([asks("c.1"), result("c.1")],
         ['[0]: content[0]: toolCall id "c.1" is not made of a-z, A-Z, 0-9, _ and -']),
        ([asks(""), result("")],
         ['[0]: content[0]: toolCall id "" is not made of a-z, A-Z, 0-9, _ and -']),
        ([asks("c1"), result("c1"), asks("c1"), result("c1")],
         ["[2]: toolCall id c1 is used twice"]),
        ([asks("c1", "c1"), result("c1"), result("c1")], ["[0]: toolCall id c1 is used twice"]),
        ([{"role": "system", "content": "x"}], ['[0]: unknown role "system"']),
        ([{"content": "x"}], ["[0]: no role"]),
        (["x"], ["[0]: a message is a dict, not str"]),
        ([{"role": "user", "content": ["x"]}], ["[0]: content is list, not str"]),
        ([lab.reply({"type": "image"})], ['[0]: content[0]: unknown type "image"']),
        ([{"role": "assistant", "content": ["x"]}],
         ["[0]: content[0]: a block is a dict, not str"]),
        ([{"role": "user", "content": "x", "tags": {"a"}}],
         ['[0]["tags"] is a set; plain data is dict, list, str, int, float, bool and None']),
        ([{"role": "user", "content": "x", 1: 2}], ["[0]: has a key that is an int, not a str"]),
    ],
)  # fmt: skip
def test_each_fault_has_its_one_complaint(messages, complaints):
    assert lab.validate(messages) == [f"messages{complaint}" for complaint in complaints]


def test_something_other_than_a_list_is_one_complaint():
    assert lab.validate("hello") == ["messages: a list is wanted, not str"]
    assert lab.validate(None) == ["messages: a list is wanted, not NoneType"]


@pytest.mark.parametrize("index", range(4))
def test_a_missing_key_is_named(index):
    whole = [lab.user("Go."), asks("c1"), result("c1"), lab.say("Done.")]
    for key in set(whole[index]) - {"stop_reason"}:
        messages = copy.deepcopy(whole)
        del messages[index][key]
        assert f"messages[{index}]: no {key}" in lab.validate(messages)


@pytest.mark.parametrize("key", ["type", "id", "name", "arguments"])
def test_a_missing_key_of_a_call_is_named(key):
    messages = [asks("c1"), result("c1")]
    del messages[0]["content"][0][key]
    assert lab.validate(messages)[0] == f"messages[0]: content[0]: no {key}"


def test_an_empty_tool_result_is_fine():
    assert lab.validate([asks("c1"), lab.tool_result(call("c1"), "")]) == []


def test_a_record_may_hold_failures_with_nothing_in_them():
    failures = [lab.user("Go."), lab.fail(), lab.reply(stop_reason="aborted")]
    assert lab.validate(failures, record=True) == []
    assert [c.partition(":")[0] for c in lab.validate(failures)] == ["messages[1]", "messages[2]"]
    assert lab.validate([lab.reply()], record=True) == [
        "messages[0]: an assistant message with nothing in it"
    ]


def test_only_a_record_must_say_how_a_reply_stopped():
    sent = [{"role": "assistant", "content": [lab.text("Hi.")]}]
    assert lab.validate(sent) == []
    assert lab.validate(sent, record=True) == ["messages[0]: no stop_reason"]


@given(transcripts())
def test_leaving_out_any_result_is_noticed(messages):
    for index, message in enumerate(messages):
        if message["role"] == "toolResult":
            assert lab.validate(messages[:index] + messages[index + 1 :])


@given(transcripts())
def test_words_are_json_in_every_line_shown(messages):
    for message in messages:
        if message["role"] == "user":
            line = lab.show([message], clip=None)
            assert json.loads(line.removeprefix("user -> ")) == message["content"]
