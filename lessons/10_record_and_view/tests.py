"""Lesson 10: the sentences of `repair_tool_history` and `context_for_model`."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lab

INTERRUPTED = (
    "Tool call interrupted: no result was recorded. It may not have run, or may have run partly;"
    " check before repeating it."
)
BOUNDED = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def asks(*ids):
    """An assistant message that asks for these calls."""
    return lab.reply(*(lab.call("build", {"job": id}, id) for id in ids))


def result(id, content="built", is_error=False):
    """A recorded result of the call `id`."""
    return lab.tool_result(lab.call("build", {}, id), content, is_error)


def interrupted(id):
    """The result that stands in for the one that call `id` never got."""
    return result(id, INTERRUPTED, is_error=True)


VALID = [
    lab.user("Build it."),
    lab.reply(lab.text("Both."), lab.call("build", {"job": 1}, "c1"), lab.call("build", {}, "c2")),
    result("c1", "no disk", is_error=True),
    result("c2", ""),
    asks("c3"),
    result("c3"),
    lab.say("Built."),
    lab.user("Thanks."),
    lab.fail(partial="You are"),
]


def test_a_valid_transcript_stays_as_it_is(play):
    """A valid transcript is repaired to itself, and is its own view."""
    seen = play("a_repair", messages=VALID)
    assert seen["repaired"] == VALID
    assert play("a_view", messages=VALID)["view"] == VALID
    assert play("a_repair", messages=[])["repaired"] == []
    assert play("a_view", messages=[])["view"] == []


def test_a_missing_result_is_filled_in(play):
    """A call without a result gets one: INTERRUPTED, and flagged as an error."""
    assert play("the_constant") == INTERRUPTED
    seen = play("a_repair", messages=[lab.user("Build it."), asks("c1")])
    assert seen["repaired"] == [lab.user("Build it."), asks("c1"), interrupted("c1")]
    assert seen["repaired"][2]["is_error"] is True


def test_every_call_is_answered_wherever_it_stands(play):
    """Each unanswered call of a reply gets one, in the middle of a record as at its end."""
    go = lab.user("Go on.")
    for messages, shape in (
        ([go, asks("c1", "c2", "c3"), result("c2")], "U A[c1,c2,c3] R(c1) R(c2) R(c3)"),
        (
            [go, asks("c1", "c2"), result("c1"), go, asks("c3"), go],
            "U A[c1,c2] R(c1) R(c2) U A[c3] R(c3) U",
        ),
        (
            [go, asks("c1"), asks("c2"), lab.say("Well."), asks("c3"), result("c3")],
            "U A[c1] R(c1) A[c2] R(c2) A A[c3] R(c3)",
        ),
    ):
        assert lab.shape(play("a_repair", messages=messages)["repaired"]) == shape
    seen = play("a_repair", messages=[go, asks("c1", "c2", "c3"), result("c2")])
    assert seen["repaired"][2:] == [interrupted("c1"), result("c2"), interrupted("c3")]


def test_a_recorded_result_moves_to_its_call(play):
    """A recorded result moves to its call from wherever it stood; nothing is made up for it."""
    go, kept = lab.user("Go on."), [asks("c1", "c2"), result("c1", "one"), result("c2", "two")]
    well = lab.say("Well.")
    for messages, repaired in (
        ([go, kept[0], kept[1], go, kept[2]], [go, *kept, go]),
        ([go, kept[0], go, kept[2], kept[1]], [go, *kept, go]),
        ([kept[2], go, kept[1], kept[0], go], [go, *kept, go]),
        (
            [go, kept[0], well, go, kept[1], asks("c3"), kept[2], result("c3")],
            [go, *kept, well, go, asks("c3"), result("c3")],
        ),
    ):
        assert play("a_repair", messages=messages)["repaired"] == repaired


def test_results_stand_in_the_order_of_their_calls(play):
    """Results stand in the order of their calls, in whichever order they were recorded."""
    seen = play("a_repair", messages=[asks("c2", "c1", "c3"), *map(result, ("c3", "c1", "c2"))])
    assert lab.shape(seen["repaired"]) == "A[c2,c1,c3] R(c2) R(c1) R(c3)"


def test_the_first_of_two_results_is_kept(play):
    """Of two results for one call the first one is kept, whatever the two say."""
    go, late = lab.user("Go on."), result("c1", "built after all")
    for messages in (
        [asks("c1"), result("c1", "first"), result("c1", "second")],
        [asks("c1"), interrupted("c1"), go, late],
        [asks("c1"), go, result("c1", "first", is_error=True), go, late],
        [result("c1", "first"), asks("c1"), result("c1", "second")],
    ):
        seen = play("a_repair", messages=messages)
        first = next(m for m in messages if m["role"] == "toolResult")
        others = [m for m in messages if m["role"] == "user"]
        assert seen["repaired"] == [asks("c1"), first, *others]


def test_a_result_without_a_call_is_dropped(play):
    """A result whose call is nowhere is dropped: nothing is made up for it to answer."""
    go = lab.user("Go on.")
    for messages, shape in (
        ([result("c9"), go], "U"),
        ([go, lab.say("Well."), result("c9"), go], "U A U"),
        ([go, asks("c1"), result("c9"), result("c1"), result("c9")], "U A[c1] R(c1)"),
    ):
        assert lab.shape(play("a_repair", messages=messages)["repaired"]) == shape


def test_repair_only_moves_messages(play):
    """Repair changes nothing it is given, hands on the very same messages, and twice is once."""
    go = lab.user("Go on.")
    holes = [result("c9"), go, asks("c1", "c2"), go, result("c2"), result("c2"), lab.say("Well.")]
    for messages in (holes, VALID):
        seen = play("a_repair", messages=messages)
        assert seen["messages_afterwards"] == messages
        assert seen["repaired_twice"] == seen["repaired"]
    same = [f"messages[{number}]" for number in range(len(VALID))]
    assert play("a_repair", messages=VALID)["from"] == same
    assert play("a_repair", messages=holes)["from"] == [
        "messages[1]",
        "messages[2]",
        "a new dict",
        "messages[4]",
        "messages[3]",
        "messages[6]",
    ]


@st.composite
def histories(draw):
    """A history in any disorder, and what it is to be repaired to."""
    rows = draw(st.lists(st.sampled_from(["user", "words", 1, 2, 3]), max_size=6))
    spine, ids = [], []
    for number, row in enumerate(rows):
        if row == "user":
            spine.append(lab.user(f"Message {number}."))
        elif row == "words":
            spine.append(lab.say(f"Message {number}."))
        else:
            spine.append(asks(*(f"c{len(ids) + n}" for n in range(1, row + 1))))
            ids += [f"c{len(ids) + n}" for n in range(1, row + 1)]
    answered = draw(st.lists(st.sampled_from([*ids, "orphan"]), max_size=2 * len(ids) + 1))
    history = list(spine)
    for number, id in enumerate(answered):
        place = draw(st.integers(0, len(history)))
        history.insert(place, result(id, f"result {number}"))
    first = {}
    for message in history:
        if message["role"] == "toolResult":
            first.setdefault(message["tool_call_id"], message)
    repaired = []
    for message in spine:
        repaired.append(message)
        blocks = message["content"] if message["role"] == "assistant" else []
        called = [block["id"] for block in blocks if block["type"] == "toolCall"]
        repaired += [first.get(id) or interrupted(id) for id in called]
    return history, repaired


def test_any_mixture_is_repaired(play):
    """Missing, late, early, doubled and orphan results are put right, in whatever mixture."""

    @BOUNDED
    @given(histories())
    def check(drawn):
        history, repaired = drawn
        seen = play("a_repair", messages=history)
        assert seen["repaired"] == repaired
        assert seen["repaired_twice"] == repaired
        assert seen["messages_afterwards"] == history
        seen = play("a_view", messages=history)
        assert seen["view"] == repaired
        assert seen["complaints"] == []

    check()


def test_assistant_messages_with_nothing_in_them_are_left_out(play):
    """The view leaves out assistant messages with nothing in them, however they ended."""
    go = lab.user("Go on.")
    views = {}
    for reason in ("stop", "toolUse", "error", "aborted"):
        for words in ([], [""], [" \n", "\t"]):
            empty = lab.reply(*map(lab.text, words), stop_reason=reason)
            if reason in ("error", "aborted"):
                empty["error_message"] = "cut off"
            view = play("a_view", messages=[go, empty, go])["view"]
            views[f"{reason} {words}"] = lab.shape(view)
    assert views == dict.fromkeys(views, "U U")
    kept = [lab.fail(partial="Let"), {**asks("c1"), "stop_reason": "aborted"}]
    seen = play("a_view", messages=[go, *kept])
    assert seen["view"] == [go, *kept, interrupted("c1")]


def test_blank_text_blocks_are_left_out(play):
    """Blank text blocks are left out of the others; words keep their blanks, calls are kept."""
    call = lab.call("build", {"note": " "}, "c1")
    record = [
        lab.user("  Go on.\n"),
        lab.reply(lab.text(" \n"), lab.text("  Well\n"), lab.text(""), lab.text(" then ")),
        lab.reply(lab.text("\t"), call),
        result("c1"),
    ]
    seen = play("a_view", messages=record)
    assert seen["view"] == [
        lab.user("  Go on.\n"),
        lab.reply(lab.text("  Well\n"), lab.text(" then ")),
        lab.reply(call),
        result("c1"),
    ]


def test_blank_user_messages_are_left_out_and_results_never(play):
    """Blank user messages are left out; a tool's result stays, though it says nothing."""
    record = [lab.user(""), lab.user("Go."), asks("c1", "c2"), result("c1", "")]
    record += [lab.user(" \n\t"), result("c2", " \n"), lab.user("Well?")]
    view = play("a_view", messages=record)["view"]
    expected = [lab.user("Go."), asks("c1", "c2"), result("c1", ""), result("c2", " \n")]
    assert view == [*expected, lab.user("Well?")]


def test_the_record_stays_as_it_is(play):
    """The view is a list of its own, and the record with all its dicts stays as it is."""
    record = [
        result("c9"),
        lab.user("Go."),
        lab.user(" "),
        lab.reply(lab.text(""), lab.text("Well."), lab.call("build", {}, "c1")),
        lab.reply(stop_reason="stop"),
        lab.user("Go on."),
        result("c1"),
        asks("c2"),
    ]
    seen = play("a_view", messages=record)
    assert lab.shape(seen["view"]) == "U A[c1] R(c1) U A[c2] R(c2)"
    assert seen["complaints"] == []
    assert seen["messages_afterwards"] == record
    assert play("a_view", messages=VALID)["is_a_new_list"] is True


def test_a_run_goes_on_from_a_record_with_holes(play):
    """A run can go on from a record with holes: requests are valid, the record keeps its holes."""
    holes = [lab.user("Build it."), lab.user(""), asks("c1", "c2"), result("c2"), lab.reply()]
    seen = play("gone_on_from", messages=holes)
    assert [lab.shape(request["messages"]) for request in seen["requests"]] == [
        "U A[c1,c2] R(c1) R(c2) U",
        "U A[c1,c2] R(c1) R(c2) U A[c3] R(c3)",
    ]
    assert seen["requests"][0]["messages"][2] == interrupted("c1")
    assert seen["record"][:5] == holes
    assert lab.shape(seen["record"][5:]) == "U A[c3] R(c3) A"
    assert seen["announced"] == seen["record"][5:]
    assert seen["tool_runs"] == 1
    seen = play("said_with_nothing_in_it")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) U A U A"
    assert [lab.shape(r["messages"]) for r in seen["requests"]] == [
        "U",
        "U A[c1] R(c1)",
        "U A[c1] R(c1) U",
    ]


def test_a_run_that_was_closed_can_be_gone_on_from(play):
    """After a run was closed at a tool, the next request answers its calls; the record does not."""
    seen = {after: play("closed_while_tools_run", after=after) for after in (1, 2)}
    assert {f"closed at tool {n}": lab.shape(one["when_closed"]) for n, one in seen.items()} == {
        "closed at tool 1": "U A[c1,c2]",
        "closed at tool 2": "U A[c1,c2] R(c1)",
    }
    assert {f"closed at tool {n}": lab.shape(one["record"]) for n, one in seen.items()} == {
        "closed at tool 1": "U A[c1,c2] U A",
        "closed at tool 2": "U A[c1,c2] R(c1) U A",
    }
    sent = {f"closed at tool {n}": one["requests"][1]["messages"][2:4] for n, one in seen.items()}
    first = lab.tool_result(lab.call("build", {}, "c1"), INTERRUPTED, is_error=True)
    second = lab.tool_result(lab.call("test", {}, "c2"), INTERRUPTED, is_error=True)
    assert sent["closed at tool 1"] == [first, second]
    assert sent["closed at tool 2"] == [{**first, "content": "built", "is_error": False}, second]


def test_calls_of_a_failed_reply_are_answered_in_the_view(play):
    """Calls of a failed reply stay unanswered on the record, and are answered in every view."""
    for how in ("error", "aborted"):
        seen = play("a_reply_that_fails_with_calls", how=how)
        assert lab.shape(seen["record"]) == f"U A({how}) U A U A"
        assert [[m["role"] for m in request["messages"]] for request in seen["requests"]] == [
            ["user"],
            ["user", "assistant", "toolResult", "user"],
            ["user", "assistant", "toolResult", "user", "assistant", "user"],
        ]
        assert seen["requests"][2]["messages"][2] == interrupted("c1")
        assert seen["tool_runs"] == 0
